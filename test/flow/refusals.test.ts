import { describe, expect, test } from 'vitest';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { limit } from '../support/limit.ts';
import { answer, callsOf, homeText, seesAtHome, share } from '../support/people.ts';
import { fine } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { startBot } from '../support/start-bot.ts';

const { 'not-you': notYou, 'not-here': notHere } = words.access.refusals;

test('access asks Slack once in five minutes about a member', async () => {
  const { ada, slack, logLines } = await startBot();
  await share(ada, '1001');
  await ada.press({ actionId: ACTIONS.refresh });
  await ada.openHome();
  await ada.press({ actionId: ACTIONS.more, value: MORE.details });
  await expect.poll(() => logLines.filter(({ msg }) => msg === 'answered')).toHaveLength(5);
  expect(callsOf(slack, 'users.info')).toHaveLength(1);
});

test('access names the allowed places in a channel that is not allowed, and opens Home if it is listed', async () => {
  const { ada, slack, logLines } = await startBot({
    settings: { ALLOWED_CHANNELS: 'C0GENERAL01,home' },
  });
  const { message } = await ada.command('/backup-status 1001');
  expect(message?.text.split('\n').slice(-2)).toEqual(['<#C0GENERAL01>', words.access.places.home]);
  expect(await answer(ada, '1001', { channel: 'direct' })).toContain(notHere.next);
  expect(await answer(ada, '1001', { channel: 'general' })).toContain(fine('1001'));
  await ada.openHome();
  await seesAtHome(ada);
  expect(homeText(ada)).not.toContain(notHere.what);
  expect(logLines.filter(({ msg }) => msg === 'refused')).toHaveLength(2);
  expect(slack.person('bora').messages()).toEqual([]);
});

test('access answers members of an allowed user group, and nobody else', async () => {
  const slackOptions = { scopes: ['commands', 'users:read', 'usergroups:read'] };
  const { ada, bora } = await startBot({
    slackOptions,
    settings: { ALLOWED_USER_GROUPS: 'S0ONCALL001' },
  });
  expect(await answer(ada, '1001')).toContain(fine('1001'));
  expect(await answer(bora, '1001')).toContain(notYou.what);
});

describe('access while Slack hangs', () => {
  const { 'not-checked': unknown } = words.access.refusals;
  const HANG = [{ kind: 'hang' }, { method: 'users.info' }] as const;

  test('refuses before Slack’s time limit when Slack does not say who asks', async () => {
    limit({ person: 100 });
    const { ada, slack, logLines } = await startBot({ transport: 'socket' });
    slack.addFault(...HANG);
    const { ack, message } = await ada.command('/backup-status 1001');
    expect([ack, message?.text]).toEqual(['ok', `${unknown.what}\n${unknown.next}`]);
    const line = { by: 'command', channelId: slack.channels.oncall.id, reason: 'unknown' };
    expect(logLines.find(({ msg }) => msg === 'refused')).toMatchObject(line);
  });

  test('answers a recent member in time', async () => {
    const { ada, slack, clock } = await startBot({ transport: 'socket' });
    await ada.command('/backup-status 1001');
    clock.advance(6 * 60_000);
    limit({ person: 100 });
    slack.addFault(...HANG);
    const { ack, message } = await ada.command('/backup-status 1001');
    expect([ack, message?.text]).toEqual(['ok', expect.stringContaining(fine('1001'))]);
  });
});
