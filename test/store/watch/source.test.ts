import { describe, expect, test } from 'vitest';
import { bothDatabases, NOON_MS, openStore, postgresOfRun } from '../use-databases.ts';
import { claimOne, HOUR_MS, MINUTE_MS, type Opened, watching } from './watching.ts';

const postgres = postgresOfRun();
const FAILED = { kind: 'failed', isSure: false } as const;
const accountsOf = (count: number) => Array.from({ length: count }, (_, index) => String(1001 + index));

/** Reads everything that is due at this time. */
async function readDue(
  { watchStore }: Opened,
  nowMs: number,
  resultOf: (accountId: string) => typeof FAILED | undefined,
): Promise<readonly string[]> {
  const claims = await watchStore.claimAccounts(nowMs, 100);
  for (const claim of claims) {
    const failure = resultOf(claim.accountId);
    await watchStore.commitReading(nowMs, claim, () => ({ dueAtMs: nowMs + HOUR_MS }), failure);
  }
  return claims.map(({ accountId }) => accountId);
}
const answers = () => undefined;
const fails = () => FAILED;
const LATER_MS = NOON_MS + 30 * MINUTE_MS;

describe.each(bothDatabases(postgres))('the state of the service on $kind', ({ freshUrl }) => {
  test.each([1, 2, 5, 40])(
    'a first failure of %i accounts makes others due at once, and all failing is an outage',
    async (count) => {
      const store = await watching(await freshUrl(), accountsOf(count));
      await readDue(store, NOON_MS, answers);
      // After five minutes without a read one account is read, though none is due.
      expect(await store.watchStore.nextReadAtMs()).toBe(NOON_MS + 5 * MINUTE_MS);
      expect(await readDue(store, LATER_MS, fails)).toHaveLength(1);
      expect(await readDue(store, LATER_MS + 1_000, fails)).toHaveLength(Math.min(4, count - 1));
      const { outage } = await store.watchStore.readSource();
      expect(outage?.sinceMs).toBeGreaterThanOrEqual(LATER_MS);
      expect(outage?.sinceMs).toBeLessThanOrEqual(LATER_MS + 1_000);
      expect(await store.watchStore.figures()).toMatchObject({ outageSinceMs: outage?.sinceMs });
    },
  );

  test('one of three accounts that always fails neither is an outage nor prolongs one', async () => {
    const store = await watching(await freshUrl(), accountsOf(3));
    const isPoisoned = (id: string) => (id === '1001' ? FAILED : undefined);
    await readDue(store, NOON_MS, isPoisoned);
    expect((await store.watchStore.readSource()).outage).toBeUndefined();
    await readDue(store, LATER_MS, fails);
    await readDue(store, LATER_MS, fails);
    await store.watchStore.makeAllDue(LATER_MS);
    await readDue(store, LATER_MS, fails);
    expect((await store.watchStore.readSource()).outage).toMatchObject({ overAtMs: undefined });
    for (let nowMs = LATER_MS + HOUR_MS; nowMs < LATER_MS + 2 * HOUR_MS; nowMs += MINUTE_MS)
      await readDue(store, nowMs, isPoisoned);
    expect((await store.watchStore.readSource()).outage).toMatchObject({ overAtMs: expect.any(Number) });
  });

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
      expect(await store.watchStore.claimAccounts(nowMs - 1, 1)).toEqual([]);
      expect(await store.watchStore.nextDueAtMs('watched_accounts')).toBe(nowMs);
    }
    await store.watchStore.commitReading(nowMs, await claimOne(store, nowMs), () => ({ dueAtMs: nowMs }));
    await claimOne(store, nowMs);
    expect(await store.watchStore.nextReadAtMs()).toBe(nowMs + MINUTE_MS);
  });
});
