import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { Kysely } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createStore, type Store } from '../../src/store/create-store.ts';
import { createDatabase } from '../../src/store/database.ts';
import { createPins } from '../../src/store/pins.ts';
import { openSqlite, sqliteDialect } from '../../src/store/sqlite.ts';
import { StoreError } from '../../src/store/store-error.ts';
import type { Tables } from '../../src/store/tables.ts';
import { captureLog } from '../support/capture-log.ts';
import { startWire } from './start-wire.ts';
import { NOON_MS, openStore, postgresOfFile, runSql, temporaryFolder } from './use-databases.ts';

const ADA = { teamId: 'T1', userId: 'U1' };
const SECRET_NAME = 'Confidential';

const postgres = postgresOfFile();

/** The error code of a failure. Its message must contain nothing about the person. */
async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StoreError)) return error === undefined ? 'none' : `no StoreError: ${error}`;
  expect(error.message).not.toMatch(new RegExp(`${SECRET_NAME}|${ADA.userId}`));
  return error.code;
}

const add = (pins: Store['pins'], accountId: string) =>
  pins.add(ADA, { accountId, name: `${SECRET_NAME} ${accountId}` });

/** Reads work and writes fail with this code, until `repair` is done. Only a lock is forgotten with the next read. */
async function expectNoWrites(
  { pins, failingSinceMs }: Pick<Store, 'pins' | 'failingSinceMs'>,
  code: string,
  repair: () => unknown,
) {
  const before = (await pins.list(ADA)).length;
  expect(before).toBeGreaterThan(0);
  expect(await failureOf(add(pins, 'more'))).toBe(code);
  expect(await pins.list(ADA)).toHaveLength(before);
  expect(failingSinceMs() === undefined).toBe(code === 'unavailable');
  await repair();
  expect(await add(pins, 'more')).toEqual({ kind: 'pinned' });
  expect(failingSinceMs()).toBeUndefined();
}

test('PostgreSQL is stopped: every query and cache fails meanwhile, and works afterwards without a restart of the app', async () => {
  const url = await postgres().createDatabase();
  const { log, lines } = captureLog();
  const store = await createStore(url, () => NOON_MS, log);
  onTestFinished(() => store.close());
  const { pins, caches } = store;
  await add(pins, '1001');
  await caches.answers.set('key', 'kept', 60_000);
  for (const how of ['orderly', 'at-once'] as const) {
    await postgres().stop(how);
    const asked = [
      ...[pins.list(ADA), add(pins, '1002'), Promise.resolve(pins.record(ADA, ['1']))],
      ...[caches.answers.get('key'), caches.answers.set('key', 'new', 60_000)],
      ...[caches.answers.getMany(['key']), caches.answers.delete('key')],
    ];
    expect(new Set(await Promise.all(asked.map(failureOf)))).toEqual(new Set(['unavailable']));
    expect(store.failingSinceMs()).toBe(NOON_MS);
    await postgres().start();
    expect(await pins.list(ADA)).toHaveLength(1);
    expect(await caches.answers.get('key')).toBe('kept');
    expect(store.failingSinceMs()).toBeUndefined();
  }
  expect(await add(pins, '1002')).toEqual({ kind: 'pinned' });
  expect(JSON.stringify(lines)).not.toContain(new URL(url).password);
});

describe.concurrent('a database that does not answer', () => {
  test('PostgreSQL stops answering: queries time out, and their connections are not reused', async ({
    onTestFinished: atEnd,
  }) => {
    const wire = await startWire(await postgres().createDatabase(), atEnd);
    const store = await openStore(wire.url, { atEnd });
    await Promise.all(['1', '2', '3', '4'].map((id) => add(store.pins, id)));
    wire.fallSilent();
    const asked = [1, 2, 3, 4, 5, 6].flatMap((id) => [store.pins.list(ADA), add(store.pins, `1${id}`)]);
    expect(new Set(await Promise.all(asked.map(failureOf)))).toEqual(new Set(['unavailable']));
    wire.start();
    expect(await store.pins.list(ADA)).toHaveLength(4);
    expect(await add(store.pins, '5')).toEqual({ kind: 'pinned' });
  });

  test('PostgreSQL never answers: opening times out', async ({ onTestFinished: atEnd }) => {
    const wire = await startWire(await postgres().createDatabase(), atEnd);
    wire.fallSilent();
    expect(await failureOf(openStore(wire.url, { atEnd }))).toBe('unavailable');
  });

  test('PostgreSQL is locked by somebody else: queries time out, and work afterwards', async ({
    onTestFinished: atEnd,
  }) => {
    const url = await postgres().createDatabase();
    const store = await openStore(url, { atEnd });
    await add(store.pins, '1001');
    const other = new pg.Client(url);
    await other.connect();
    await other.query('begin; lock table backup_status.pins, backup_status.people in access exclusive mode');
    const asked = [store.pins.list(ADA), add(store.pins, '1002')];
    expect(await Promise.all(asked.map(failureOf))).toEqual(['unavailable', 'unavailable']);
    await other.end();
    expect(await add(store.pins, '1002')).toEqual({ kind: 'pinned' });
  });

  test('SQLite is locked by another program: reads work, writes time out, and work afterwards', async ({
    onTestFinished: atEnd,
  }) => {
    const path = join(await temporaryFolder(atEnd), 'x.db');
    const store = await openStore(`sqlite:${path}`, { atEnd });
    await add(store.pins, '1001');
    const other = new DatabaseSync(path);
    atEnd(() => other.close());
    other.exec('begin immediate');
    await expectNoWrites(store, 'unavailable', () => other.exec('rollback'));
  });

  test('SQLite is locked for a moment: a statement outside of a transaction waits', async ({
    onTestFinished: atEnd,
  }) => {
    const path = join(await temporaryFolder(atEnd), 'x.db');
    await (await openStore(`sqlite:${path}`, { atEnd })).close();
    const db = new Kysely<Tables>({ dialect: sqliteDialect(await openSqlite(path)) });
    const database = createDatabase(db, () => NOON_MS);
    const other = new DatabaseSync(path);
    atEnd(() => other.close());
    atEnd(() => database.close());
    other.exec('begin immediate');
    const written = database.run((tx) => tx.db.deleteFrom('pins').execute());
    // The first attempt has failed by then.
    await setImmediate();
    other.exec('rollback');
    expect(await written).toMatchObject([{ numDeletedRows: 0n }]);
  });
});

describe('PostgreSQL that accepts no writes', () => {
  test('because its disk is full: reads work, writes fail with `full`', async () => {
    const url = await postgres().createDatabase();
    const store = await openStore(url);
    await add(store.pins, '1001');
    await runSql(
      url,
      `create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
    );
    await runSql(url, 'create trigger full_disk before insert on pins execute function full_disk()');
    await expectNoWrites(store, 'full', () => runSql(url, 'drop trigger full_disk on pins'));
  });

  test('because it is read-only: reads work, writes fail with `read-only`', async () => {
    const url = await postgres().createDatabase();
    const store = await openStore(url);
    await add(store.pins, '1001');
    const database = new URL(url).pathname.slice(1);
    await runSql(url, `alter database ${database} set default_transaction_read_only = on`);
    await runSql(
      url,
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${database}' and pid <> pg_backend_pid()`,
    );
    await expect.poll(() => failureOf(add(store.pins, '1002'))).toBe('read-only');
    await expectNoWrites(store, 'read-only', async () => {
      // As after a failover: the connection leads to a standby, and a new one to the primary.
      const writable = `${url}?options=-c%20default_transaction_read_only%3Doff`;
      await runSql(writable, `alter database ${database} reset default_transaction_read_only`);
      expect(await failureOf(add(store.pins, '1002'))).toBe('read-only');
    });
  });
});

test('SQLite syncs each transaction to disk before it answers, and syncs nothing else', async () => {
  const path = join(await temporaryFolder(), 'x.db');
  const store = await openStore(`sqlite:${path}`);
  const log = await open(`${path}-wal`);
  onTestFinished(() => log.close());
  const waits = vi.spyOn(Object.getPrototypeOf(log), 'datasync');
  onTestFinished(() => waits.mockRestore());
  await add(store.pins, '1001');
  expect(waits).toHaveBeenCalledOnce();
  await store.pins.record(ADA, ['1001']);
  await store.pins.list(ADA);
  expect(waits).toHaveBeenCalledOnce();
  waits.mockRejectedValueOnce(Object.assign(new Error(SECRET_NAME), { code: 'EIO', syscall: 'fdatasync' }));
  expect(await failureOf(add(store.pins, '1002'))).toBe('unavailable');
});

describe('SQLite that accepts no writes', () => {
  /** A store on a connection whose limits the test can set. */
  async function storeOnConnection() {
    const path = join(await temporaryFolder(), 'x.db');
    await (await openStore(`sqlite:${path}`)).close();
    const connection = await openSqlite(path);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(connection) });
    const database = createDatabase(db, () => NOON_MS);
    onTestFinished(() => database.close());
    return { pins: createPins(database), connection, failingSinceMs: database.failingSinceMs };
  }

  test('because it is full: reads work, and writes work again with more room', async () => {
    const { pins, connection, failingSinceMs } = await storeOnConnection();
    connection.exec('vacuum; pragma max_page_count = 1');
    const filling = async () => {
      for (let id = 0; id < 40; id++) await pins.add(ADA, { accountId: `${id}`.padStart(200, 'x') });
    };
    expect(await failureOf(filling())).toBe('full');
    await expectNoWrites({ pins, failingSinceMs }, 'full', () =>
      connection.exec('pragma max_page_count = 1000'),
    );
  });

  test('because it is read-only: reads work, writes fail with `read-only`', async () => {
    const { pins, connection, failingSinceMs } = await storeOnConnection();
    await add(pins, '1001');
    connection.exec('pragma query_only = on');
    await expectNoWrites({ pins, failingSinceMs }, 'read-only', () =>
      connection.exec('pragma query_only = off'),
    );
  });
});
