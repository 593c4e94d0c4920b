import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { createStore, type Store } from '../../src/store/create-store.ts';
import { freshPostgres, freshSqlite } from '../support/fresh-database.ts';
import { type Postgres, startPostgres } from '../support/start-postgres.ts';

export const SILENT = pino({ level: 'silent' });
export const NOON_MS = Date.UTC(2026, 4, 4, 12);

/** Where tests get their own databases. */
interface Databases {
  /** One that the app has opened before: with tables, without rows. */
  createDatabase(): Promise<string>;
  createEmpty(): Promise<string>;
}

/** The PostgreSQL that all files of a run share. No test may stop it. Roles and databases need unique names. */
export function postgresOfRun(): () => Databases {
  return () => ({ createDatabase: freshPostgres, createEmpty: () => freshPostgres(true) });
}

/** A PostgreSQL for the tests of one file, which may stop and crash it. */
export function postgresOfFile(): () => Postgres {
  let postgres: Postgres | undefined;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.remove());
  return () => {
    if (postgres === undefined) throw new Error('PostgreSQL is started before the first test, not earlier');
    return postgres;
  };
}

/** Concurrent tests must pass their own; others leave it out. */
type AtEnd = typeof onTestFinished;

/** A folder for the files of one test. */
export async function temporaryFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Both kinds of database for describe.each. `freshUrl` has tables without rows, `emptyUrl` has no tables. */
export const bothDatabases = (postgres: () => Databases) => {
  return [
    {
      kind: 'SQLite',
      freshUrl: () => freshSqlite(),
      emptyUrl: async () => `sqlite:${join(await temporaryFolder(), 'empty.db')}`,
    },
    {
      kind: 'PostgreSQL',
      freshUrl: () => postgres().createDatabase(),
      emptyUrl: () => postgres().createEmpty(),
    },
  ];
};

/** A database of this PostgreSQL in another encoding, such as `LATIN5`. */
export async function databaseInEncoding(postgres: Databases, encoding: string): Promise<string> {
  const url = new URL(await postgres.createEmpty());
  const name = `${url.pathname.slice(1)}_${encoding.toLowerCase()}`;
  const options = `encoding '${encoding}' template template0 lc_collate 'C' lc_ctype 'C'`;
  await runSql(url.href, `create database ${name} ${options}`);
  url.pathname = `/${name}`;
  return url.href;
}

/** Closed at the end of the test. The clock stands at noon by default. */
export async function openStore(
  databaseUrl: string,
  { now = () => NOON_MS, atEnd = onTestFinished }: { now?: () => number; atEnd?: AtEnd } = {},
): Promise<Store> {
  const store = await createStore(databaseUrl, now, SILENT);
  atEnd(() => store.close());
  return store;
}

/** Runs SQL beside the store, as an administrator would. PostgreSQL finds our tables without naming the schema. */
export async function runSql(databaseUrl: string, sql: string): Promise<Record<string, unknown>[]> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new DatabaseSync(databaseUrl.slice('sqlite:'.length), { timeout: 10_000 });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl, options: '-c search_path=backup_status' });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Claims accounts without a pace. `leaseMs`: longer than a read may take. */
export const UNHURRIED = { perSecond: 1_000_000, leaseMs: 60_000 };
