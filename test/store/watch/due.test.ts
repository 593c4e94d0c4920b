import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChannelClaim } from '../../../src/store/watch/channels.ts';
import { bothDatabases, NOON_MS, postgresOfRun } from '../use-databases.ts';
import {
  ADA,
  claimChannel,
  claimOne,
  HEALTHY,
  HOUR_MS,
  MINUTE_MS,
  OPTIONS,
  TURNED_CRITICAL,
  watching,
} from './watching.ts';

const postgres = postgresOfRun();
/** The end of a tick that posted nothing. */
const WAITS = { posted: {}, rests: false };

describe.each(bothDatabases(postgres))('rows that are due on $kind', ({ freshUrl }) => {
  test('six simultaneous claimers never get the same account', async () => {
    const ids = Array.from({ length: 90 }, (_, index) => String(1000 + index));
    const store = await watching(await freshUrl(), ids);
    const claimed: string[] = [];
    const claimAll = async () => {
      for (;;) {
        const claims = await store.watchStore.claimAccounts(NOON_MS, 7);
        if (claims.length === 0) return;
        claimed.push(...claims.map(({ accountId }) => accountId));
      }
    };
    await Promise.all(Array.from({ length: 6 }, claimAll));
    expect(claimed.toSorted()).toEqual(ids);
  });

  test('a result for an outdated claim changes nothing', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    const frozen = await claimOne(store);
    const newer = await claimOne(store, NOON_MS + MINUTE_MS);
    expect(await store.watchStore.commitReading(NOON_MS, frozen, () => TURNED_CRITICAL)).toMatchObject({
      finished: 'lost',
    });
    expect(await store.watchStore.commitReading(NOON_MS, frozen, () => ({ dueAtMs: NOON_MS }))).toMatchObject(
      { finished: 'lost' },
    );
    expect(await store.watches.list(['C1'])).toMatchObject([{ watches: [{ state: HEALTHY }] }]);
    expect(await store.watchStore.commitReading(NOON_MS, newer, () => TURNED_CRITICAL)).toMatchObject({
      finished: 'done',
    });
    expect(await store.watchStore.commitReading(NOON_MS, newer, () => TURNED_CRITICAL)).toMatchObject({
      finished: 'lost',
    });
  });

  test.each([
    ['', NOON_MS],
    [', although its lease was over', NOON_MS + 2 * MINUTE_MS],
  ])('a channel woken while it is notified is due right after that%s', async (_, nowMs) => {
    const store = await watching(await freshUrl());
    const claim = await claimChannel(store);
    await store.watchStore.commitReading(nowMs, await claimOne(store), () => TURNED_CRITICAL);
    await store.watchStore.finishChannel(nowMs, claim, { ...WAITS, dueAtMs: nowMs + HOUR_MS });
    expect((await claimChannel(store, nowMs)).state.newest).toHaveLength(1);
  });

  test('a channel rests after a call, even if it is woken meanwhile', async () => {
    const store = await watching(await freshUrl());
    const claim = await claimChannel(store);
    await store.watchStore.commitReading(NOON_MS, await claimOne(store), () => TURNED_CRITICAL);
    await store.watchStore.finishChannel(NOON_MS, claim, {
      ...WAITS,
      rests: true,
      dueAtMs: NOON_MS + HOUR_MS,
    });
    await store.watchStore.commitReading(NOON_MS + MINUTE_MS, await claimOne(store), () => TURNED_CRITICAL);
    expect(await store.watchStore.nextDueAtMs('channels')).toBe(NOON_MS + HOUR_MS);
    expect(await store.watchStore.claimChannel(NOON_MS + HOUR_MS - 1)).toBeUndefined();
    expect(await claimChannel(store, NOON_MS + HOUR_MS)).toMatchObject({ channelId: 'C1' });
  });

  test('a channel woken while it is claimed delays no other', async () => {
    const store = await watching(await freshUrl());
    // Both channels are due because something new is watched there. The first one stays claimed.
    await store.watches.add({
      channelId: 'C2',
      person: ADA,
      patterns: ['1007'],
      options: OPTIONS,
    });
    const [first, second] = [await claimChannel(store), await claimChannel(store)];
    const soonMs = NOON_MS + 2_000;
    await store.watchStore.finishChannel(NOON_MS, second, { ...WAITS, dueAtMs: soonMs });
    await store.watchStore.commitReading(NOON_MS, await claimOne(store), () => TURNED_CRITICAL);
    expect(first.channelId).toBe('C1');
    expect(await store.watchStore.nextDueAtMs('channels')).toBe(soonMs);
    await claimChannel(store, soonMs);
    // The claim may have ended with a crash.
    expect(await store.watchStore.nextDueAtMs('channels')).toBe(NOON_MS + MINUTE_MS);
  });

  test('everything is due after the clock was found to be wrong', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    await store.watchStore.commitReading(NOON_MS + 24 * HOUR_MS, await claimOne(store), () => ({
      dueAtMs: NOON_MS + 24 * HOUR_MS,
    }));
    await store.watchStore.finishChannel(NOON_MS, await claimChannel(store), {
      ...WAITS,
      rests: true,
      dueAtMs: NOON_MS + HOUR_MS,
    });
    await store.watchStore.makeAllDue(NOON_MS);
    expect(await claimOne(store)).toMatchObject({ accountId: '1004' });
    expect(await claimChannel(store)).toMatchObject({ channelId: 'C1' });
  });
});

test('a PostgreSQL row that somebody else is writing delays no other claim', async () => {
  const connectionString = await postgres().createDatabase();
  const store = await watching(connectionString);
  const other = new pg.Client({ connectionString, options: '-c search_path=backup_status' });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`begin; update watched_accounts set epoch = epoch where id = '1004'`);
  expect(await store.watchStore.claimAccounts(NOON_MS, 1)).toMatchObject([{ accountId: '1007' }]);
  await other.query('rollback');
  expect(await store.watchStore.claimAccounts(NOON_MS, 1)).toMatchObject([{ accountId: '1004' }]);
});

test('a PostgreSQL channel claimed at the moment it is woken is due after its tick', async () => {
  const connectionString = await postgres().createDatabase();
  const store = await watching(connectionString);
  const reading = await claimOne(store);
  const other = new pg.Client({ connectionString, options: '-c search_path=backup_status' });
  await other.connect();
  onTestFinished(() => other.end());
  const leaseUntilMs = NOON_MS + MINUTE_MS;
  await other.query('begin');
  await other.query(
    `update channels set epoch = 1, started_attempts = 1, lease_until_ms = ${leaseUntilMs}, due_at_ms = ${leaseUntilMs}`,
  );
  const committed = store.watchStore.commitReading(NOON_MS, reading, () => TURNED_CRITICAL);
  const isWaiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  await expect.poll(async () => (await other.query(isWaiting)).rowCount).toBe(1);
  await other.query('commit');
  await committed;
  const claim = { channelId: 'C1', fencingToken: 1 } as ChannelClaim;
  await store.watchStore.finishChannel(NOON_MS, claim, { ...WAITS, dueAtMs: NOON_MS + HOUR_MS });
  expect((await claimChannel(store)).state.newest).toHaveLength(1);
});
