import { describe, expect, test } from 'vitest';
import { ACTIONS, HOME_ACTIONS, SHARE_VIEW } from '../../src/slack/kit/action-ids.ts';
import { homeText, ownerOf } from '../support/home-of.ts';
import { fine } from '../support/phrases.ts';
import { startPinned } from '../support/pinned-home.ts';
import { words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';

const inGeneral = ({ bora, slack }: StartedBot) =>
  bora.messages('general').filter(({ authorId }) => authorId === slack.botUserId);
const inModal = ({ ada }: StartedBot) => JSON.stringify(ada.modal()?.blocks ?? []);
const audits = ({ logLines }: StartedBot) => logLines.filter(({ audit }) => audit === true);

async function openInDirect(bot: StartedBot, account = '1001') {
  await bot.ada.command(`/backup-status ${account}`, { channel: 'direct' });
  await bot.ada.press({ actionId: ACTIONS.share });
  await bot.ada.waitFor(() => bot.ada.modal());
}

const shareIn = ({ ada }: StartedBot, channel: string) => ada.submit({ [SHARE_VIEW.actionId]: channel });

describe.each(TRANSPORTS)('sharing in a channel that is chosen, over %s', (transport) => {
  test('from direct messages: the card is posted there, without the e-mail, and the window says so', async () => {
    const bot = await startPinned({ transport }, '1001');
    await bot.store.pins.rename(ownerOf(bot.ada), '1001', 'Acme');
    await openInDirect(bot);
    expect(inModal(bot)).toContain('Acme (1001)');
    expect((await shareIn(bot, 'general')).ack).toBe('ok');
    const shared = words.share.shared('<#C0GENERAL01>');
    await bot.ada.waitFor(() => (inModal(bot).includes(shared) ? true : undefined));
    const [message, ...others] = inGeneral(bot);
    expect(others).toEqual([]);
    expect(message?.text).toContain(fine('1001'));
    const blocks = JSON.stringify(message?.blocks);
    expect(blocks).toContain(`<@${bot.ada.id}>`);
    expect(blocks).not.toContain('@musteri');
    expect(blocks).not.toContain('Acme');
    expect(bot.ada.messages('direct').filter(({ isEphemeral }) => !isEphemeral)).toEqual([]);
    expect(audits(bot).at(-1)).toMatchObject({
      by: 'share',
      userId: bot.ada.id,
      channelId: 'C0GENERAL01',
      audience: 'channel',
      accounts: [{ id: '1001', outcome: 'found' }],
    });
  });

  test('from Home', async () => {
    const bot = await startBot({ transport });
    await bot.ada.openHome();
    await bot.ada.waitFor(() => bot.ada.home());
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1004');
    await bot.ada.waitFor(() => (homeText(bot.ada).includes(HOME_ACTIONS.share) ? true : undefined));
    await bot.ada.press({ actionId: HOME_ACTIONS.share });
    await bot.ada.waitFor(() => bot.ada.modal());
    await shareIn(bot, 'general');
    await bot.bora.waitFor(() => inGeneral(bot)[0]);
    expect(inGeneral(bot)).toMatchObject([{ text: expect.stringContaining('1004') }]);
  });

  test('a channel that another organisation shares is not offered', async () => {
    const bot = await startBot({ transport });
    await openInDirect(bot);
    await expect(shareIn(bot, 'partners')).rejects.toThrow('does not offer partners');
  });

  test('a channel in which the app does not answer gets nothing', async () => {
    const bot = await startBot({ transport, settings: { ALLOWED_CHANNELS: 'direct,C0ONCALL001' } });
    await openInDirect(bot);
    await shareIn(bot, 'general');
    await bot.ada.waitFor(() =>
      inModal(bot).includes(words.access.refusals['not-here'].what) ? true : undefined,
    );
    await bot.stop();
    expect(inGeneral(bot)).toEqual([]);
  });

  test('what has no answer is not posted, and the window says why', async () => {
    const bot = await startBot({ transport, lookup: { freshForMs: 0 } });
    await openInDirect(bot);
    bot.service.addFault({ kind: 'status', status: 404 }, { account: '1001' });
    await shareIn(bot, 'general');
    await bot.ada.waitFor(() => (inModal(bot).includes(words.share.nothing) ? true : undefined));
    expect(inModal(bot)).toContain(words.failure['not-found']('1001').what);
    await bot.stop();
    expect(inGeneral(bot)).toEqual([]);
    expect(audits(bot).at(-1)).toMatchObject({ by: 'share', audience: 'private' });
  });

  test('a message that Slack does not take is told as one', async () => {
    const bot = await startBot({ transport });
    await openInDirect(bot);
    bot.slack.addFault({ kind: 'error', code: 'used_url' }, { method: 'response_url' });
    await shareIn(bot, 'general');
    await bot.ada.waitFor(() => (inModal(bot).includes(words.share.refused) ? true : undefined));
  });
});
