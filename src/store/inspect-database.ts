import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import type { Logger } from 'pino';
import { StoreError } from './errors/store-error.ts';
import { refuseNewer } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import type { DatabaseAddress } from './parse-database-url.ts';
import { createPostgresPool, POSTGRES_SCHEMA } from './postgres/create-postgres-pool.ts';
import { checkEncoding } from './postgres/open-postgres-database.ts';
import { postgresErrorOf } from './postgres/postgres-error-of.ts';
import { checkSqlite, isSqliteFileThere } from './sqlite/open-sqlite.ts';
import { whileBusy } from './sqlite/while-busy.ts';

/** What a start would find. */
export interface DatabaseState {
  /** Steps it has had; absent while there is nothing of ours in it. */
  readonly version?: number;
  /** Steps this program knows, which a start brings it to. */
  readonly knownVersion: number;
  /** Permission bits of the file, such as `0o600`; absent where there is none. */
  readonly fileMode?: number;
  /** Whether the connection to PostgreSQL has TLS. */
  readonly hasTls?: boolean;
}

/**
 * Looks whether the database can be used, and changes nothing in it, migrations included. Rejects with the errors that
 * opening it would bring; `startTroubleOf` words them.
 */
export async function inspectDatabase(address: DatabaseAddress, log: Logger): Promise<DatabaseState> {
  const { applied, ...state } =
    address.kind === 'sqlite'
      ? await inspectSqlite(address.path)
      : await inspectPostgres(createPostgresPool({ url: address.url, log }));
  refuseNewer(applied ?? [], MIGRATIONS);
  const knownVersion = Object.keys(MIGRATIONS).length;
  return { ...state, ...(applied && { version: applied.length }), knownVersion };
}

type Found = Pick<DatabaseState, 'fileMode' | 'hasTls'> & {
  /** Names of the migrations it has had; absent while there is nothing of ours in it. */
  readonly applied?: readonly string[];
};

/** 1.0.0 made the tables of the first migration, and recorded that in a table of its own. */
const MADE_BY_FIRST_RELEASE = Object.keys(MIGRATIONS).slice(0, 1);

async function inspectSqlite(path: string): Promise<Found> {
  if (path === ':memory:') return {};
  if (!(await isSqliteFileThere(path))) {
    accessSync(nearestFolder(path), constants.W_OK);
    return {};
  }
  const database = new DatabaseSync(path, { readOnly: true, timeout: 20 });
  try {
    await checkSqlite(database);
    const applied = await whileBusy(() => appliedOnSqlite(database));
    return { fileMode: statSync(path).mode & 0o777, ...(applied && { applied }) };
  } finally {
    database.close();
  }
}

/** Where the first folder would be made that the path lacks. */
function nearestFolder(path: string): string {
  const folder = dirname(resolve(path));
  return existsSync(folder) ? folder : nearestFolder(folder);
}

function appliedOnSqlite(database: DatabaseSync): readonly string[] | undefined {
  const isThere = (table: string) =>
    database.prepare('select 1 from sqlite_master where name = ?').get(table) !== undefined;
  if (isThere('kysely_migration')) {
    return database
      .prepare('select name from kysely_migration')
      .all()
      .map(({ name }) => String(name));
  }
  return isThere('migrations') ? MADE_BY_FIRST_RELEASE : undefined;
}

async function inspectPostgres(pool: pg.Pool): Promise<Found> {
  const ask = async (text: string) => {
    const { rows } = await pool.query<Record<string, unknown>>(text).catch((error: unknown) => {
      throw postgresErrorOf(error);
    });
    return rows[0] ?? {};
  };
  try {
    const { is_standby: isStandby, may_create: mayCreate } = await ask(
      `select pg_is_in_recovery() as is_standby, has_database_privilege(current_database(), 'create') as may_create`,
    );
    const tls = await ask('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    const found = { hasTls: tls.ssl === true };
    checkEncoding((await ask('show server_encoding')).server_encoding);
    if (isStandby === true) throw readOnly('it is a standby');
    const tables = await ask(
      `select to_regnamespace('${POSTGRES_SCHEMA}') is not null as ours,
              to_regclass('${POSTGRES_SCHEMA}.kysely_migration') is not null as migrated,
              to_regclass('${POSTGRES_SCHEMA}.migrations') is not null as of_first_release`,
    );
    if (tables.ours !== true && mayCreate !== true) throw readOnly('the role may make no schema');
    if (tables.migrated === true) {
      const { names } = await ask(
        `select coalesce(array_agg(name::text), '{}') as names from ${POSTGRES_SCHEMA}.kysely_migration`,
      );
      return { ...found, applied: names as string[] };
    }
    return tables.of_first_release === true ? { ...found, applied: MADE_BY_FIRST_RELEASE } : found;
  } finally {
    await pool.end();
  }
}

const readOnly = (message: string) => new StoreError({ code: 'read-only', message });
