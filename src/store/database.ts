import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Logger } from 'pino';
import { MIGRATIONS, type Migrations } from './migrations.ts';
import type { DatabaseAddress } from './parse-database-url.ts';
import { checkSqlite, copyAside, isSqliteFileThere, openSqlite, sqliteDialect, whileBusy } from './sqlite.ts';
import { StoreError, toStoreError } from './store-error.ts';
import { type Db, POSTGRES_SCHEMA, type Tables, type Tx } from './tables.ts';

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
const appliedTo = (db: Db) =>
  sql<{ name: string }>`select name from kysely_migration`.execute(db).then(
    ({ rows }) => rows,
    () => undefined,
  );

/** Throws a StoreError `newer` when a migration of the database is not among the known ones. */
function refuseNewer(applied: readonly { readonly name: string }[], known: Migrations): void {
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

/** What a start would find. */
export interface DatabaseState {
  /** Steps it has had; absent while there is nothing of ours in it. */
  readonly version?: number;
  /** Steps this program knows, which a start brings it to. */
  readonly knownVersion: number;
  /** Whether the connection to PostgreSQL has TLS. */
  readonly hasTls?: boolean;
}

/**
 * Looks whether the database can be used, and changes nothing in it, migrations included. Rejects with the errors that
 * opening it would bring; `startTroubleOf` words them.
 */
export async function inspectDatabase(address: DatabaseAddress, log: Logger): Promise<DatabaseState> {
  const found =
    address.kind === 'sqlite' ? await inspectSqlite(address.path) : await inspectPostgres(address.url, log);
  return { ...found, knownVersion: Object.keys(MIGRATIONS).length };
}

async function inspectSqlite(path: string) {
  if (path === ':memory:') return {};
  if (!(await isSqliteFileThere(path))) {
    accessSync(nearestFolder(path), constants.W_OK);
    return {};
  }
  const file = new DatabaseSync(path, { readOnly: true, timeout: 2_000 });
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file) });
  try {
    checkSqlite(file);
    return await versionOf(db);
  } finally {
    await db.destroy();
  }
}

/** Where the first folder would be made that the path lacks. */
function nearestFolder(path: string): string {
  const folder = dirname(resolve(path));
  return existsSync(folder) ? folder : nearestFolder(folder);
}

async function inspectPostgres(url: string, log: Logger) {
  const { checkPostgres, connectPostgres } = await import('./postgres.ts');
  const db = connectPostgres(url, log);
  try {
    await checkPostgres(db);
    const { rows } = await sql<{ hasTls: boolean; mayHaveSchema: boolean }>`
      select (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "hasTls",
        to_regnamespace(${POSTGRES_SCHEMA}) is not null
          or has_database_privilege(current_database(), 'create') as "mayHaveSchema"`.execute(db);
    const [{ hasTls, mayHaveSchema } = { hasTls: false, mayHaveSchema: true }] = rows;
    if (!mayHaveSchema) throw new StoreError('read-only', 'the role may make no schema');
    return { hasTls, ...(await versionOf(db)) };
  } finally {
    await db.destroy();
  }
}

/** Throws a StoreError `newer` for a database that this program does not know. */
async function versionOf(db: Db) {
  const rows = await appliedTo(db);
  // 1.0.0 made the tables of the first migration, and recorded that in a table of its own.
  const first = rows ?? (await sql`select 1 from migrations`.execute(db).catch(() => undefined));
  if (rows === undefined) return first === undefined ? {} : { version: 1 };
  refuseNewer(rows, MIGRATIONS);
  return { version: rows.length };
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
