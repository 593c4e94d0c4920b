import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { appliedTo, refuseNewer } from './database.ts';
import { MIGRATIONS } from './migrations.ts';
import type { DatabaseAddress } from './parse-database-url.ts';
import { checkPostgres, connectPostgres } from './postgres.ts';
import { checkSqlite, isSqliteFileThere, sqliteDialect } from './sqlite.ts';
import { StoreError } from './store-error.ts';
import { type Db, POSTGRES_SCHEMA, type Tables } from './tables.ts';

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
