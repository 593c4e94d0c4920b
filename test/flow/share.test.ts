import { expect, test } from 'vitest';
import { SHARE_VIEW } from '../../src/slack/card/share.ts';
import { ACTIONS } from '../../src/slack/kit/ids.ts';
import { drawn } from '../messages/drawn.ts';
import { answer, ownerOf, reads, refuses, sees, share, shareIn, submits } from '../support/people.ts';
import { actNow, fine, NOT_FOUND, summary } from '../support/phrases.ts';
import { words } from '../support/reader.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';

/** The bot's messages that everybody in a channel sees. */
const postedIn = ({ bora, slack }: StartedBot, channel = 'oncall') =>
  bora.messages(channel).filter(({ authorId }) => authorId === slack.botUserId);
const inModal = ({ ada }: StartedBot) => JSON.stringify(ada.modal() ?? {});
const audits = ({ logLines }: StartedBot) => logLines.filter(({ audit }) => audit === true);
const TO_GENERAL = { [SHARE_VIEW.channel]: 'general' };

test('"share" asks for the channel, and posts the card with the sharer and the note but no e-mail address', async () => {
  const bot = await startBot({ pins: ['1001'] });
  const { ada, bora } = bot;
  await bot.store.pins.rename(ownerOf(ada), '1001', 'Acme');
  const note = 'Please <call> & *wait*: help';
  await answer(ada, `acme share ${note}`);
  await sees(ada);
  for (const text of ['Acme (1001)', note]) expect(inModal(bot)).toContain(text);
  // Nothing is posted yet, and nothing is beside the window.
  expect(ada.messages()).toEqual([]);
  await submits(ada, TO_GENERAL, words.share.shared('<#C0GENERAL01>'));
  const [message, ...others] = postedIn(bot, 'general');
  expect(others).toEqual([]);
  expect(message?.text).toContain(fine('1001'));
  const blocks = () => JSON.stringify(postedIn(bot, 'general')[0]?.blocks);
  const kept = [`"user_id":"${ada.id}"`, note];
  for (const text of kept) expect(blocks()).toContain(text);
  for (const secret of ['@musteri', 'Acme', ACTIONS.share]) expect(blocks()).not.toContain(secret);
  // No link in a note gets a preview.
  const [sent] = bot.slack.traffic.filter(({ kind }) => kind === 'response_url');
  expect(sent).toMatchObject({ body: { unfurl_links: false, unfurl_media: false } });
  expect(audits(bot).at(-1)).toMatchObject({
    ...{ by: 'share', userId: ada.id, channelId: 'C0GENERAL01', audience: 'channel' },
    accounts: [{ id: '1001', outcome: 'found' }],
  });
  // The note stays when somebody else refreshes the card.
  await bora.press({ actionId: ACTIONS.refresh, in: 'general' });
  await expect.poll(() => postedIn(bot, 'general')[0]?.isEdited).toBe(true);
  for (const text of kept) expect(blocks()).toContain(text);
});

test('shows the private card with its Share button when the answer is late or the window does not open', async () => {
  const bot = await startBot({ lookup: { inlineWithinMs: 20 } });
  const release = bot.service.hold();
  expect(await answer(bot.ada, '1001 share')).toBe(words.command.pending('1001 share'));
  bot.slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
  release();
  const card = await reads(bot.ada, fine('1001'));
  expect(JSON.stringify(card.blocks)).toContain(ACTIONS.share);
  expect(card.isEphemeral).toBe(true);
  expect(postedIn(bot)).toEqual([]);
});

test('a late window replaces the note that an answer follows', async () => {
  const { ada, service } = await startBot({ lookup: { inlineWithinMs: 20 } });
  const release = service.hold();
  expect(await answer(ada, '1001 share')).toBe(words.command.pending('1001 share'));
  release();
  await sees(ada, words.share.title);
  await reads(ada, words.command.inWindow);
});

test('the buttons of a card and of a list open the same window, starting with the present channel', async () => {
  const bot = await startBot();
  await answer(bot.ada, '1001 9999');
  await bot.ada.press({ actionId: ACTIONS.share });
  await shareIn(bot.ada);
  expect(postedIn(bot)[0]?.text).toContain(NOT_FOUND);
  await bot.ada.closeModal();
  await answer(bot.ada, '1001');
  await bot.ada.press({ actionId: ACTIONS.share });
  await sees(bot.ada, '"default_to_current_conversation":true');
  await submits(bot.ada, {}, words.share.shared(`<#${bot.slack.channels.oncall.id}>`));
  expect(postedIn(bot)).toHaveLength(2);
});

test('posts nothing without an answer, and says why in the window', async () => {
  const bot = await startBot({ lookup: { freshForMs: 0 } });
  await answer(bot.ada, '1001 share');
  await sees(bot.ada);
  bot.service.addFault({ kind: 'status', status: 404 }, { account: '1001' });
  await submits(bot.ada, TO_GENERAL, words.share.nothing);
  expect(inModal(bot)).toContain(words.failure['not-found'].next);
  await bot.stop();
  expect(postedIn(bot, 'general')).toEqual([]);
  expect(audits(bot).at(-1)).toMatchObject({ by: 'share', audience: 'private' });
});

test.each([
  ['the address was used', { kind: 'error', code: 'used_url' }],
  ['only some may post', { kind: 'error', code: 'restricted_action_read_only_channel' }],
  ['an admin forbids it', { kind: 'status', status: 403, body: 'action_prohibited' }],
  ['it was archived', { kind: 'status', status: 410, body: 'channel_is_archived' }],
] as const)(
  'says above the form that Slack refused the message, and shares it the next time with the same note: %s',
  async (_why, fault) => {
    const { ada, slack } = await startBot();
    await answer(ada, '1001 share Please call');
    await sees(ada);
    slack.addFault(fault, { method: 'response_url' });
    await submits(ada, TO_GENERAL, words.command.notPosted);
    slack.clearFaults();
    await submits(ada, {}, words.share.shared(`<#${slack.channels.general.id}>`));
    await reads(ada, 'Please call', 'general');
  },
);

const SUMMARY = summary(2, { critical: 1, healthy: 1 });

test('a list begins with how many accounts need somebody, has buttons for their cards, and is refreshed in place', async () => {
  const { ada, service } = await startBot();
  const { message } = await ada.command('/backup-status 1001 1004');
  const lines = drawn(message?.blocks ?? []);
  expect(lines[0]).toContain(SUMMARY);
  expect(lines.slice(-2)).toEqual(['[1004]', `[${words.buttons.refresh}] [${words.buttons.share}]`]);
  await ada.press({ actionId: 'account_open_0', value: '1004' });
  await reads(ada, new RegExp(`^🚨 ${actNow('1004')}`));
  service.resetCounts();
  service.addFault({ kind: 'status', status: 404 }, { account: '1004' });
  await ada.press({ actionId: ACTIONS.refresh, messageTs: message?.ts });
  expect(await reads(ada, NOT_FOUND)).toMatchObject({ ts: message?.ts });
  expect(service.counts.generalInfos).toBe(2);
  expect(ada.messages()).toHaveLength(2);
});

test('a shared list keeps its sharer after a refresh, and opens cards privately', async () => {
  const bot = await startBot();
  const shared = await share(bot.ada, '1001 1004');
  expect(shared.text).toContain(SUMMARY);
  expect(JSON.stringify(shared.blocks)).not.toContain('@musteri');
  await bot.bora.press({ actionId: ACTIONS.refresh });
  await expect.poll(() => bot.logLines.filter(({ by }) => by === 'refresh')).toHaveLength(1);
  const [now, ...others] = postedIn(bot);
  expect(others).toEqual([]);
  expect(JSON.stringify(now?.blocks)).toContain(`"user_id":"${bot.ada.id}"`);
  await bot.bora.press({ actionId: 'account_open_0' });
  const card = await bot.bora.waitFor(() => bot.bora.messages().find(({ isEphemeral }) => isEphemeral));
  expect(JSON.stringify(card.blocks)).toContain(ACTIONS.share);
});

test('posts nothing, and says so only to the person, with the note, when a word is unknown or no window opens', async () => {
  const bot = await startBot();
  const isRefused = async (typed: string, note: string) => {
    const { message } = await bot.ada.command(`/backup-status ${typed} share ${note}`);
    expect(message, typed).toMatchObject({ isEphemeral: true });
    expect(message?.text, typed).toContain(words.share.notShared(note));
    expect([bot.ada.modal(), postedIn(bot)], typed).toEqual([undefined, []]);
  };
  for (const typed of ['1001 nope7', 'mut 1001', '9999', 'limna lojistik'])
    await isRefused(typed, 'Call the owner');
  bot.slack.addFault({ kind: 'error', code: 'expired_trigger_id' }, { method: 'views.open' });
  await isRefused('1001', 'Call the owner');
});

test('a channel in which the app does not answer is refused under its field, and the note stays', async () => {
  const { ada } = await startBot({ settings: { ALLOWED_CHANNELS: 'C0GENERAL01' } });
  await ada.command('/backup-status 1001 share Please call', { channel: 'general' });
  const { what } = words.access.refusals['not-here'];
  await refuses(ada, { [SHARE_VIEW.channel]: 'oncall' }, SHARE_VIEW.channel, what);
  await sees(ada, 'Please call');
});
