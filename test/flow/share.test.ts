import { describe, expect, test } from 'vitest';
import { ACTIONS, LIST_ACTIONS, SHARE_VIEW } from '../../src/slack/kit/ids.ts';
import { ownerOf } from '../support/home-of.ts';
import { fine, NOT_FOUND } from '../support/phrases.ts';
import { startPinned } from '../support/pinned-home.ts';
import { words } from '../support/reader.ts';
import { shareIn } from '../support/share.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';

/** What a whole channel sees of the bot. */
const postedIn = ({ bora, slack }: StartedBot, channel = 'oncall') =>
  bora.messages(channel).filter(({ authorId }) => authorId === slack.botUserId);
const inModal = ({ ada }: StartedBot) => JSON.stringify(ada.modal() ?? {});
const audits = ({ logLines }: StartedBot) => logLines.filter(({ audit }) => audit === true);
const sees = ({ ada }: StartedBot, text: string) =>
  ada.waitFor(() => (JSON.stringify(ada.modal() ?? {}).includes(text) ? true : undefined));

describe('sharing', () => {
  const transport = 'http';
  test('"share" asks where to, and posts the card with who shared it and the note, without the e-mail', async () => {
    const bot = await startPinned({ transport }, '1001');
    await bot.store.pins.rename(ownerOf(bot.ada), '1001', 'Acme');
    await bot.ada.command('/backup-status acme share Please <call> & *wait*: help');
    await bot.ada.waitFor(() => bot.ada.modal());
    expect(inModal(bot)).toContain('Acme (1001)');
    expect(inModal(bot)).toContain('Please <call> & *wait*: help');
    // Nobody has read anything yet, and nothing stands beside the window.
    expect(bot.ada.messages()).toEqual([]);
    expect(await bot.ada.submit({ [SHARE_VIEW.actionId]: 'general' })).toMatchObject({ ack: 'ok' });
    await sees(bot, words.share.shared('<#C0GENERAL01>'));
    const [message, ...others] = postedIn(bot, 'general');
    expect(others).toEqual([]);
    expect(message?.text).toContain(fine('1001'));
    const blocks = JSON.stringify(message?.blocks);
    expect(blocks).toContain(`"user_id":"${bot.ada.id}"`);
    expect(blocks).toContain('Please <call> & *wait*: help');
    for (const secret of ['@musteri', 'Acme', ACTIONS.share]) expect(blocks).not.toContain(secret);
    // An address in a note brings no preview.
    const [sent] = bot.slack.traffic.filter(({ kind }) => kind === 'response_url');
    expect(sent).toMatchObject({ body: { unfurl_links: false, unfurl_media: false } });
    expect(audits(bot).at(-1)).toMatchObject({
      by: 'share',
      userId: bot.ada.id,
      channelId: 'C0GENERAL01',
      audience: 'channel',
      accounts: [{ id: '1001', outcome: 'found' }],
    });
    // The note stays when somebody else asks again.
    await bot.bora.press({ actionId: ACTIONS.refresh, in: 'general' });
    await expect.poll(() => postedIn(bot, 'general')[0]?.isEdited).toBe(true);
    const edited = JSON.stringify(postedIn(bot, 'general')[0]?.blocks);
    expect(edited).toContain('Please <call> & *wait*: help');
    expect(edited).toContain(`"user_id":"${bot.ada.id}"`);
  });

  test.each([
    ['a word that is no account', '1001 nope7'],
    ['a first word that nobody knows', 'mute 1001'],
    ['an unknown id', '9999'],
  ])('%s: no window opens, nothing is posted, and the person alone reads why', async (_case, typed) => {
    const bot = await startBot({ transport });
    const { message } = await bot.ada.command(`/backup-status ${typed} share it please`);
    expect(message?.isEphemeral).toBe(true);
    expect(bot.ada.modal()).toBeUndefined();
    expect(postedIn(bot)).toEqual([]);
  });

  test('an answer that is late, or a window that Slack does not open: the card is private, with its button', async () => {
    const bot = await startBot({ transport, lookup: { inlineWithinMs: 20 } });
    const release = bot.service.hold();
    const { message } = await bot.ada.command('/backup-status 1001 share');
    expect(message).toMatchObject({ isEphemeral: true, text: words.command.pending('1001 share') });
    bot.slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
    release();
    const card = await bot.ada.waitFor(() =>
      bot.ada.messages().find(({ text }) => text.includes(fine('1001'))),
    );
    expect(JSON.stringify(card.blocks)).toContain(ACTIONS.share);
    expect(card.isEphemeral).toBe(true);
    expect(postedIn(bot)).toEqual([]);
  });

  test('the buttons of a card and of a list ask the same, with the channel where they stand first', async () => {
    const bot = await startBot({ transport });
    await bot.ada.command('/backup-status 1001 9999');
    await bot.ada.press({ actionId: LIST_ACTIONS.share });
    await shareIn(bot.ada);
    expect(postedIn(bot)[0]?.text).toContain(NOT_FOUND);
    await bot.ada.closeModal();
    await bot.ada.command('/backup-status 1001');
    await bot.ada.press({ actionId: ACTIONS.share });
    await bot.ada.waitFor(() => bot.ada.modal());
    expect(inModal(bot)).toContain('"default_to_current_conversation":true');
    await bot.ada.submit();
    await sees(bot, words.share.shared(`<#${bot.slack.channels.oncall.id}>`));
    expect(postedIn(bot)).toHaveLength(2);
    await bot.ada.closeModal();
  });

  test('a channel that another organisation shares is not offered, to anybody from anywhere', async () => {
    const bot = await startBot({ transport });
    await bot.ada.command('/backup-status 1001 share', { channel: 'partners' });
    await expect(shareIn(bot.ada, 'partners')).rejects.toThrow('does not offer partners');
  });

  test('a channel in which the app does not answer gets nothing', async () => {
    const bot = await startBot({ transport, settings: { ALLOWED_CHANNELS: 'direct,C0ONCALL001' } });
    await bot.ada.command('/backup-status 1001 share', { channel: 'direct' });
    await bot.ada.waitFor(() => bot.ada.modal());
    await bot.ada.submit({ [SHARE_VIEW.actionId]: 'general' });
    await sees(bot, words.access.refusals['not-here'].what);
    await bot.stop();
    expect(postedIn(bot, 'general')).toEqual([]);
  });

  test('what has no answer is not posted, and the window says why', async () => {
    const bot = await startBot({ transport, lookup: { freshForMs: 0 } });
    await bot.ada.command('/backup-status 1001 share');
    await bot.ada.waitFor(() => bot.ada.modal());
    bot.service.addFault({ kind: 'status', status: 404 }, { account: '1001' });
    await bot.ada.submit({ [SHARE_VIEW.actionId]: 'general' });
    await sees(bot, words.share.nothing);
    expect(inModal(bot)).toContain(words.failure['not-found']('1001').next);
    await bot.stop();
    expect(postedIn(bot, 'general')).toEqual([]);
    expect(audits(bot).at(-1)).toMatchObject({ by: 'share', audience: 'private' });
  });

  test('a message that Slack does not take is told as one', async () => {
    const bot = await startBot({ transport });
    await bot.ada.command('/backup-status 1001 share');
    await bot.ada.waitFor(() => bot.ada.modal());
    bot.slack.addFault({ kind: 'error', code: 'used_url' }, { method: 'response_url' });
    await bot.ada.submit({ [SHARE_VIEW.actionId]: 'general' });
    await sees(bot, words.share.refused);
  });
});
