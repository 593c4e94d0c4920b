import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { refuseNewer } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import type { DatabaseAddress } from './parse-database-url.ts';
import { POSTGRES_SCHEMA } from './postgres/create-postgres-pool.ts';
import { checkEncoding, connectPostgres } from './postgres/open-postgres-database.ts';
import { createSqliteDialect } from './sqlite/create-sqlite-dialect.ts';
import { checkSqlite, isSqliteFileThere } from './sqlite/open-sqlite.ts';
import { StoreError } from './store-error.ts';
import type { Db, Tables } from './tables.ts';

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

async function inspectSqlite(path: string): Promise<Omit<DatabaseState, 'knownVersion'>> {
  if (path === ':memory:') return {};
  if (!(await isSqliteFileThere(path))) {
    accessSync(nearestFolder(path), constants.W_OK);
    return {};
  }
  const database = new DatabaseSync(path, { readOnly: true, timeout: 20 });
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(database) });
  const hasTable = async (table: string) => {
    const { rows } = await sql`select 1 from sqlite_master where name = ${table}`.execute(db);
    return rows.length > 0;
  };
  try {
    await checkSqlite(database);
    return await versionOf(db, hasTable);
  } finally {
    database.close();
  }
}

/** Where the first folder would be made that the path lacks. */
function nearestFolder(path: string): string {
  const folder = dirname(resolve(path));
  return existsSync(folder) ? folder : nearestFolder(folder);
}

async function inspectPostgres(url: string, log: Logger): Promise<Omit<DatabaseState, 'knownVersion'>> {
  const db = connectPostgres({ url, log });
  const ask = async (expression: string) => {
    const { rows } = await sql<{ answer: unknown }>`select ${sql.raw(expression)} as answer`.execute(db);
    return rows[0]?.answer;
  };
  const hasTable = async (table: string) =>
    (await ask(`to_regclass('${POSTGRES_SCHEMA}.${table}') is not null`)) === true;
  try {
    const hasTls = (await ask('(select ssl from pg_stat_ssl where pid = pg_backend_pid())')) === true;
    checkEncoding(await ask(`current_setting('server_encoding')`));
    if ((await ask('pg_is_in_recovery()')) === true) throw new StoreError('read-only', 'it is a standby');
    const mayHaveSchema = await ask(
      `to_regnamespace('${POSTGRES_SCHEMA}') is not null or has_database_privilege(current_database(), 'create')`,
    );
    if (mayHaveSchema !== true) throw new StoreError('read-only', 'the role may make no schema');
    return { hasTls, ...(await versionOf(db, hasTable)) };
  } finally {
    await db.destroy();
  }
}

/** Throws a StoreError `newer` for a database that this program does not know. */
async function versionOf(db: Db, hasTable: (table: keyof Tables) => Promise<boolean>) {
  // 1.0.0 made the tables of the first migration, and recorded that in a table of its own.
  if (!(await hasTable('kysely_migration'))) return (await hasTable('migrations')) ? { version: 1 } : {};
  const rows = await db.selectFrom('kysely_migration').select('name').execute();
  refuseNewer(rows, MIGRATIONS);
  return { version: rows.length };
}
