import { describe, expect, test } from 'vitest';
import { ACTIONS, MORE } from '../../src/slack/kit/ids.ts';
import { homeText } from '../support/home-of.ts';
import { limit } from '../support/limit.ts';
import { fine } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { share, shareIn } from '../support/share.ts';
import { overBoth, TRANSPORTS } from '../support/slack-settings.ts';
import { startBot } from '../support/start-bot.ts';

describe.each(TRANSPORTS)('access over %s', (transport) => {
  const { 'not-you': notYou, 'not-here': notHere } = words.access.refusals;

  test('everything a member does in five minutes costs one question to Slack', async () => {
    const { ada, slack, logLines } = await startBot({ transport });
    await share(ada, '1001');
    await ada.press({ actionId: ACTIONS.refresh });
    await ada.openHome();
    await ada.press({ actionId: ACTIONS.more, value: MORE.details });
    await expect.poll(() => logLines.filter(({ msg }) => msg === 'answered')).toHaveLength(5);
    const asked = slack.traffic.filter((one) => one.kind === 'api' && one.method === 'users.info');
    expect(asked).toHaveLength(1);
  });

  test('a shared card: its outsider is refused in private, and a member beside them is not', async () => {
    const { ada, bora, slack } = await startBot({ transport });
    const outsider = slack.person('outsider');
    // As from a version that offered such a channel.
    await ada.command('/backup-status 1001 share');
    await shareIn(ada, 'partners', { evenIfNotOffered: true });
    await ada.closeModal();
    const [card] = bora.messages('partners').filter(({ authorId }) => authorId === slack.botUserId);
    await outsider.press({ actionId: ACTIONS.more, value: MORE.details });
    const refusal = await outsider.waitFor(() => outsider.messages().find(({ isEphemeral }) => isEphemeral));
    expect(refusal.text).toBe(`${notYou.what}\n${notYou.next}`);
    expect(outsider.modal()).toBeUndefined();
    await bora.press({ actionId: ACTIONS.more, value: MORE.details });
    const modal = await bora.waitFor(() =>
      JSON.stringify(bora.modal() ?? {}).includes('@musteri') ? bora.modal() : undefined,
    );
    expect(modal.type).toBe('modal');
    // The e-mail is in the modal of the one who opened it, and nowhere that others read.
    for (const person of [ada, outsider]) {
      expect(JSON.stringify([person.messages(), person.home(), person.modal()])).not.toContain('@musteri');
    }
    expect(ada.messages().find(({ ts }) => ts === card?.ts)).toEqual(card);
  });

  test('a guest is told whom to ask, in Home too, and a Home from better days is gone', async () => {
    const { ada, slack } = await startBot({ transport, lookup: { freshForMs: 0 } });
    const guest = slack.person('guest');
    const { message } = await guest.command('/backup-status 1001');
    expect(message).toMatchObject({
      isEphemeral: true,
      text: expect.stringContaining(notYou.next),
    });
    await guest.openHome();
    await guest.waitFor(() => (homeText(guest).includes(notYou.next) ? true : undefined));
    expect(ada.messages()).toEqual([]);
  });

  test('in a closed channel the open ones are named; Home opens when it is in the list', async () => {
    const { ada, slack, logLines } = await startBot({
      transport,
      settings: { ALLOWED_CHANNELS: 'C0GENERAL01,home' },
    });
    const { message } = await ada.command('/backup-status 1001');
    expect(message?.text.split('\n').slice(-2)).toEqual(['<#C0GENERAL01>', words.access.places.home]);
    expect((await ada.command('/backup-status 1001', { channel: 'direct' })).message?.text).toContain(
      notHere.next,
    );
    const { message: answer } = await ada.command('/backup-status 1001', { channel: 'general' });
    expect(answer?.text).toContain(fine('1001'));
    await ada.openHome();
    await ada.waitFor(() => ada.home());
    expect(homeText(ada)).not.toContain(notHere.what);
    expect(logLines.filter(({ msg }) => msg === 'refused')).toHaveLength(2);
    expect(slack.person('bora').messages()).toEqual([]);
  });

  test('members of a user group may ask, others may not', async () => {
    const slackOptions = { scopes: ['commands', 'users:read', 'usergroups:read'] };
    const { ada, bora } = await startBot({
      transport,
      slackOptions,
      settings: { ALLOWED_USER_GROUPS: 'S0ONCALL001' },
    });
    expect((await ada.command('/backup-status 1001')).message?.text).toContain(fine('1001'));
    expect((await bora.command('/backup-status 1001')).message?.text).toContain(notYou.what);
  });
});

// Seconds of waiting each: over both transports at once.
describe('access while Slack hangs', () => {
  const { 'not-checked': unknown } = words.access.refusals;
  const HANG = [{ kind: 'hang' }, { method: 'users.info' }] as const;

  test(
    'a Slack that does not say who asks: a clear word, well before Slack gives up',
    overBoth(async (transport) => {
      limit({ person: 100 });
      const { ada, slack, logLines } = await startBot({ transport });
      slack.addFault(...HANG);
      const { ack, message } = await ada.command('/backup-status 1001');
      expect({ ack, text: message?.text }).toEqual({
        ack: 'ok',
        text: `${unknown.what}\n${unknown.next}`,
      });
      expect(logLines.find(({ msg }) => msg === 'refused')).toMatchObject({
        by: 'command',
        channelId: slack.channels.oncall.id,
        reason: 'unknown',
      });
    }),
  );

  test(
    'a person who was seen as a member lately is answered in time',
    overBoth(async (transport) => {
      limit({ person: 100 });
      let aheadMs = 0;
      const { ada, slack } = await startBot({ transport, now: () => Date.now() + aheadMs });
      await ada.command('/backup-status 1001');
      aheadMs = 6 * 60_000;
      slack.addFault(...HANG);
      const { ack, message } = await ada.command('/backup-status 1001');
      expect({ ack, text: message?.text }).toEqual({
        ack: 'ok',
        text: expect.stringContaining(fine('1001')),
      });
    }),
  );
});
