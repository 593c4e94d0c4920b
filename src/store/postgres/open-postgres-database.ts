import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely';
import type pg from 'pg';
import { type Migrations, migrate } from '../migrate.ts';
import { StoreError } from '../store-error.ts';
import type { Db, Tables } from '../tables.ts';
import {
  createPostgresPool,
  POSTGRES_SCHEMA,
  type PostgresPoolDeps,
  postgresErrorOf,
} from './create-postgres-pool.ts';

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
    await migrate(migrating, migrations, { schema: POSTGRES_SCHEMA });
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

/** Kysely over the pool, which it ends with itself. Throws what `postgresErrorOf` makes of errors. */
const createPostgresDialect = (pool: pg.Pool): PostgresDialect =>
  new PostgresDialect({
    pool: {
      options: pool.options,
      async connect() {
        try {
          return distrustful(await pool.connect());
        } catch (error) {
          throw postgresErrorOf(error);
        }
      },
      end: () => pool.end(),
    },
  });

/**
 * After an error of the server a connection is in order. After anything else, such as no answer in time, a statement may
 * still be running on it and the next would wait behind that: it takes no more of them, and is closed when given back.
 */
function distrustful(client: pg.PoolClient): PostgresPoolClient {
  let lost: StoreError | undefined;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    if (lost) throw lost;
    try {
      return await client.query(sql, [...parameters]);
    } catch (cause) {
      const error = postgresErrorOf(cause);
      if (error instanceof StoreError) lost = error;
      throw error;
    }
  };
  return {
    // Kysely's type has an overload for cursors, which needs a cursor class. We configure none.
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(lost),
  };
}

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
