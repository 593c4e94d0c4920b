import { describe, expect, test } from 'vitest';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, UNHURRIED } from '../use-databases.ts';
import { claimOne, HOUR_MS, MINUTE_MS, watching } from './watching.ts';

const postgres = postgresOfRun();
const accountsOf = (count: number) => Array.from({ length: count }, (_, index) => String(1001 + index));

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
