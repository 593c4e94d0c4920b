import { Kysely, sql } from 'kysely';
import { type Migrations, migrate } from '../migrate.ts';
import { StoreError } from '../store-error.ts';
import type { Db, Tables } from '../tables.ts';
import { createPostgresDialect } from './create-postgres-dialect.ts';
import { createPostgresPool, POSTGRES_SCHEMA, type PostgresPoolDeps } from './create-postgres-pool.ts';

/** At start, where it includes waiting for another replica that migrates. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** As `openDatabase`, for PostgreSQL. */
export async function openPostgresDatabase(
  deps: Omit<PostgresPoolDeps, 'statementTimeoutMs'>,
  migrations: Migrations,
): Promise<Db> {
  const migrating = connectPostgres({ ...deps, statementTimeoutMs: MIGRATION_TIMEOUT_MS });
  try {
    await checkServer(migrating);
    await migrate(migrating, migrations, POSTGRES_SCHEMA);
  } finally {
    await migrating.destroy();
  }
  return connectPostgres(deps);
}

/** Kysely over a pool of its own, in our schema. Connects when first used. */
export const connectPostgres = (deps: PostgresPoolDeps): Db =>
  new Kysely<Tables>({ dialect: createPostgresDialect(createPostgresPool(deps)) }).withSchema(
    POSTGRES_SCHEMA,
  );

/** A database that is up to date is not written at start, so this alone would tell of one that takes no writes. */
async function checkServer(db: Db): Promise<void> {
  const { rows } = await sql<{
    encoding: string;
    read_only: string;
  }>`select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as read_only`.execute(
    db,
  );
  checkEncoding(rows[0]?.encoding);
  if (rows[0]?.read_only === 'on') throw new StoreError('read-only', 'it takes no writes');
}

/** Throws a StoreError `wrong-encoding` for any but UTF8: a write with a character that it lacks would fail, months later. */
export function checkEncoding(encoding: unknown): void {
  if (encoding !== 'UTF8') throw new StoreError('wrong-encoding', `its encoding is ${encoding}, not UTF8`);
}
