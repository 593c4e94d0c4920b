import { describe, expect, test } from 'vitest';
import { ACTIONS, LIST_ACTIONS, SHARE_VIEW } from '../../src/slack/kit/ids.ts';
import { drawn } from '../messages/drawn.ts';
import { actNow, NOT_FOUND, summary } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { share, shareIn } from '../support/share.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';

const LIST = '/backup-status 1001 1004';
const SUMMARY = summary(2, { critical: 1, healthy: 1 });
const sharedIn = ({ bora, slack }: StartedBot, channel: string) =>
  bora.messages(channel).filter(({ authorId }) => authorId === slack.botUserId);

describe('a list', () => {
  const transport = 'socket';
  test('says first how many need somebody, and opens the card of each that does', async () => {
    const bot = await startBot({ transport });
    const { message } = await bot.ada.command(LIST);
    const lines = drawn(message?.blocks ?? []);
    expect(lines[0]).toContain(SUMMARY);
    expect(lines.slice(-2)).toEqual(['[1004]', `[${words.buttons.refresh}] [${words.buttons.share}]`]);
    await bot.ada.press({ actionId: 'account_open_0', value: '1004' });
    await bot.ada.waitFor(() =>
      bot.ada
        .messages()
        .find(
          ({ text }) => text.startsWith('🚨') && text.includes(actNow('1004')) && !text.includes(SUMMARY),
        ),
    );
  });

  test('is asked about again in place', async () => {
    const bot = await startBot({ transport });
    await bot.ada.command(LIST);
    const before = bot.service.counts.generalInfos;
    bot.service.addFault({ kind: 'status', status: 404 }, { account: '1004' });
    await bot.ada.press({ actionId: LIST_ACTIONS.refresh });
    await bot.ada.waitFor(() => bot.ada.messages().find(({ text }) => text.includes(NOT_FOUND)));
    expect(bot.service.counts.generalInfos).toBe(before + 2);
    expect(bot.ada.messages()).toHaveLength(1);
  });

  test('is shared in the channel, where it keeps its sharer when others ask again', async () => {
    const bot = await startBot({ transport });
    await bot.ada.command(LIST);
    await bot.ada.press({ actionId: LIST_ACTIONS.share });
    await shareIn(bot.ada);
    const shared = await bot.bora.waitFor(() => sharedIn(bot, 'oncall')[0]);
    expect(shared.text).toContain(SUMMARY);
    expect(JSON.stringify(shared.blocks)).not.toContain('@musteri');
    await bot.bora.press({ actionId: LIST_ACTIONS.refresh });
    await expect.poll(() => bot.logLines.filter(({ by }) => by === 'refresh')).toHaveLength(1);
    expect(sharedIn(bot, 'oncall')).toHaveLength(1);
    expect(JSON.stringify(sharedIn(bot, 'oncall')[0]?.blocks)).toContain(`"user_id":"${bot.ada.id}"`);
  });

  test('in direct messages it is shared in the channel that is chosen', async () => {
    const bot = await startBot({ transport });
    await bot.ada.command(LIST, { channel: 'direct' });
    await bot.ada.press({ actionId: LIST_ACTIONS.share });
    await bot.ada.waitFor(() => bot.ada.modal());
    await bot.ada.submit({ [SHARE_VIEW.actionId]: 'general' });
    const shared = await bot.bora.waitFor(() => sharedIn(bot, 'general')[0]);
    expect(shared.text).toContain(SUMMARY);
  });

  test('of the service that went away stays in the channel as it was', async () => {
    const bot = await startBot({ transport, lookup: { freshForMs: 0 } });
    await share(bot.ada, '1001 1004');
    for (const account of ['1001', '1004'])
      bot.service.addFault({ kind: 'status', status: 404 }, { account });
    await bot.ada.press({ actionId: LIST_ACTIONS.refresh });
    await bot.ada.waitFor(() => bot.ada.messages().find(({ isEphemeral }) => isEphemeral));
    expect(sharedIn(bot, 'oncall').map(({ text }) => text)).toEqual([expect.stringContaining(SUMMARY)]);
  });
});

test('a card opened from a shared list is for the one who opens it', async () => {
  const bot = await startBot({ transport: 'socket' });
  await share(bot.ada, '1001 1004');
  await bot.bora.press({ actionId: 'account_open_0' });
  const card = await bot.bora.waitFor(() => bot.bora.messages().find(({ isEphemeral }) => isEphemeral));
  expect(JSON.stringify(card.blocks)).toContain(ACTIONS.share);
});
