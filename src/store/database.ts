import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import { MIGRATIONS } from './migrations.ts';
import type { DatabaseAddress } from './parse-database-url.ts';
import { checkSqlite, copyAside, isSqliteFileThere, openSqlite, sqliteDialect } from './sqlite.ts';
import { StoreError, type StoreErrorCode, toStoreError, whileLocked } from './store-error.ts';
import { type Db, POSTGRES_SCHEMA, type Tables, type Tx } from './tables.ts';

/** During migrations, which includes waiting for those of another replica. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** How many migrations a database of this program has. */
export const VERSION = Object.keys(MIGRATIONS).length;

/**
 * Opens the database, creates it if there is none, and migrates it; several processes may do so at once. Rejects with an
 * error of the driver or a StoreError, after closing everything.
 */
export async function openDatabase(address: DatabaseAddress, log: Logger): Promise<Db> {
  if (address.kind === 'sqlite') {
    const file = await openSqlite(address.path);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
    try {
      await whileLocked(() => migrate(db, { before: () => copyAside(file, address.path) }));
      return db;
    } catch (error) {
      await db.destroy();
      throw error;
    }
  }
  // Loading the driver of PostgreSQL takes memory and time, which users of SQLite should not pay for.
  const { checkPostgres, connectPostgres } = await import('./postgres.ts');
  await using migrating = connectPostgres(address.url, log, MIGRATION_TIMEOUT_MS);
  await checkPostgres(migrating);
  await migrate(migrating, { schema: POSTGRES_SCHEMA });
  return connectPostgres(address.url, log);
}

/**
 * Runs the missing migrations under Kysely's lock, in one transaction: if one fails, the database is unchanged, and the
 * previous version of the program can still use it. `before` is called if any are missing.
 */
async function migrate(db: Db, { before, schema }: { before?: () => void; schema?: string }): Promise<void> {
  // The Migrator lists all tables three times. In a shared database with 2,000 tables that takes almost two seconds.
  if ((await versionOf(db)) === VERSION) return;
  before?.();
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider, migrationTableSchema: schema }).migrateToLatest();
  // Kysely lists all tables before it takes its lock, and fails when another replica drops one meanwhile.
  if (error !== undefined && (await versionOf(db)) !== VERSION) throw error;
}

/** How many migrations a database has. Throws a StoreError `newer` if this program does not know one of them. */
async function versionOf(db: Db): Promise<number> {
  // Without that table there are none. Any other failure will show in the next statement.
  const applied = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .catch(() => undefined);
  const names = applied?.rows.map(({ name }) => name) ?? [];
  const unknown = names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length > 0) throw new StoreError('newer', `this program does not know ${unknown.join(', ')}`);
  return names.length;
}

/**
 * Checks whether the database can be used, without changing or migrating it. Resolves with how many migrations it has, and
 * for PostgreSQL with whether the connection uses TLS. Rejects as opening it would; `startTroubleOf` explains the error.
 */
export async function inspectDatabase(
  address: DatabaseAddress,
  log: Logger,
): Promise<{ readonly version: number; readonly hasTls?: boolean }> {
  if (address.kind === 'postgres') {
    const { checkPostgres, connectPostgres } = await import('./postgres.ts');
    await using db = connectPostgres(address.url, log);
    return { ...(await checkPostgres(db)), version: await versionOf(db) };
  }
  if (address.path === ':memory:' || !(await isSqliteFileThere(address.path))) return { version: 0 };
  const file = new DatabaseSync(address.path, { readOnly: true, timeout: 2_000 });
  await using db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  checkSqlite(file);
  return { version: await versionOf(db) };
}

/** The open database. Any rejection that is not a StoreError is a defect. */
export type Database = ReturnType<typeof createDatabase>;

/** The methods that `Database.reads` and `Database.writes` make of functions that take a transaction. */
type Methods<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (tx: Tx, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

export function createDatabase(db: Db, now: () => number) {
  const running = new Set<Promise<unknown>>();
  let failing: { readonly sinceMs: number; readonly code: StoreErrorCode } | undefined;

  async function run<T>(work: (tx: Tx) => Promise<T>, isTransaction = false): Promise<T> {
    const working = whileLocked(() => work({ db, nowMs: now() }));
    running.add(working);
    try {
      const done = await working;
      // A database that is full, or read-only, can still be read.
      if (isTransaction || failing?.code === 'unavailable') failing = undefined;
      return done;
    } catch (error) {
      const known = toStoreError(error);
      if (known instanceof StoreError) failing = { sinceMs: failing?.sinceMs ?? now(), code: known.code };
      throw known;
    } finally {
      running.delete(working);
    }
  }

  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const isolated = db.transaction().setIsolationLevel('read committed');
    return run(() => isolated.execute((transaction) => work({ db: transaction, nowMs: now() })), true);
  };

  const bindTo =
    (begin: typeof run) =>
    <Functions extends Readonly<Record<string, (tx: Tx, ...args: never[]) => Promise<unknown>>>>(
      functions: Functions,
    ) =>
      Object.fromEntries(
        Object.entries(functions).map(([name, work]) => [
          name,
          (...args: never[]) => begin((tx) => work(tx, ...args)),
        ]),
      ) as Methods<Functions>;

  return {
    /** Runs work outside of a transaction, again while a lock prevents it. A power failure may lose its last writes. */
    run,
    /** Runs work in one transaction, again while a lock prevents it. Writing a row that another one has written waits for it. */
    transact,
    /** Makes methods of functions; each call has its own `run`. */
    reads: bindTo(run),
    /** Makes methods of functions; each call has its own transaction. */
    writes: bindTo(transact),
    /** Since when calls have failed, at least those that write, epoch milliseconds. Undefined: they work. */
    failingSinceMs: () => failing?.sinceMs,
    /** Waits for running calls and refuses later ones. */
    async close() {
      await Promise.allSettled(running);
      await db.destroy();
    },
  };
}
