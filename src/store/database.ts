import { Kysely, SqliteAdapter, sql, type Transaction } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import { MIGRATIONS, type Migrations } from './migrations.ts';
import type { DatabaseAddress } from './parse-database-url.ts';
import { copyAside, openSqlite, sqliteDialect, whileBusy } from './sqlite.ts';
import { StoreError, toStoreError } from './store-error.ts';
import { type Db, POSTGRES_SCHEMA, type Tables } from './tables.ts';

/** While it is migrated, which includes waiting for another replica that does so. */
const MIGRATION_TIMEOUT_MS = 60_000;

/**
 * The database, made if there is none, and migrated; several processes may do so at once. Rejects as the drivers do, and
 * with a StoreError `newer` for a database that has had a migration that is not among these, with everything closed.
 */
export async function openDatabase(
  address: DatabaseAddress,
  log: Logger,
  migrations: Migrations = MIGRATIONS,
): Promise<Db> {
  if (address.kind === 'sqlite') {
    const file = await openSqlite(address.path);
    const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
    try {
      await whileBusy(async () => {
        if (!(await isBehind(db, migrations))) return;
        copyAside(file, address.path);
        await migrate(db, migrations);
      });
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
    if (await isBehind(migrating, migrations)) await migrate(migrating, migrations, POSTGRES_SCHEMA);
  } finally {
    await migrating.destroy();
  }
  return connectPostgres(address.url, log);
}

/**
 * Asked before the Migrator, which reads every table of the database three times: nearly two seconds where others keep
 * 2,000 tables in it.
 */
async function isBehind(db: Db, migrations: Migrations): Promise<boolean> {
  const applied = (await appliedTo(db)) ?? [];
  refuseNewer(applied, migrations);
  return applied.length < Object.keys(migrations).length;
}

/** The migrations that a database has had. Undefined: none; any other failure comes with the next statement. */
export const appliedTo = (db: Db) =>
  sql<{ name: string }>`select name from kysely_migration`.execute(db).then(
    ({ rows }) => rows,
    () => undefined,
  );

/** Throws a StoreError `newer` when a migration of the database is not among the known ones. */
export function refuseNewer(applied: readonly { readonly name: string }[], known: Migrations): void {
  const unknown = applied.map(({ name }) => name).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw new StoreError('newer', `this program does not know ${unknown.join(', ')}`);
}

/**
 * Runs the migrations that the database has not had, under Kysely's lock, in one transaction: if one fails, the database
 * stays as it was, and the version before can start on it.
 */
async function migrate(db: Db, migrations: Migrations, migrationTableSchema?: string): Promise<void> {
  const provider = { getMigrations: async () => migrations };
  const { error } = await new Migrator({ db, provider, migrationTableSchema }).migrateToLatest();
  if (error !== undefined) throw error;
}

/** The database in use. Everything rejects with a StoreError, or is a defect. */
export type Database = ReturnType<typeof createDatabase>;

export function createDatabase(db: Db, now: () => number = Date.now) {
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  let failingSinceMs: number | undefined;

  async function run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (isClosed) throw new StoreError('unavailable', 'the store is closed');
    const working = work(db);
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

  const begin = <T>(on: Db, work: (db: Transaction<Tables>) => Promise<T>) =>
    on.transaction().setIsolationLevel('read committed').execute(work);

  return {
    /** Outside of a transaction. */
    run,
    /** One transaction. Somebody else's row that it writes waits for the end of theirs. */
    transact: <T>(work: (db: Transaction<Tables>) => Promise<T>) => run((all) => begin(all, work)),
    /**
     * The same, for what may be lost in a power cut. SQLite waits for the disk at a commit, with the whole process, and
     * does not for this.
     */
    transactLoosely: <T>(work: (db: Transaction<Tables>) => Promise<T>) =>
      run((all) =>
        all.connection().execute(async (db) => {
          const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
          const setWait = (how: 'normal' | 'full') =>
            isSqlite && sql`pragma synchronous = ${sql.raw(how)}`.execute(db);
          await setWait('normal');
          try {
            return await begin(db, work);
          } finally {
            await setWait('full');
          }
        }),
      ),
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
