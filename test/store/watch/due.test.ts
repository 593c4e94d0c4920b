import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { bothDatabases, NOON_MS, postgresOfRun, UNHURRIED } from '../use-databases.ts';
import {
  ADA,
  alerted,
  claimChannel,
  claimOne,
  HOUR_MS,
  INCIDENT,
  MINUTE_MS,
  OPTIONS,
  TURNED_CRITICAL,
  watching,
} from './watching.ts';

const postgres = postgresOfRun();

describe.each(bothDatabases(postgres))('rows that are due on $kind', ({ freshUrl }) => {
  test('six simultaneous claimers never get the same account', async () => {
    const ids = Array.from({ length: 90 }, (_, index) => String(1000 + index));
    const store = await watching(await freshUrl(), ids);
    const claimed: string[] = [];
    const claimAll = async () => {
      for (;;) {
        const claims = await store.watchStore.claimAccounts(NOON_MS, 7, UNHURRIED);
        if (claims.length === 0) return;
        claimed.push(...claims.map(({ accountId }) => accountId));
      }
    };
    await Promise.all(Array.from({ length: 6 }, claimAll));
    expect(claimed.toSorted()).toEqual(ids);
  });

  test('only an account that is not due yet waits until the given time', async () => {
    const store = await watching(await freshUrl(), ['1004']);
    const [soon, later] = [NOON_MS + 1_000, NOON_MS + 4_000];
    expect(await store.watchStore.nextReadAtMs(later)).toBeLessThanOrEqual(NOON_MS);
    await store.watchStore.commitReading(NOON_MS, await claimOne(store), () => ({ dueAtMs: soon }));
    expect(await store.watchStore.nextReadAtMs(later)).toBe(later);
    expect(await store.watchStore.nextReadAtMs()).toBe(soon);
  });

  test('everything is due after the clock was found to be wrong', async () => {
    const store = await watching(await freshUrl());
    const later = NOON_MS + 48 * HOUR_MS;
    // One is read, and the read of the other does not end.
    await store.watchStore.commitReading(later, await claimOne(store, later), () => ({ dueAtMs: later }));
    await claimOne(store, later);
    const end = { posted: {}, dueAtMs: NOON_MS + HOUR_MS };
    await store.watchStore.finishChannel(NOON_MS, await claimChannel(store), end);
    await store.watchStore.makeAllDue(NOON_MS);
    expect(await store.watchStore.nextReadAtMs()).toBeLessThanOrEqual(NOON_MS);
    expect(await store.watchStore.claimAccounts(NOON_MS, 2, UNHURRIED)).toHaveLength(2);
    expect(await claimChannel(store)).toMatchObject({ channelId: 'C1' });
  });
});

/** A store on PostgreSQL, and a second connection to its database. */
async function besideAnother() {
  const connectionString = await postgres().createDatabase();
  const store = await watching(connectionString);
  const other = new pg.Client({ connectionString, options: '-c search_path=backup_status' });
  await other.connect();
  onTestFinished(() => other.end());
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
  /** Resolves when a statement waits for a lock of the second connection. */
  const untilWaiting = () => expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1);
  return { store, other, untilWaiting };
}

test('a watch is stopped although PostgreSQL ends that transaction because of a deadlock', async () => {
  const { store, other, untilWaiting } = await besideAnother();
  await alerted(store);
  // As where an alert about the account is planned: the channel, then the incident. The store is the first to look for deadlocks.
  await other.query(
    `set deadlock_timeout = '1min'; begin; update channels set epoch = epoch where id = 'C1'`,
  );
  const removed = store.watches.remove('C1', ['1004'], ADA.userId);
  await untilWaiting();
  await other.query(`select from incidents where account_id = '1004' for key share`);
  await other.query('commit');
  await expect(removed).resolves.toEqual(['1004']);
});

test('a PostgreSQL row that somebody else is writing delays no other claim', async () => {
  const { store, other } = await besideAnother();
  await other.query(`begin; update watched_accounts set epoch = epoch where id = '1004'`);
  expect(await store.watchStore.claimAccounts(NOON_MS, 1, UNHURRIED)).toMatchObject([{ accountId: '1007' }]);
  await other.query('rollback');
  expect(await store.watchStore.claimAccounts(NOON_MS, 1, UNHURRIED)).toMatchObject([{ accountId: '1004' }]);
});

test('a PostgreSQL channel claimed at the moment it is woken is planned with the news', async () => {
  const { store, other, untilWaiting } = await besideAnother();
  const reading = await claimOne(store);
  const leaseUntilMs = NOON_MS + MINUTE_MS;
  await other.query('begin');
  await other.query(
    `update channels set epoch = 1, started_attempts = 1, lease_until_ms = ${leaseUntilMs}, due_at_ms = ${leaseUntilMs}`,
  );
  const committed = store.watchStore.commitReading(NOON_MS, reading, () => TURNED_CRITICAL);
  await untilWaiting();
  await other.query('commit');
  await committed;
  const claim = { channelId: 'C1', fencingToken: 1, leaseUntilMs };
  const plan = { kind: 'wait', untilMs: NOON_MS + HOUR_MS } as const;
  const planOf = vi.fn(() => plan);
  expect(await store.watchStore.planChannel(NOON_MS, claim, planOf)).toBe('done');
  expect(planOf.mock.lastCall).toMatchObject([{ newest: [{ accountId: '1004' }] }, NOON_MS]);
  expect(await store.watchStore.nextDueAtMs('channels')).toBe(plan.untilMs);
});

test('a PostgreSQL channel planned at the moment it is woken is due after the plan', async () => {
  const { store, other, untilWaiting } = await besideAnother();
  const reading = await claimOne(store);
  await store.watchStore.claimChannels(NOON_MS, 1);
  await other.query('begin; update channels set due_at_ms = lease_until_ms');
  const committed = store.watchStore.commitReading(NOON_MS, reading, () => TURNED_CRITICAL);
  await untilWaiting();
  const waits = `due_at_ms = ${NOON_MS + HOUR_MS}, lease_until_ms = 0, started_attempts = 0`;
  await other.query(`update channels set ${waits}; commit`);
  await committed;
  expect(await store.watchStore.nextDueAtMs('channels')).toBe(NOON_MS);
});

test('a PostgreSQL channel that is due already is not planned before the news that is being saved', async () => {
  const { store, other, untilWaiting } = await besideAnother();
  const reading = await claimOne(store);
  // With these statistics, PostgreSQL looks for channels that are not due first.
  await other.query(`update channels set due_at_ms = ${NOON_MS}; analyze channels`);
  // A read that finds attention waits for this after it has woken its channels.
  await other.query('begin; lock table notified in share mode');
  const step = { ...TURNED_CRITICAL, incident: { ...INCIDENT, level: 'attention' } } as const;
  const committed = store.watchStore.commitReading(NOON_MS, reading, () => step);
  await untilWaiting();
  expect(await store.watchStore.claimChannels(NOON_MS, 1)).toEqual([]);
  await other.query('commit');
  await committed;
  expect(await store.watchStore.claimChannels(NOON_MS, 1)).toMatchObject([{ channelId: 'C1' }]);
});

test.each(['add', 'remove'] as const)(
  'a PostgreSQL watch that waits for a read locks no channel that the read will wake: %s',
  async (change) => {
    const { store, other, untilWaiting } = await besideAnother();
    await other.query(`update watched_accounts set state = null, due_at_ms = ${NOON_MS + HOUR_MS}`);
    await other.query('begin; update watched_accounts set epoch = epoch');
    const changed =
      change === 'add'
        ? store.watches.add({ channelId: 'C1', person: ADA, patterns: ['1004'], options: OPTIONS })
        : store.watches.remove('C1', ['1004'], 'U2');
    await untilWaiting();
    await other.query('update channels set due_at_ms = due_at_ms; commit');
    await expect(changed).resolves.not.toThrow();
  },
);

test('an acknowledgement on PostgreSQL that waits for a read locks no channel that the read will wake', async () => {
  const { store, other, untilWaiting } = await besideAnother();
  await alerted(store);
  await other.query(`begin; update incidents set level = level`);
  const taken = store.watches.take({ channelId: 'C1', ts: '1.5' }, 'U2');
  await untilWaiting();
  await other.query('update channels set due_at_ms = due_at_ms; commit');
  expect(await taken).toMatchObject({ kind: 'taken' });
});

test('a PostgreSQL account that is unwatched while its read is saved is deleted, and the read is lost', async () => {
  const { store, other, untilWaiting } = await besideAnother();
  await alerted(store);
  await store.watchStore.makeAllDue(NOON_MS);
  const claims = await store.watchStore.claimAccounts(NOON_MS, 2, UNHURRIED);
  const [reading] = claims.filter(({ accountId }) => accountId === '1004');
  if (reading === undefined) throw new Error('1004 is not due');
  // In the order in which `schedule` deletes them.
  await other.query("begin; delete from watched_accounts where id = '1004'");
  const committed = store.watchStore.commitReading(NOON_MS, reading, () => ({ dueAtMs: NOON_MS + HOUR_MS }));
  await untilWaiting();
  await other.query("delete from incidents where account_id = '1004'; commit");
  expect(await committed).toMatchObject({ finished: 'lost' });
});
