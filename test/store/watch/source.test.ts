import { describe, expect, test } from 'vitest';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, runSql, UNHURRIED } from '../use-databases.ts';
import {
  ADA,
  CRITICAL,
  claimOne,
  DAY_MS,
  HEALTHY,
  HOUR_MS,
  INCIDENT,
  MINUTE_MS,
  notifying,
  OPTIONS,
  TURNED_CRITICAL,
  watching,
} from './watching.ts';

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

  test('after a clock that was days ahead is set right, alerts come and are repeated as ever', async () => {
    const url = await freshUrl();
    const store = await watching(url, accountsOf(2));
    const aheadMs = NOON_MS + 4 * DAY_MS;
    // An operator's own.
    await runSql(url, 'create view late as select id, due_at_ms from watched_accounts');
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

  test('what was watched while the clock was ahead is alerted as ever, and no downtime of then counts', async () => {
    const store = await watching(await freshUrl(), ['1001']);
    const aheadMs = NOON_MS + 4 * DAY_MS;
    await store.watchStore.tick(NOON_MS);
    await store.watchStore.tick(aheadMs);
    await notifying(store, aheadMs);
    await store.watchStore.tick(aheadMs + HOUR_MS);
    await notifying(store, aheadMs + HOUR_MS);
    const options = { ...OPTIONS, createdAtMs: aheadMs, targets: ['pagerduty'] } as const;
    await store.watches.add({ channelId: 'C2', person: ADA, patterns: ['1001'], options });
    expect(await store.watchStore.tick(NOON_MS + MINUTE_MS)).toBeLessThan(0);
    const claim = await claimOne(store, NOON_MS + HOUR_MS);
    const incident = { ...INCIDENT, detectedAtMs: NOON_MS + HOUR_MS };
    await store.watchStore.commitReading(NOON_MS + HOUR_MS, claim, () => ({ ...TURNED_CRITICAL, incident }));
    const calls = await notifying(store, NOON_MS + HOUR_MS + MINUTE_MS);
    const said = calls.map(({ channelId, notification }) => `${channelId} ${notification.kind}`);
    expect(said.toSorted()).toEqual(['C1 alert', 'C2 alert']);
    const called = await store.watchStore.claimCalls(NOON_MS + HOUR_MS + 2 * MINUTE_MS, ['pagerduty'], []);
    expect(called).toMatchObject([{ action: 'trigger' }]);
    expect(await store.watchStore.readSource()).toMatchObject({
      downtime: { toMs: NOON_MS + MINUTE_MS },
    });
    const { gaps } = await store.watches.record('1001');
    expect(gaps).toEqual([{ fromMs: NOON_MS, toMs: NOON_MS + MINUTE_MS }]);
  });

  test('an outage that began while the clock was ahead is posted once, and so is its end', async () => {
    const store = await watching(await freshUrl(), ['1001']);
    const aheadMs = NOON_MS + 4 * DAY_MS;
    const isSure = { kind: 'failed', isSure: true } as const;
    await store.watchStore.tick(aheadMs);
    const claim = await claimOne(store, aheadMs);
    await store.watchStore.commitReading(aheadMs, claim, () => ({ dueAtMs: aheadMs }), isSure);
    const kinds = async (nowMs: number) =>
      (await notifying(store, nowMs)).map(({ kind, notification }) => `${kind} ${notification.kind}`);
    expect(await kinds(aheadMs + HOUR_MS)).toEqual(['post outage']);
    await store.watchStore.tick(NOON_MS);
    expect(await kinds(NOON_MS + HOUR_MS)).toEqual([]);
    const later = await claimOne(store, NOON_MS + HOUR_MS);
    const step = { state: HEALTHY, dueAtMs: NOON_MS + DAY_MS };
    await store.watchStore.commitReading(NOON_MS + HOUR_MS, later, () => step);
    expect(await kinds(NOON_MS + HOUR_MS + 1)).toEqual(['reply outage']);
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
