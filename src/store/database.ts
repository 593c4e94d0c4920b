import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import { MIGRATIONS } from './migrations.ts';
import type { DatabaseAddress } from './parse-database-url.ts';
import { checkSqlite, copyAside, isSqliteFileThere, openSqlite, sqliteDialect, whileBusy } from './sqlite.ts';
import { StoreError, toStoreError } from './store-error.ts';
import { type Db, POSTGRES_SCHEMA, type Tables, type Tx } from './tables.ts';

/** While it is migrated, which includes waiting for another replica that does so. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** How many migrations a database of this program has had. */
export const VERSION = Object.keys(MIGRATIONS).length;

/**
 * The database, made if there is none, and migrated; several processes may do so at once. Rejects as the drivers do, and
 * with a StoreError, with everything closed.
 */
export async function openDatabase(address: DatabaseAddress, log: Logger): Promise<Db> {
  if (address.kind === 'sqlite') {
    const file = await openSqlite(address.path);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
    try {
      await whileBusy(() => migrate(db, { before: () => copyAside(file, address.path) }));
      return db;
    } catch (error) {
      await db.destroy();
      throw error;
    }
  }
  // Its driver takes memory and time at start, which nobody who uses SQLite should pay for.
  const { checkPostgres, connectPostgres } = await import('./postgres.ts');
  const migrating = connectPostgres(address.url, log, MIGRATION_TIMEOUT_MS);
  try {
    await checkPostgres(migrating);
    await migrate(migrating, { schema: POSTGRES_SCHEMA });
  } finally {
    await migrating.destroy();
  }
  return connectPostgres(address.url, log);
}

/**
 * Runs the migrations that the database has not had, under Kysely's lock, in one transaction: if one fails, the database
 * stays as it was, and the version before can start on it. `before` is called when there are some.
 */
async function migrate(db: Db, { before, schema }: { before?: () => void; schema?: string }): Promise<void> {
  // The Migrator reads every table three times: nearly two seconds where others keep 2,000 tables in the database.
  if ((await versionOf(db)) === VERSION) return;
  before?.();
  const provider = { getMigrations: async () => MIGRATIONS };
  const { error } = await new Migrator({ db, provider, migrationTableSchema: schema }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** How many migrations a database has had. Throws a StoreError `newer` when this program does not know one of them. */
async function versionOf(db: Db): Promise<number> {
  // Without that table it has had none; any other failure comes with the next statement.
  const applied = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .catch(() => undefined);
  const names = applied?.rows.map(({ name }) => name) ?? [];
  const unknown = names.filter((name) => !Object.hasOwn(MIGRATIONS, name));
  if (unknown.length > 0) throw new StoreError('newer', `this program does not know ${unknown.join(', ')}`);
  return names.length;
}

/**
 * Looks whether the database can be used, and changes nothing in it, migrations included. Resolves with how many of them it
 * has had, and for PostgreSQL with whether the connection has TLS. Rejects as opening it would; `startTroubleOf` words that.
 */
export async function inspectDatabase(
  address: DatabaseAddress,
  log: Logger,
): Promise<{ readonly version: number; readonly hasTls?: boolean }> {
  if (address.kind === 'postgres') {
    const { checkPostgres, connectPostgres } = await import('./postgres.ts');
    const db = connectPostgres(address.url, log);
    try {
      return { ...(await checkPostgres(db)), version: await versionOf(db) };
    } finally {
      await db.destroy();
    }
  }
  if (address.path === ':memory:' || !(await isSqliteFileThere(address.path))) return { version: 0 };
  const file = new DatabaseSync(address.path, { readOnly: true, timeout: 2_000 });
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  try {
    checkSqlite(file);
    return { version: await versionOf(db) };
  } finally {
    await db.destroy();
  }
}

/** The database in use. Everything rejects with a StoreError, or is a defect. */
export type Database = ReturnType<typeof createDatabase>;

/** Functions of a transaction, as the methods that `Database.reads` and `Database.writes` make of them. */
type Methods<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (
    tx: Tx,
    ...args: infer Args
  ) => Promise<infer Result>
    ? (...args: Args) => Promise<Result>
    : never;
};

export function createDatabase(db: Db, now: () => number) {
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  let failingSinceMs: number | undefined;

  async function run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (isClosed) throw new StoreError('unavailable', 'the store is closed');
    const working = work({ db, nowMs: now() });
    underWay.add(working);
    try {
      const done = await working;
      failingSinceMs = undefined;
      return done;
    } catch (error) {
      const known = toStoreError(error);
      if (known instanceof StoreError) failingSinceMs ??= now();
      throw known;
    } finally {
      underWay.delete(working);
    }
  }

  const transact = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    run(() =>
      db
        .transaction()
        .setIsolationLevel('read committed')
        .execute((transaction) => work({ db: transaction, nowMs: now() })),
    );

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
    /** Outside of a transaction. Of what it writes a power cut may take the last. */
    run,
    /** One transaction. Somebody else's row that it writes waits for the end of theirs. */
    transact,
    /** The same functions, each with its own `run`. */
    reads: bindTo(run),
    /** The same functions, each in a transaction of its own. */
    writes: bindTo(transact),
    /** Since when nothing that was asked of it has worked, epoch milliseconds; undefined: the last thing did. */
    failingSinceMs: () => failingSinceMs,
    /** Lets what is under way finish; refuses everything after. */
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled(underWay);
      await db.destroy();
    },
  };
}
