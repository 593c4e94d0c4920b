import { describe, expect, test } from 'vitest';
import { HOME_ACTIONS, MORE } from '../../src/formatters/action-ids.ts';
import { homeText, ownerOf, publishedTo } from '../support/home-of.ts';
import { FINE, NOT_FOUND, offline } from '../support/phrases.ts';
import { said, words } from '../support/reader.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { type BotSetup, type StartedBot, startBot } from '../support/start-bot.ts';
import { startStore } from '../support/start-edge.ts';

/** A bot whose ada has pinned these. */
async function startPinned(setup: BotSetup, ...ids: readonly string[]) {
  const store = await startStore(setup.now);
  const bot = await startBot({ store, ...setup });
  for (const accountId of ids) await store.pins.add(ownerOf(bot.ada), { accountId });
  return { ...bot, store };
}

const answered = ({ logLines }: StartedBot, count: number) =>
  expect.poll(() => logLines.filter(({ by }) => by === 'home')).toHaveLength(count);

const isAnswered = ({ accountId, status }: { accountId?: string; status?: number }) =>
  accountId !== undefined && status !== undefined;

const pinBlock = (id: string) => `pin::${id}`;

describe.each(TRANSPORTS)('Home over %s', (transport) => {
  test('on a first visit says what this is, in one publish and without asking the service', async () => {
    const bot = await startBot({ transport });
    expect(await bot.ada.openHome()).toMatchObject({ ack: 'ok' });
    await bot.ada.waitFor(() => bot.ada.home());
    await answered(bot, 1);
    expect(homeText(bot.ada)).toContain(
      said({ en: 'Are a customer’s backups all right?', tr: 'Müşterinin yedekleri yolunda mı?' }),
    );
    expect(publishedTo(bot.slack, bot.ada)).toHaveLength(1);
    expect(bot.service.counts.generalInfos).toBe(0);
    expect(bot.bora.home()).toBeUndefined();
  });

  test('the messages tab is not Home', async () => {
    const { ada, slack, logLines } = await startBot({ transport });
    await ada.openHome({ tab: 'messages' });
    await ada.command('/backup-status 1001');
    expect(publishedTo(slack, ada)).toEqual([]);
    expect(logLines.filter(({ level }) => level >= 40)).toEqual([]);
  });

  test('pinned accounts stand worst first, at once as far as known and then as they are', async () => {
    let nowMs = Date.now();
    const bot = await startPinned({ transport, now: () => nowMs }, '1001', '1004', '1007');
    await bot.ada.command('/backup-status 1001 1004');
    bot.service.resetCounts();
    nowMs += 60_000;
    bot.service.set({ latencyMs: 50 });
    await bot.ada.openHome();
    await answered(bot, 1);
    const [first, second, ...more] = publishedTo(bot.slack, bot.ada);
    expect(more).toEqual([]);
    expect(first).toMatch(
      said({
        en: /From the last answers, asking now….*1004 · .*no backup.*1001 · .*1007 · Asking now…/s,
        tr: /Önceki yanıtlar gösteriliyor, yenileri alınıyor….*1004 · .*yedek yok.*1001 · .*1007 · Şimdi soruluyor…/s,
      }),
    );
    expect(second).toMatch(
      said({ en: /1004 · .*no backup.*1007 · .*1001 · /s, tr: /1004 · .*yedek yok.*1007 · .*1001 · /s }),
    );
    for (const waiting of [words.home.isAsking, words.home.waiting]) expect(second).not.toContain(waiting);
    expect(bot.service.counts.generalInfos).toBe(3);
  });

  test('50 pins: 50 requests, 8 at once, painted before any of them returns, in two publishes', async () => {
    const ids = Array.from({ length: 50 }, (_, index) => String(1001 + index));
    const bot = await startPinned({ transport, serviceOptions: { latencyMs: 100 } }, ...ids);
    // Asked last, and not among the pins.
    await bot.store.recents.record(ownerOf(bot.ada), ['no-pin']);
    const opened = bot.ada.openHome();
    const returnedByThen = await bot.ada.waitFor(() =>
      bot.ada.home() === undefined ? undefined : bot.service.requests.filter(isAnswered).length,
    );
    await opened;
    await answered(bot, 1);
    expect(returnedByThen).toBe(0);
    expect(bot.service.counts.generalInfos).toBe(50);
    expect(bot.service.counts.maxInFlight).toBeLessThanOrEqual(8);
    expect(publishedTo(bot.slack, bot.ada)).toHaveLength(2);
    expect(homeText(bot.ada)).toContain(said({ en: '1–20 of 50', tr: '1–20 / 50' }));
  });

  test('a burst of opens costs one round of look-ups', async () => {
    const bot = await startPinned({ transport, serviceOptions: { latencyMs: 100 } }, '1001', '1004');
    await Promise.all(Array.from({ length: 10 }, () => bot.ada.openHome()));
    await answered(bot, 10);
    expect(bot.service.counts.generalInfos).toBe(2);
    expect(publishedTo(bot.slack, bot.ada)).toHaveLength(2);
  });

  test('opened again moments later it shows the same in one publish and asks nothing', async () => {
    const bot = await startPinned({ transport }, '1001');
    await bot.ada.openHome();
    await answered(bot, 1);
    await bot.ada.openHome();
    await answered(bot, 2);
    expect(publishedTo(bot.slack, bot.ada)).toHaveLength(3);
    expect(bot.service.counts.generalInfos).toBe(1);
  });

  test('Refresh asks about everything anew', async () => {
    const bot = await startPinned({ transport }, '1001', '1004');
    await bot.ada.openHome();
    await answered(bot, 1);
    await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
    await answered(bot, 2);
    expect(bot.service.counts.generalInfos).toBe(4);
    expect(publishedTo(bot.slack, bot.ada)).toHaveLength(4);
  });

  test('when the service fails, Home keeps what it knew and says so', async () => {
    let nowMs = Date.now();
    const bot = await startPinned({ transport, now: () => nowMs, lookup: { budgetMs: 200 } }, '1004');
    await bot.ada.openHome();
    await answered(bot, 1);
    nowMs += 120_000;
    bot.service.addFault({ kind: 'hang' });
    await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
    await answered(bot, 2);
    expect(homeText(bot.ada)).toMatch(said({ en: /1004 · .*no backup/, tr: /1004 · .*yedek yok/ }));
    const { what } = words.failure.unavailable.timeout(undefined);
    expect(homeText(bot.ada)).toContain(what);
    bot.service.clearFaults();
    await bot.ada.press({ actionId: HOME_ACTIONS.refresh });
    await answered(bot, 3);
    expect(homeText(bot.ada)).not.toContain(what);
  });
});

describe.each(TRANSPORTS)('looking up in Home over %s', (transport) => {
  async function open(...ids: readonly string[]) {
    const bot = await startPinned({ transport }, ...ids);
    await bot.ada.openHome();
    await answered(bot, 1);
    return bot;
  }

  test('an id typed into the field is answered in full, and is the first of the recent ones', async () => {
    const bot = await open();
    expect(await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1004')).toMatchObject({ ack: 'ok' });
    await answered(bot, 2);
    expect(homeText(bot.ada)).toMatch(new RegExp(`${offline('1004')}.*home_open_0`, 's'));
    await expect.poll(() => bot.store.recents.list(ownerOf(bot.ada))).toMatchObject([{ accountId: '1004' }]);
    expect(bot.ada.messages()).toEqual([]);
  });

  test('the button beside the field takes what stands in it', async () => {
    const bot = await open();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1001');
    await answered(bot, 2);
    await bot.ada.press({ actionId: HOME_ACTIONS.lookUp });
    await answered(bot, 3);
    // The field was emptied with the first answer.
    expect(homeText(bot.ada)).toContain(words.command.problem({ kind: 'id-unreadable', typed: '' }));
  });

  test('a name works there, and several accounts give a list', async () => {
    const bot = await open('1004');
    await bot.store.pins.rename(ownerOf(bot.ada), '1004', 'Acme');
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1001 ACME');
    await answered(bot, 2);
    expect(homeText(bot.ada)).toMatch(new RegExp(`Acme \\(1004\\).*1001 · ${FINE}`, 's'));
    expect(bot.service.requests.map(({ accountId }) => accountId)).not.toContain('ACME');
  });

  test('what cannot be an id is quoted back', async () => {
    const bot = await open();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '<!channel>');
    await answered(bot, 2);
    expect(homeText(bot.ada)).toContain(
      said({
        en: '“<!channel>” is a mention or a link, not an account id.',
        tr: '“<!channel>” bir bahsetme ya da bağlantı, hesap numarası değil.',
      }),
    );
    expect(bot.service.counts.generalInfos).toBe(0);
  });

  test('an unknown id is said to be unknown, and is no recent look-up', async () => {
    const bot = await open();
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, 'nope');
    await answered(bot, 2);
    expect(homeText(bot.ada)).toContain(NOT_FOUND);
    expect(await bot.store.recents.list(ownerOf(bot.ada))).toEqual([]);
  });

  test('Open shows a pinned account in full, Refresh asks about that one alone', async () => {
    const bot = await open('1001', '1004');
    const inMenu = (value: string) =>
      bot.ada.press({ actionId: HOME_ACTIONS.more, blockId: pinBlock('1004'), value });
    await inMenu(MORE.refresh);
    await answered(bot, 2);
    expect(bot.service.counts.generalInfos).toBe(3);
    expect(homeText(bot.ada)).not.toContain(said({ en: '1.5 TB', tr: '1,5 TB' }));
    await inMenu(MORE.open);
    await answered(bot, 3);
    expect(homeText(bot.ada)).toContain(said({ en: '1.5 TB', tr: '1,5 TB' }));
    expect(bot.service.counts.generalInfos).toBe(3);
  });

  test('a recent look-up opens again with its button; pages turn', async () => {
    const bot = await open(...Array.from({ length: 21 }, (_, index) => String(2001 + index)));
    await bot.ada.command('/backup-status 1004');
    await expect.poll(() => bot.store.recents.list(ownerOf(bot.ada))).toHaveLength(1);
    await bot.ada.openHome();
    await answered(bot, 2);
    expect(homeText(bot.ada)).toContain(offline('1004'));
    await bot.ada.press({ actionId: HOME_ACTIONS.next });
    await answered(bot, 3);
    expect(homeText(bot.ada)).toContain(words.home.range(21, 21, 21));
    await bot.ada.press({ actionId: 'home_open_0' });
    await answered(bot, 4);
    expect(homeText(bot.ada)).toMatch(/looked-up::1004/);
    await bot.ada.press({ actionId: HOME_ACTIONS.previous });
    await answered(bot, 5);
    expect(homeText(bot.ada)).toContain(words.home.range(1, 20, 21));
  });

  test('details open from Home', async () => {
    const bot = await open('1001');
    await bot.ada.type({ actionId: HOME_ACTIONS.lookup }, '1001');
    await answered(bot, 2);
    await bot.ada.press({ actionId: HOME_ACTIONS.more, blockId: 'looked-up::1001', value: MORE.details });
    const modal = await bot.ada.waitFor(() => bot.ada.modal());
    expect(JSON.stringify(modal.blocks)).toContain('çevrimiçi');
  });
});

describe('two processes that draw one Home', () => {
  test('the one that comes second reads anew what the other changed, and publishes on top', async () => {
    const first = await startPinned({ transport: 'http' }, '1003', '1004');
    const { ada, slack, store, service } = first;
    await ada.openHome();
    await answered(first, 1);
    const second = await startBot({ transport: 'http', slack, store, service });
    await ada.press({ actionId: HOME_ACTIONS.more, blockId: pinBlock('1003'), value: MORE.unpin });
    await expect
      .poll(() => homeText(ada))
      .toContain(words.pins.change({ kind: 'unpinned' }, '1003', undefined));
    await first.takeOver();
    await ada.press({ actionId: HOME_ACTIONS.more, blockId: pinBlock('1004'), value: MORE.refresh });
    await answered(first, 2);
    expect(homeText(ada)).toContain('1004');
    expect(homeText(ada)).not.toMatch(/\b1003\b/);
    const refused = slack.traffic.filter(
      (one) => one.kind === 'api' && JSON.stringify(one.result).includes('hash_conflict'),
    );
    expect(refused).toHaveLength(1);
    for (const { logLines } of [first, second]) {
      expect(logLines.filter(({ level }) => level >= 40)).toEqual([]);
    }
  });

  test('a Home that Slack does not take is logged, and the next one is published', async () => {
    const bot = await startPinned({ transport: 'http' }, '1001');
    bot.slack.addFault({ kind: 'error', code: 'not_enabled' }, { method: 'views.publish' });
    await bot.ada.openHome();
    await answered(bot, 1);
    expect(bot.logLines).toContainEqual(expect.objectContaining({ by: 'home', delivery: 'refused' }));
    expect(bot.logLines).toContainEqual(
      expect.objectContaining({ method: 'views.publish', error: 'not_enabled' }),
    );
    bot.slack.clearFaults();
    await bot.ada.openHome();
    await answered(bot, 2);
    expect(homeText(bot.ada)).toContain('1001');
  });
});
