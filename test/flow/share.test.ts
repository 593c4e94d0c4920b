import { expect, test } from 'vitest';
import { LIST_ACTIONS } from '../../src/slack/card/buttons.ts';
import { SHARE_VIEW } from '../../src/slack/card/share.ts';
import { ACTIONS } from '../../src/slack/kit/ids.ts';
import { drawn } from '../messages/drawn.ts';
import { ownerOf } from '../support/home-of.ts';
import { actNow, fine, NOT_FOUND, summary } from '../support/phrases.ts';
import { startPinned } from '../support/pinned-home.ts';
import { words } from '../support/reader.ts';
import { share, shareIn } from '../support/share.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';
import { answer, reads, sees, submits } from './sees.ts';

const transport = 'http';
/** What a whole channel sees of the bot. */
const postedIn = ({ bora, slack }: StartedBot, channel = 'oncall') =>
  bora.messages(channel).filter(({ authorId }) => authorId === slack.botUserId);
const inModal = ({ ada }: StartedBot) => JSON.stringify(ada.modal() ?? {});
const audits = ({ logLines }: StartedBot) => logLines.filter(({ audit }) => audit === true);
const TO_GENERAL = { [SHARE_VIEW.actionId]: 'general' };

test('"share" asks where to, and posts the card with who shared it and the note, without the e-mail', async () => {
  const bot = await startPinned({ transport }, '1001');
  const { ada, bora } = bot;
  await bot.store.pins.rename(ownerOf(ada), '1001', 'Acme');
  const note = 'Please <call> & *wait*: help';
  await answer(ada, `acme share ${note}`);
  await sees(ada);
  for (const text of ['Acme (1001)', note]) expect(inModal(bot)).toContain(text);
  // Nobody has read anything yet, and nothing stands beside the window.
  expect(ada.messages()).toEqual([]);
  await submits(ada, TO_GENERAL, words.share.shared('<#C0GENERAL01>'));
  const [message, ...others] = postedIn(bot, 'general');
  expect(others).toEqual([]);
  expect(message?.text).toContain(fine('1001'));
  const blocks = () => JSON.stringify(postedIn(bot, 'general')[0]?.blocks);
  const kept = [`"user_id":"${ada.id}"`, note];
  for (const text of kept) expect(blocks()).toContain(text);
  for (const secret of ['@musteri', 'Acme', ACTIONS.share]) expect(blocks()).not.toContain(secret);
  // An address in a note brings no preview.
  const [sent] = bot.slack.traffic.filter(({ kind }) => kind === 'response_url');
  expect(sent).toMatchObject({ body: { unfurl_links: false, unfurl_media: false } });
  expect(audits(bot).at(-1)).toMatchObject({
    ...{ by: 'share', userId: ada.id, channelId: 'C0GENERAL01', audience: 'channel' },
    accounts: [{ id: '1001', outcome: 'found' }],
  });
  // The note stays when somebody else asks again.
  await bora.press({ actionId: ACTIONS.refresh, in: 'general' });
  await expect.poll(() => postedIn(bot, 'general')[0]?.isEdited).toBe(true);
  for (const text of kept) expect(blocks()).toContain(text);
});

test('what is no account is not shared: no window opens, nothing is posted, and the person alone reads why', async () => {
  const bot = await startBot({ transport });
  for (const typed of ['1001 nope7', 'mut 1001', '9999']) {
    const { message } = await bot.ada.command(`/backup-status ${typed} share it please`);
    expect(message?.isEphemeral, typed).toBe(true);
    expect([bot.ada.modal(), postedIn(bot)], typed).toEqual([undefined, []]);
  }
});

test('an answer that is late, or a window that Slack does not open: the card is private, with its button', async () => {
  const bot = await startBot({ transport, lookup: { inlineWithinMs: 20 } });
  const release = bot.service.hold();
  expect(await answer(bot.ada, '1001 share')).toBe(words.command.pending('1001 share'));
  bot.slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
  release();
  const card = await reads(bot.ada, fine('1001'));
  expect(JSON.stringify(card.blocks)).toContain(ACTIONS.share);
  expect(card.isEphemeral).toBe(true);
  expect(postedIn(bot)).toEqual([]);
});

test('the buttons of a card and of a list ask the same, with the channel where they stand first', async () => {
  const bot = await startBot({ transport });
  await answer(bot.ada, '1001 9999');
  await bot.ada.press({ actionId: LIST_ACTIONS.share });
  await shareIn(bot.ada);
  expect(postedIn(bot)[0]?.text).toContain(NOT_FOUND);
  await bot.ada.closeModal();
  await answer(bot.ada, '1001');
  await bot.ada.press({ actionId: ACTIONS.share });
  await sees(bot.ada, '"default_to_current_conversation":true');
  await submits(bot.ada, {}, words.share.shared(`<#${bot.slack.channels.oncall.id}>`));
  expect(postedIn(bot)).toHaveLength(2);
});

test('a channel that another organisation shares is not offered, to anybody from anywhere', async () => {
  const { ada } = await startBot({ transport });
  await answer(ada, '1001 share', { channel: 'partners' });
  await expect(shareIn(ada, 'partners')).rejects.toThrow('does not offer partners');
});

test('a channel in which the app does not answer gets nothing', async () => {
  const bot = await startBot({ transport, settings: { ALLOWED_CHANNELS: 'direct,C0ONCALL001' } });
  await answer(bot.ada, '1001 share', { channel: 'direct' });
  await submits(bot.ada, TO_GENERAL, words.access.refusals['not-here'].what);
  await bot.stop();
  expect(postedIn(bot, 'general')).toEqual([]);
});

test('what has no answer is not posted, and the window says why', async () => {
  const bot = await startBot({ transport, lookup: { freshForMs: 0 } });
  await answer(bot.ada, '1001 share');
  await sees(bot.ada);
  bot.service.addFault({ kind: 'status', status: 404 }, { account: '1001' });
  await submits(bot.ada, TO_GENERAL, words.share.nothing);
  expect(inModal(bot)).toContain(words.failure['not-found']('1001').next);
  await bot.stop();
  expect(postedIn(bot, 'general')).toEqual([]);
  expect(audits(bot).at(-1)).toMatchObject({ by: 'share', audience: 'private' });
});

test('a message that Slack does not take is told as one', async () => {
  const { ada, slack } = await startBot({ transport });
  await answer(ada, '1001 share');
  await sees(ada);
  slack.addFault({ kind: 'error', code: 'used_url' }, { method: 'response_url' });
  await submits(ada, TO_GENERAL, words.share.refused);
});

const SUMMARY = summary(2, { critical: 1, healthy: 1 });

test('a list says first how many need somebody, and opens the card of each that does', async () => {
  const { ada } = await startBot({ transport });
  const { message } = await ada.command('/backup-status 1001 1004');
  const lines = drawn(message?.blocks ?? []);
  expect(lines[0]).toContain(SUMMARY);
  expect(lines.slice(-2)).toEqual(['[1004]', `[${words.buttons.refresh}] [${words.buttons.share}]`]);
  await ada.press({ actionId: 'account_open_0', value: '1004' });
  await reads(ada, new RegExp(`^🚨 ${actNow('1004')}`));
});

test('a list is asked about again in place', async () => {
  const { ada, service } = await startBot({ transport });
  await answer(ada, '1001 1004');
  const before = service.counts.generalInfos;
  service.addFault({ kind: 'status', status: 404 }, { account: '1004' });
  await ada.press({ actionId: LIST_ACTIONS.refresh });
  await reads(ada, NOT_FOUND);
  expect(service.counts.generalInfos).toBe(before + 2);
  expect(ada.messages()).toHaveLength(1);
});

test('a shared list keeps its sharer when others ask again; a card opened from it is for who opens it', async () => {
  const bot = await startBot({ transport });
  const shared = await share(bot.ada, '1001 1004');
  expect(shared.text).toContain(SUMMARY);
  expect(JSON.stringify(shared.blocks)).not.toContain('@musteri');
  await bot.bora.press({ actionId: LIST_ACTIONS.refresh });
  await expect.poll(() => bot.logLines.filter(({ by }) => by === 'refresh')).toHaveLength(1);
  const [now, ...others] = postedIn(bot);
  expect(others).toEqual([]);
  expect(JSON.stringify(now?.blocks)).toContain(`"user_id":"${bot.ada.id}"`);
  await bot.bora.press({ actionId: 'account_open_0' });
  const card = await bot.bora.waitFor(() => bot.bora.messages().find(({ isEphemeral }) => isEphemeral));
  expect(JSON.stringify(card.blocks)).toContain(ACTIONS.share);
});

test('a list in direct messages is shared in the channel that is chosen', async () => {
  const bot = await startBot({ transport });
  await answer(bot.ada, '1001 1004', { channel: 'direct' });
  await bot.ada.press({ actionId: LIST_ACTIONS.share });
  await submits(bot.ada, TO_GENERAL, words.share.shared('<#C0GENERAL01>'));
  expect(postedIn(bot, 'general')[0]?.text).toContain(SUMMARY);
});

test('a shared list of accounts that are gone stays as it was', async () => {
  const bot = await startBot({ transport, lookup: { freshForMs: 0 } });
  await share(bot.ada, '1001 1004');
  bot.service.addFault({ kind: 'status', status: 404 });
  await bot.ada.press({ actionId: LIST_ACTIONS.refresh });
  await bot.ada.waitFor(() => bot.ada.messages().find(({ isEphemeral }) => isEphemeral));
  expect(postedIn(bot).map(({ text }) => text)).toEqual([expect.stringContaining(SUMMARY)]);
});
