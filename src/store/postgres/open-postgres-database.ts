import { Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { StoreError } from '../errors/store-error.ts';
import { type Migrations, migrate } from '../migrate.ts';
import type { Tables } from '../tables.ts';
import { createPostgresDialect } from './create-postgres-dialect.ts';
import { createPostgresPool, POSTGRES_SCHEMA } from './create-postgres-pool.ts';

/** At start, where it includes waiting for another replica that migrates. */
const MIGRATION_TIMEOUT_MS = 60_000;

/** As `openDatabase`, for PostgreSQL. */
export async function openPostgresDatabase({
  url,
  migrations,
  log,
}: {
  readonly url: string;
  readonly migrations: Migrations;
  readonly log: Logger;
}): Promise<Kysely<Tables>> {
  const connect = (limits: { readonly statementTimeoutMs?: number }) => {
    const pool = createPostgresPool({ url, ...limits, log });
    return new Kysely<Tables>({ dialect: createPostgresDialect(pool) }).withSchema(POSTGRES_SCHEMA);
  };
  const migrating = connect({ statementTimeoutMs: MIGRATION_TIMEOUT_MS });
  try {
    await checkServer(migrating);
    await migrate(migrating, migrations, POSTGRES_SCHEMA);
  } finally {
    await migrating.destroy();
  }
  return connect({});
}

/** A database that is up to date is not written at start, so this alone would tell of one that takes no writes. */
async function checkServer(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{
    encoding: string;
    read_only: string;
  }>`select current_setting('server_encoding') as encoding, current_setting('transaction_read_only') as read_only`.execute(
    db,
  );
  checkEncoding(rows[0]?.encoding);
  if (rows[0]?.read_only === 'on') throw new StoreError({ code: 'read-only', message: 'it takes no writes' });
}

/** Throws a StoreError `wrong-encoding` for any but UTF8: a write with a character that it lacks would fail, months later. */
export function checkEncoding(encoding: unknown): void {
  if (encoding === 'UTF8') return;
  throw new StoreError({ code: 'wrong-encoding', message: `its encoding is ${encoding}, not UTF8` });
}
