import { PostgresDialect, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { StoreError } from '../store-error.ts';
import { postgresErrorOf } from './create-postgres-pool.ts';

/** Kysely over the pool, which it ends with itself. Throws what `postgresErrorOf` makes of errors. */
export const createPostgresDialect = (pool: pg.Pool): PostgresDialect =>
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
