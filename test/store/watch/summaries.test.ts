import { describe, expect, test } from 'vitest';
import { plannedSummary, type SummarySchedule } from '../../../src/watch/summary-schedule.ts';
import type { Told } from '../../../src/watch/told.ts';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, runSql } from '../use-databases.ts';
import {
  ADA,
  CRITICAL,
  claimChannel,
  claimOne,
  HEALTHY,
  HOUR_MS,
  MINUTE_MS,
  type Opened,
  readFirst,
  TERMS,
  TURNED_CRITICAL,
  TURNED_HEALTHY,
} from './watching.ts';

const postgres = postgresOfRun();
/** Noon of the store's clock is 15:00 in Istanbul. */
const AT_FIVE: SummarySchedule = { atMinute: 17 * 60, days: [1, 2, 3, 4, 5, 6, 7], zone: 'Europe/Istanbul' };
const DUE_MS = NOON_MS + 2 * HOUR_MS;
const TOLD: Extract<Told, { kind: 'summary' }> = {
  kind: 'summary',
  atMs: DUE_MS + MINUTE_MS,
  dueAtMs: DUE_MS,
  zone: AT_FIVE.zone,
};

describe.each(bothDatabases(postgres))('summaries on $kind', ({ freshUrl }) => {
  /** 1004 and 1007 are watched in C1, with a summary at five unless given. */
  async function summing(summary: SummarySchedule | 'none' | undefined = AT_FIVE): Promise<Opened> {
    const store = await openStore(await freshUrl());
    await set(store, summary);
    await readFirst(store);
    return store;
  }
  const set = (store: Opened, summary: SummarySchedule | 'none' | undefined, channelId = 'C1') =>
    store.watches.add({ channelId, person: ADA, patterns: ['1004', '1007'], terms: TERMS, summary });
  const posted = async (store: Opened, told = TOLD) => {
    const claim = await claimChannel(store, told.atMs);
    const id = (await store.watchStore.beginPost(claim, told, told.atMs)) ?? '';
    const step = { kind: 'posted', id, ts: '1.5', postedIn: 'C1', told, dueAtMs: told.atMs } as const;
    return store.watchStore.finishChannel(claim, step, told.atMs);
  };

  test('a schedule is kept with its channel; one that is due comes with all that it is about', async () => {
    const store = await summing();
    await set(store, undefined);
    expect(await store.watches.list(['C1'])).toMatchObject([{ summary: AT_FIVE }]);
    expect((await claimChannel(store)).summary).toEqual({ ...AT_FIVE, doneUntilMs: NOON_MS });
    await store.watchStore.commitReading(await claimOne(store), TURNED_CRITICAL, NOON_MS);
    expect((await claimChannel(store, NOON_MS + MINUTE_MS)).overview).toBeUndefined();
    expect((await claimChannel(store, DUE_MS)).overview).toEqual({
      accounts: [
        {
          accountId: '1004',
          state: CRITICAL,
          incident: { level: 'critical', startedAtMs: NOON_MS - MINUTE_MS, detectedAtMs: NOON_MS },
        },
        { accountId: '1007', state: HEALTHY },
      ],
      ended: [],
      sinceMs: TERMS.createdAtMs,
    });
  });

  test('one of 1.x that came only if needed comes each day', async () => {
    const url = await freshUrl();
    const store = await openStore(url);
    await set(store, AT_FIVE);
    const stored = { ...AT_FIVE, onlyIfNeeded: true, doneUntilMs: NOON_MS };
    await runSql(url, `update channels set summary = '${JSON.stringify(stored)}'`);
    const claim = await claimChannel(store, DUE_MS);
    expect(claim.overview?.accounts).toHaveLength(2);
    expect(plannedSummary(claim.summary ?? stored, DUE_MS)).toBe(DUE_MS);
  });

  test('is told once: the next one comes the day after, with what has changed since', async () => {
    const store = await summing();
    expect(await posted(store)).toBe('done');
    const nextMs = DUE_MS + 24 * HOUR_MS;
    const early = await claimChannel(store, nextMs - 1);
    expect(early).toMatchObject({ summary: { doneUntilMs: DUE_MS, toldAtMs: TOLD.atMs } });
    expect(early.overview).toBeUndefined();
    await store.watchStore.finishChannel(early, { kind: 'wait', dueAtMs: nextMs }, nextMs);
    for (const turned of [TURNED_CRITICAL, TURNED_HEALTHY]) {
      const claims = await store.watchStore.claimAccounts(nextMs, 10);
      const claim = claims.find(({ accountId }) => accountId === '1004');
      if (claim) await store.watchStore.commitReading(claim, turned, nextMs);
      await store.watchStore.makeAllDue(nextMs);
    }
    expect((await claimChannel(store, nextMs)).overview).toMatchObject({
      ended: [{ accountId: '1004' }],
      sinceMs: TOLD.atMs,
    });
  });

  test('one whose answer was lost is told again under the same key', async () => {
    const store = await summing();
    const claim = await claimChannel(store, DUE_MS);
    const id = await store.watchStore.beginPost(claim, TOLD, DUE_MS);
    const later = await claimChannel(store, DUE_MS + 2 * MINUTE_MS);
    expect(later).toMatchObject({ unconfirmed: { id, told: TOLD }, overview: { accounts: [{}, {}] } });
  });

  test('one that a frozen process has posted is done with, by whoever is next', async () => {
    const store = await summing();
    const frozen = await claimChannel(store, DUE_MS);
    const id = (await store.watchStore.beginPost(frozen, TOLD, DUE_MS)) ?? '';
    await claimChannel(store, DUE_MS + 2 * MINUTE_MS);
    const step = { kind: 'posted', id, ts: '1.5', postedIn: 'C1', told: TOLD, dueAtMs: DUE_MS } as const;
    expect(await store.watchStore.finishChannel(frozen, step, DUE_MS + 3 * MINUTE_MS)).toBe('lost');
    const next = await claimChannel(store, DUE_MS + 4 * MINUTE_MS);
    expect(next).toMatchObject({ summary: { doneUntilMs: DUE_MS } });
    expect(next.unconfirmed).toBeUndefined();
  });

  test('another time counts from now on, the same one from before', async () => {
    const store = await summing();
    await posted(store);
    await set(store, AT_FIVE);
    const claim = await claimChannel(store, DUE_MS + 2 * HOUR_MS);
    expect(claim.summary).toMatchObject({ doneUntilMs: DUE_MS, toldAtMs: TOLD.atMs });
    await set(store, { ...AT_FIVE, atMinute: 60 });
    const other = await claimChannel(store, DUE_MS + 3 * HOUR_MS);
    expect(other.summary).toMatchObject({ doneUntilMs: NOON_MS, toldAtMs: TOLD.atMs, atMinute: 60 });
  });

  test('ends when somebody stops it, wants none, or stops the last watch', async () => {
    const store = await summing();
    expect(await store.watches.stopSummary('C1', 'U1')).toBe(true);
    expect(await store.watches.stopSummary('C1', 'U1')).toBe(false);
    await set(store, AT_FIVE);
    await set(store, 'none');
    expect((await claimChannel(store, DUE_MS)).summary).toBeUndefined();
    await set(store, AT_FIVE);
    await store.watches.remove('C1', ['1004'], 'U1');
    expect(await store.watches.list(['C1'])).toMatchObject([{ summary: AT_FIVE }]);
    await store.watches.remove('C1', ['1007'], 'U1');
    await set(store, undefined);
    expect((await store.watches.list(['C1']))[0]?.summary).toBeUndefined();
    // While it is told.
    await set(store, AT_FIVE);
    const claim = await claimChannel(store, DUE_MS + HOUR_MS);
    const id = (await store.watchStore.beginPost(claim, TOLD, DUE_MS)) ?? '';
    await store.watches.stopSummary('C1', 'U1');
    const step = { kind: 'posted', id, ts: '1.5', postedIn: 'C1', told: TOLD, dueAtMs: DUE_MS } as const;
    await store.watchStore.finishChannel(claim, step, DUE_MS + HOUR_MS);
    expect((await store.watches.list(['C1']))[0]?.summary).toBeUndefined();
  });

  test('a person’s overview has each account once that they get or have begun, wherever', async () => {
    const store = await summing();
    await set(store, undefined, ADA.userId);
    const others = { person: { ...ADA, userId: 'U2' }, terms: TERMS };
    await store.watches.add({ ...others, channelId: 'C2', patterns: ['1009'] });
    const ids = async (of: { userId: string } | { channelId: string }) =>
      (await store.watches.overview(of)).accounts.map(({ accountId }) => accountId);
    expect(await ids({ userId: ADA.userId })).toEqual(['1004', '1007']);
    expect(await ids({ channelId: 'C2' })).toEqual(['1009']);
    expect(await ids({ channelId: 'C3' })).toEqual([]);
  });
});
