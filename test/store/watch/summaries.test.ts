import { describe, expect, test } from 'vitest';
import type { SummarySchedule } from '../../../src/watch/schedule.ts';
import { bothDatabases, NOON_MS, openStore, postgresOfRun } from '../use-databases.ts';
import {
  ADA,
  claimChannel,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  notifying,
  OPTIONS,
  type Opened,
  readFirst,
} from './watching.ts';

const postgres = postgresOfRun();
/** Noon by the store's clock is 15:00 in Istanbul. */
const AT_FIVE: SummarySchedule = { atMinute: 17 * 60, days: [1, 2, 3, 4, 5, 6, 7], zone: 'Europe/Istanbul' };
const DUE_MS = NOON_MS + 2 * HOUR_MS;
const TOLD_MS = DUE_MS + MINUTE_MS;

describe.each(bothDatabases(postgres))('summaries on $kind', ({ freshUrl }) => {
  /** 1004 and 1007 are watched in C1, with a summary at 17:00 by default. */
  async function summing(summary: SummarySchedule | undefined = AT_FIVE): Promise<Opened> {
    const store = await openStore(await freshUrl());
    await set(store, summary);
    await readFirst(store);
    return store;
  }
  /** Sets it as the conversation itself, so that nobody is notified. */
  const set = async (store: Opened, summary: SummarySchedule | undefined, channelId = 'C1') => {
    await store.watches.add({ channelId, person: ADA, patterns: ['1004', '1007'], options: OPTIONS });
    if (summary !== undefined) await store.watches.setSummary(channelId, channelId, summary);
  };
  /** The notifications at this time, with what is watched in C1. */
  const saidAt = async (store: Opened, nowMs: number) =>
    (await notifying(store, nowMs)).map(({ notification, planned: { overview } }) => ({
      kind: notification.kind,
      overview,
    }));

  test('a new time counts from now, an unchanged one from the last summary', async () => {
    const store = await summing();
    await saidAt(store, TOLD_MS);
    await set(store, AT_FIVE);
    expect(await saidAt(store, DUE_MS + 2 * HOUR_MS)).toEqual([]);
    await set(store, { ...AT_FIVE, atMinute: 18 * 60 });
    expect(await saidAt(store, DUE_MS + 2 * HOUR_MS)).toMatchObject([
      { kind: 'summary', overview: { sinceMs: TOLD_MS } },
    ]);
  });

  test('comes at its time after a clock that was days ahead was set right', async () => {
    const store = await summing();
    const aheadMs = TOLD_MS + 4 * DAY_MS;
    expect(await saidAt(store, aheadMs)).toMatchObject([{ kind: 'summary' }]);
    await store.watchStore.makeAllDue(NOON_MS);
    expect(await saidAt(store, NOON_MS)).toEqual([]);
    expect(await saidAt(store, TOLD_MS)).toMatchObject([{ kind: 'summary', overview: { sinceMs: NOON_MS } }]);
  });

  test('ends when somebody stops it or the last watch', async () => {
    const store = await summing();
    expect(await store.watches.setSummary('C1', 'U1')).toBe(true);
    expect(await store.watches.setSummary('C1', 'U1')).toBe(false);
    await set(store, AT_FIVE);
    await store.watches.remove('C1', ['1004'], 'U1');
    expect(await store.watches.list(['C1'])).toMatchObject([{ summary: AT_FIVE }]);
    await store.watches.remove('C1', ['1007'], 'U1');
    await set(store, undefined);
    expect((await store.watches.list(['C1']))[0]?.summary).toBeUndefined();
    // Also while it is posted.
    await set(store, AT_FIVE);
    const claim = await claimChannel(store, DUE_MS + HOUR_MS);
    await store.watches.setSummary('C1', 'U1');
    const notification = { kind: 'summary', dueAtMs: DUE_MS, zone: AT_FIVE.zone } as const;
    const planned = { ...claim, call: { ...claim.call, notification } };
    const end = { posted: {}, dueAtMs: DUE_MS, broken: null };
    await store.watchStore.finishChannel(DUE_MS + HOUR_MS, planned, end);
    expect((await store.watches.list(['C1']))[0]?.summary).toBeUndefined();
  });
});
