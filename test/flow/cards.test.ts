import { expect, test } from 'vitest';
import { ACCOUNTS } from '../../sandbox/backup-service/accounts/accounts.ts';
import { drawMessage } from '../../sandbox/draw/draw-message.ts';
import { validateMessage, validateView } from '../../sandbox/slack/block-kit/validate.ts';
import { ACTIONS, HOME_ACTIONS, MORE } from '../../src/formatters/action-ids.ts';
import { LANGUAGES, type Language } from '../../src/words/words.ts';
import { homeText, ownerOf } from '../support/home-of.ts';
import { type BotSetup, startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';

/** 21 November 2026, 03:00 in Istanbul. */
const NOW_MS = Date.UTC(2026, 10, 21, 0, 0);
const now = () => NOW_MS;

/** Of the Turkish cards only those that between them hold most of its words. */
const STORED_IN_TURKISH = ['1001', '1002', '1003', '1004', '1005', '1008', '1012', '1024'];

/** Everything that was sent but the keys of its blocks, as read in Istanbul: a change of any of it shows in the difference. */
const exactly = (language: Language) => ({
  now,
  exact: true,
  width: 110,
  timeZone: 'Europe/Istanbul',
  locale: language,
});

const startIn = (language: Language, setup: Partial<BotSetup> = {}) =>
  startBot({
    transport: 'http',
    now,
    language,
    serviceOptions: { now },
    // One person asks for all there is.
    lookup: { lookupsPerMinute: 0 },
    ...setup,
  });

test.each([
  ['en', 'cards/en', ACCOUNTS.map(({ id }) => id)],
  ['tr', 'cards/tr', STORED_IN_TURKISH],
] as const)(
  'every account of the reference service has its card in %s, as stored, inside every limit',
  async (language, folder, stored) => {
    const { ada } = await startIn(language);
    for (const { id, title } of ACCOUNTS) {
      const { message, error } = await ada.command(`/backup-status "${id}"`);
      expect(error, title).toBeUndefined();
      const { text, blocks } = message ?? {};
      expect(validateMessage({ text, blocks }), title).toEqual([]);
      if (!stored.includes(id)) continue;
      const file = `${folder}/${id.replace(/[^\w]+/gu, '-')}.txt`;
      await expect(`${drawMessage({ text, blocks }, exactly(language))}\n`, title).toMatchFileSnapshot(file);
    }
  },
);

test.each(LANGUAGES)('whatever else there is to see in %s is inside every limit', async (language) => {
  const store = await startStore(now);
  const { ada, slack, service, logLines } = await startIn(language, { store });
  const ids = ACCOUNTS.map(({ id }) => id);
  for (const accountId of ids) await store.pins.add(ownerOf(ada), { accountId });

  for (const id of ids) {
    await ada.command(`/backup-status "${id}"`);
    await ada.press({ actionId: ACTIONS.more, value: MORE.details });
    const modal = await ada.waitFor(() => ada.modal());
    expect(JSON.stringify(modal.blocks), id).toContain('"rich_text"');
    await ada.closeModal();
  }
  const lines = [
    '',
    'help',
    ids
      .slice(0, 10)
      .map((id) => `"${id}"`)
      .join(' '),
    '1001 share',
    '"1001',
    '@ada',
    ids.join(' '),
  ];
  for (const line of lines)
    expect(await ada.command(`/backup-status ${line}`), line).toMatchObject({ ack: 'ok' });
  await ada.openHome();
  await expect.poll(() => logLines.filter(({ by }) => by === 'home')).toHaveLength(1);
  await ada.press({ actionId: HOME_ACTIONS.next });
  expect(homeText(ada)).not.toBe('[]');

  service.addFault({ kind: 'status', status: 500 }, { operation: 'general-info' });
  for (const line of ['1001', '9999', '1001 1002']) await ada.command(`/backup-status ${line}`);

  for (const { text, blocks } of ada.messages()) expect(validateMessage({ text, blocks })).toEqual([]);
  const views = slack.traffic.flatMap((one) =>
    one.kind === 'api' && 'view' in one.args ? [one.args.view] : [],
  );
  expect(views.length).toBeGreaterThan(ids.length);
  for (const view of views)
    expect(validateView(typeof view === 'string' ? JSON.parse(view) : view)).toEqual([]);
  // Nothing was refused by Slack, and nothing broke.
  expect(logLines.filter(({ level }) => level >= 50)).toEqual([]);
});
