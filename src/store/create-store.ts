// store/ owns what must outlive the process, pins and recent look-ups, and the caches that replicas share. It must
// never know Slack, the service, or how long a cached answer may be used.

import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { createAccountListStore } from './accounts/create-account-list-store.ts';
import { createGuardedDatabase } from './create-guarded-database.ts';
import { type Migrations, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { type DatabaseAddress, parseDatabaseUrl } from './parse-database-url.ts';
import { createPinStore } from './pins/create-pin-store.ts';
import { createRecentStore } from './pins/create-recent-store.ts';
import { createSqliteDialect } from './sqlite/create-sqlite-dialect.ts';
import { copyAside, createFileCheck, openSqlite } from './sqlite/open-sqlite.ts';
import { startErrorOf } from './start-error-of.ts';
import type { Db, Tables } from './tables.ts';
import { createWatchList } from './watch/create-watch-list.ts';
import { createWatchStore } from './watch/create-watch-store.ts';

export type Store = Awaited<ReturnType<typeof createStore>>;

export interface StoreDeps {
  /** `sqlite:./data/x.db`, `sqlite::memory:` (for tests: gone when closed) or `postgres://…`. */
  readonly databaseUrl: string;
  readonly now: () => number;
  readonly log: Logger;
}

const CHECK_EVERY_MS = 60_000;

/**
 * Opens the database, makes it if there is none, and migrates it; several replicas may do so at once. Rejects with a
 * StoreError whose message says where and what to do. PostgreSQL that goes away later is found again by itself.
 */
export async function createStore(deps: StoreDeps) {
  const { databaseUrl, now, log } = deps;
  const address = parseDatabaseUrl(databaseUrl);
  const db = await openDatabase(address, MIGRATIONS, log).catch((error: unknown) => {
    throw startErrorOf(error, address);
  });
  const database = createGuardedDatabase(db, now);
  log.info({ database: address.shownAs }, 'the store is open');
  const checkFile = address.kind === 'sqlite' ? createFileCheck(address.path, log) : undefined;
  /** Reads a row, of which there always is one. Rejects with a StoreError when the database does not answer. */
  const ping = () =>
    database.read(async (kysely) => {
      checkFile?.();
      await kysely.selectFrom('kysely_migration').select('name').limit(1).execute();
    });
  // Nobody may ask whether the app is ready.
  const checking = checkFile && setInterval(() => void ping().catch(() => {}), CHECK_EVERY_MS).unref();
  return {
    pins: createPinStore(database, now),
    recents: createRecentStore(database, now),
    accountList: createAccountListStore(database),
    /** The watches, as people make them. */
    watches: createWatchList(database, now),
    /** The same, as the engine works through them. */
    watchStore: createWatchStore(database),
    ping,
    /** Since when nothing that was asked of it has worked, epoch milliseconds; undefined: the last thing did. */
    failingSinceMs: database.failingSinceMs,
    /** Lets what is under way finish. Whatever is asked of it afterwards rejects with a StoreError `unavailable`. */
    close() {
      clearInterval(checking);
      return database.close();
    },
  };
}

/** The database, migrated. Rejects as `migrate` and the drivers do, with everything closed. */
export async function openDatabase(
  address: DatabaseAddress,
  migrations: Migrations,
  log: Logger,
): Promise<Db> {
  if (address.kind === 'sqlite') return await openSqliteDatabase(address.path, migrations);
  // Its driver takes memory and time at start, which nobody who uses SQLite should pay for.
  const { openPostgresDatabase } = await import('./postgres/open-postgres-database.ts');
  return await openPostgresDatabase({ url: address.url, log }, migrations);
}

async function openSqliteDatabase(path: string, migrations: Migrations): Promise<Db> {
  const file = await openSqlite(path);
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(file) });
  try {
    await migrate(db, migrations, { beforeUpgrade: () => copyAside(file, path) });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}
