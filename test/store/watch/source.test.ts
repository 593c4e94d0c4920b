import { describe, expect, test } from 'vitest';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, UNHURRIED } from '../use-databases.ts';
import {
  CRITICAL,
  claimOne,
  HOUR_MS,
  INCIDENT,
  MINUTE_MS,
  notifying,
  TURNED_CRITICAL,
  watching,
} from './watching.ts';

const postgres = postgresOfRun();
const accountsOf = (count: number) => Array.from({ length: count }, (_, index) => String(1001 + index));

const DAY_MS = 24 * HOUR_MS;
const LATER_MS = NOON_MS + 30 * MINUTE_MS;

describe.each(bothDatabases(postgres))('the state of the service on $kind', ({ freshUrl }) => {
  test('three processes share one rate, and never read the same account', async () => {
    const url = await freshUrl();
    const ids = accountsOf(200);
    const stores = [await watching(url, ids), await openStore(url), await openStore(url)];
    const [perSecond, seconds, claimed] = [10, 15, [] as string[]];
    for (let ms = 0; ms < seconds * 1_000; ms += 1_000) {
      const limits = { perSecond, leaseMs: HOUR_MS };
      const claims = await Promise.all(
        stores.map(({ watchStore }) => watchStore.claimAccounts(NOON_MS + ms, 4, limits)),
      );
      claimed.push(...claims.flat().map(({ accountId }) => accountId));
    }
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed.length).toBeLessThanOrEqual(1.05 * perSecond * seconds);
    expect(claimed.length).toBeGreaterThan(0.95 * perSecond * seconds);
  });

  test('no account is claimed before the time of the next read, not even by a process whose clock is behind', async () => {
    const store = await watching(await freshUrl(), accountsOf(3));
    const limits = { perSecond: 1, leaseMs: HOUR_MS };
    await store.watchStore.makeAllDue(NOON_MS);
    expect(await store.watchStore.claimAccounts(LATER_MS, 1, limits)).toHaveLength(1);
    expect(await store.watchStore.claimAccounts(LATER_MS - MINUTE_MS, 3, limits)).toEqual([]);
  });

  test('after a clock that was days ahead is set right, alerts come and are repeated as ever', async () => {
    const store = await watching(await freshUrl(), accountsOf(2));
    const aheadMs = NOON_MS + 4 * DAY_MS;
    /** The next account turns critical at this time. Resolves with the calls of the following hours. */
    const turns = async (nowMs: number, hours: number) => {
      const claim = await claimOne(store, nowMs);
      const times = { startedAtMs: nowMs - MINUTE_MS, detectedAtMs: nowMs };
      const incident = { ...INCIDENT, ...times };
      const state = { ...CRITICAL, startedAtMs: times.startedAtMs, readAtMs: nowMs };
      const step = { ...TURNED_CRITICAL, state, incident, dueAtMs: nowMs + 9 * DAY_MS };
      await store.watchStore.commitReading(nowMs, claim, () => step);
      const calls = [];
      for (let hour = 0; hour <= hours; hour += 1)
        calls.push(...(await notifying(store, nowMs + MINUTE_MS + hour * HOUR_MS)));
      return calls.filter(({ kind }) => kind === 'post').map(({ notification }) => notification);
    };
    expect(await turns(aheadMs, 0)).toMatchObject([{ kind: 'alert' }]);
    await store.watchStore.makeAllDue(NOON_MS + MINUTE_MS);
    const later = await turns(NOON_MS + HOUR_MS, 3);
    expect(later.map((one) => (one.kind === 'alert' ? (one.again ? 'again' : 'new') : one.kind))).toEqual([
      'new',
      'again',
      'again',
    ]);
  });

  test('an account whose read crashes the process waits for 1, 2, 4 … minutes, at most 15', async () => {
    const store = await watching(await freshUrl(), ['1001']);
    let nowMs = NOON_MS;
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      await claimOne(store, nowMs);
      nowMs += minutes * MINUTE_MS;
      expect(await store.watchStore.claimAccounts(nowMs - 1, 1, UNHURRIED)).toEqual([]);
      expect(await store.watchStore.nextDueAtMs('watched_accounts')).toBe(nowMs);
    }
    await store.watchStore.commitReading(nowMs, await claimOne(store, nowMs), () => ({ dueAtMs: nowMs }));
    await claimOne(store, nowMs);
    expect(await store.watchStore.nextReadAtMs()).toBe(nowMs + MINUTE_MS);
  });
});
