import { describe, expect, test } from 'vitest';
import { ASK_AGAIN } from '../../src/formatters/action-ids.ts';
import { found } from '../formatters/samples.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { ownerOf } from '../support/home-of.ts';
import { FINE, NO_BACKUP, usedUp } from '../support/phrases.ts';
import { TRANSPORTS } from '../support/slack-settings.ts';
import { type StartedBot, startBot } from '../support/start-bot.ts';
import { startEdge, startStore } from '../support/start-edge.ts';

const PRESS = { actionId: ASK_AGAIN };
const ids = (count: number, from: number) => Array.from({ length: count }, (_, at) => `load-${from + at}`);

const auditLines = ({ logLines }: Pick<StartedBot, 'logLines'>) =>
  logLines.filter(({ by }) => by === 'ask-again');

describe.each(TRANSPORTS)('Ask again over %s', (transport) => {
  /** A bot whose ada has used up her minute, at a clock that the test moves. */
  async function startUsedUp() {
    const clock = { nowMs: Date.now() };
    const store = await startStore();
    const bot = await startBot({ transport, store, now: () => clock.nowMs });
    for (const from of [1, 11, 21]) await bot.ada.command(`/backup-status ${ids(10, from).join(' ')}`);
    const shown = () => bot.ada.messages().slice(3);
    const answered = (count: number) => expect.poll(() => auditLines(bot)).toHaveLength(count);
    bot.service.resetCounts();
    return { ...bot, clock, store, shown, answered };
  }

  test('looks up the typed accounts, in place of the refusal', async () => {
    const bot = await startUsedUp();
    await bot.ada.command('/backup-status 1001 1004 “Nobody & Sons”');
    const [refusal] = bot.shown();
    bot.clock.nowMs += 60_000;
    await bot.ada.press(PRESS);
    await bot.answered(1);
    const [list, ...others] = bot.shown();
    expect(others).toEqual([]);
    expect(list).toMatchObject({ ts: refusal?.ts, isEphemeral: true });
    for (const shown of [NO_BACKUP, FINE, 'Nobody & Sons']) {
      expect(JSON.stringify(list?.blocks)).toContain(shown);
    }
    expect(bot.service.counts.generalInfos).toBe(3);
    expect(auditLines(bot)).toMatchObject([{ audience: 'private', delivery: 'deferred' }]);
    expect(auditLines(bot)[0]?.accounts).toEqual([
      { id: '1004', outcome: 'found' },
      { id: 'Nobody & Sons', outcome: 'not-found' },
      { id: '1001', outcome: 'found' },
    ]);
    const recents = async () =>
      (await bot.store.recents.list(ownerOf(bot.ada))).map(({ accountId }) => accountId);
    await expect.poll(recents).toEqual(['1004', '1001', ...ids(8, 21)]);
  });

  test('says the new wait when it is too early, and can be pressed again', async () => {
    const bot = await startUsedUp();
    await bot.ada.command('/backup-status 1004');
    expect(bot.shown()[0]?.text).toContain(usedUp(30, 60_000).next);
    bot.clock.nowMs += 40_000;
    await bot.ada.press(PRESS);
    await bot.answered(1);
    expect(bot.shown().map(({ text }) => text)).toEqual([`${usedUp(30).what}\n${usedUp(30, 20_000).next}`]);
    expect(auditLines(bot)).toMatchObject([{ said: 'rate-limited', accounts: [] }]);
    expect(bot.service.counts.generalInfos).toBe(0);
    bot.clock.nowMs += 20_000;
    await bot.ada.press(PRESS);
    await bot.answered(2);
    expect(bot.shown().map(({ text }) => text)).toEqual([expect.stringContaining(NO_BACKUP)]);
  });

  test('finds an account by its name', async () => {
    const bot = await startUsedUp();
    await bot.store.pins.add(ownerOf(bot.ada), { accountId: '1004', name: 'Ali & Veli' });
    await bot.ada.command('/backup-status ali & veli');
    bot.clock.nowMs += 60_000;
    await bot.ada.press(PRESS);
    await bot.answered(1);
    expect(bot.shown()[0]?.text).toContain(NO_BACKUP);
  });

  test('shares what was to be shared, once, and the refusal goes', async () => {
    const bot = await startUsedUp();
    await bot.ada.command('/backup-status 1001 1004 share');
    bot.clock.nowMs += 60_000;
    await Promise.all([bot.ada.press(PRESS), bot.ada.press(PRESS)]);
    await bot.answered(1);
    expect(bot.shown()).toMatchObject([{ isEphemeral: false, text: expect.stringContaining(NO_BACKUP) }]);
    expect(bot.bora.messages()).toHaveLength(1);
    expect(auditLines(bot)).toMatchObject([{ audience: 'channel' }]);
  });
});

describe.each(TRANSPORTS)('Ask again while the service is slow, over %s', (transport) => {
  test('shows in place of the refusal that an answer is on its way, then the answer', async () => {
    const clock = { nowMs: Date.now() };
    const held = holdLookup();
    const { ada, logLines } = await startEdge({
      ...{ lookup: held.lookup, transport, now: () => clock.nowMs },
      ...{ lookupsPerMinute: 1, inlineWithinMs: 1 },
    });
    held.answer(found());
    await ada.command('/backup-status 1001');
    await ada.command('/backup-status 1002');
    clock.nowMs += 60_000;
    await ada.press(PRESS);
    const pending = await ada.waitFor(() =>
      ada.messages().find(({ blocks }) => JSON.stringify(blocks).includes('"pending"')),
    );
    held.answer(found({ id: '1002' }));
    await expect.poll(() => auditLines({ logLines })).toHaveLength(1);
    expect(ada.messages().find(({ ts }) => ts === pending.ts)?.text).toContain('1002');
    expect(ada.messages()).toHaveLength(2);
  });
});
