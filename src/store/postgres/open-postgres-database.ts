import { Kysely, sql, type Transaction } from 'kysely';
import { StoreError } from '../errors/store-error.ts';
import { migrate } from '../migrate.ts';
import type { OpenDatabaseDeps } from '../open-database.ts';
import type { Tables } from '../tables.ts';
import { createPostgresDialect } from './create-postgres-dialect.ts';
import { createPostgresPool } from './create-postgres-pool.ts';
import { POSTGRES_SCHEMA } from './postgres-schema.ts';

/** At start, where it includes waiting for another replica that migrates. */
const MIGRATION_TIMEOUT_MS = 60_000;
/** Ours among the advisory locks of a database; any number does, as long as it stays. */
const MIGRATION_LOCK = 4_718_225_091;

/** As `openDatabase`, for PostgreSQL. */
export async function openPostgresDatabase(deps: OpenDatabaseDeps, url: string): Promise<Kysely<Tables>> {
  const connect = (limits: { readonly statementTimeoutMs?: number }) => {
    const pool = createPostgresPool({ url, ...limits, log: deps.log });
    return new Kysely<Tables>({ dialect: createPostgresDialect(pool) }).withSchema(POSTGRES_SCHEMA);
  };
  const migrating = connect({ statementTimeoutMs: MIGRATION_TIMEOUT_MS });
  try {
    await refuseOtherEncodings(migrating);
    await migrate({ ...deps, db: migrating, lock: lockPostgres });
  } finally {
    await migrating.destroy();
  }
  return connect({});
}

async function refuseOtherEncodings(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ server_encoding: unknown }>`show server_encoding`.execute(db);
  checkEncoding(rows[0]?.server_encoding);
}

/** Throws a StoreError `wrong-encoding` for any but UTF8: a write with a character that it lacks would fail, months later. */
export function checkEncoding(encoding: unknown): void {
  if (encoding === 'UTF8') return;
  throw new StoreError({ code: 'wrong-encoding', message: `its encoding is ${encoding}, not UTF8` });
}

async function lockPostgres(db: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
  // `create … if not exists` needs a right that a role may lack once the schema is there.
  const found = await sql`select 1 from pg_namespace where nspname = ${POSTGRES_SCHEMA}`.execute(db);
  if (found.rows.length === 0) await db.schema.createSchema(POSTGRES_SCHEMA).execute();
}
