import { describe, expect, test } from 'vitest';
import { ACTIONS } from '../../src/slack/kit/action-ids.ts';
import { FINE, fine, NOT_FOUND } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';

/** What the whole channel sees of the bot. */
const publicTexts = ({ bora, slack }: StartedBot) =>
  bora.messages('oncall').flatMap(({ authorId, text }) => (authorId === slack.botUserId ? [text] : []));

describe.each(TRANSPORTS)('sharing over %s', (transport) => {
  test('"share" posts the card to the channel, stamped with who asked, without the e-mail', async () => {
    const bot = await startBot({ transport });
    const { message } = await bot.ada.command('/backup-status 1001 share');
    expect(message?.isEphemeral).toBe(false);
    expect(publicTexts(bot)).toEqual([expect.stringContaining(`✅ ${fine('1001')}\n`)]);
    const blocks = JSON.stringify(message?.blocks);
    expect(blocks).toContain(`<@${bot.ada.id}>`);
    expect(blocks).not.toContain('@musteri');
    expect(blocks).not.toContain(ACTIONS.share);
  });

  test('when it takes longer, the wait is private and the card is not', async () => {
    const bot = await startBot({ transport, lookup: { inlineWithinMs: 20 } });
    const release = bot.service.hold();
    const { message } = await bot.ada.command('/backup-status 1001 share');
    expect(message).toMatchObject({
      isEphemeral: true,
      text: words.command.pending(['1001'], 0),
    });
    release();
    await bot.bora.waitFor(() => publicTexts(bot)[0]);
    expect(publicTexts(bot)).toEqual([expect.stringContaining(fine('1001'))]);
  });

  test('several accounts can be shared, with those that failed among them', async () => {
    const bot = await startBot({ transport });
    const { message } = await bot.ada.command('/backup-status 1001 nope --share');
    expect(message?.isEphemeral).toBe(false);
    expect(publicTexts(bot)).toEqual([expect.stringContaining(`🔍 nope · ${NOT_FOUND}\n✅ 1001 · ${FINE}`)]);
  });

  test.each([
    ['an unknown id', 'nope', {}],
    ['an account that could not be checked', '1001', { budgetMs: 100 }],
  ])('%s is nobody else’s news', async (_case, id, lookup) => {
    const bot = await startBot({ transport, lookup });
    bot.service.addFault({ kind: 'hang' }, { account: '1001' });
    const { message } = await bot.ada.command(`/backup-status ${id} share`);
    expect(message?.isEphemeral).toBe(true);
    expect(publicTexts(bot)).toEqual([]);
  });

  test('the button posts the card, and two presses of a shaky thumb post one', async () => {
    const bot = await startBot({ transport });
    await bot.ada.command('/backup-status 1001');
    await Promise.all([
      bot.ada.press({ actionId: ACTIONS.share }),
      bot.ada.press({ actionId: ACTIONS.share }),
    ]);
    await bot.bora.waitFor(() => publicTexts(bot)[0]);
    await bot.stop();
    expect(publicTexts(bot)).toEqual([expect.stringContaining(fine('1001'))]);
    expect(bot.service.counts.generalInfos).toBe(1);
    expect(bot.ada.messages().filter(({ isEphemeral }) => isEphemeral)).toHaveLength(1);
  });

  test('the button tells the person alone when there is nothing to post', async () => {
    const bot = await startBot({ transport, lookup: { freshForMs: 0 } });
    await bot.ada.command('/backup-status 1001');
    bot.service.addFault({ kind: 'status', status: 404 }, { account: '1001' });
    await bot.ada.press({ actionId: ACTIONS.share });
    const message = await bot.ada.waitFor(() =>
      bot.ada.messages().find(({ text }) => text.includes(NOT_FOUND)),
    );
    expect(message.isEphemeral).toBe(true);
    expect(publicTexts(bot)).toEqual([]);
  });
});
