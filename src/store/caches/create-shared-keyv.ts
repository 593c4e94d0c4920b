import { KeyvPostgres } from '@keyv/postgres';
import { Keyv } from 'keyv';
import type pg from 'pg';
import type { Logger } from 'pino';
import { toStoreError } from '../errors/to-store-error.ts';
import { postgresErrorOf } from '../postgres/postgres-error-of.ts';
import { CACHE_TABLE, POSTGRES_SCHEMA } from '../postgres/postgres-schema.ts';

export interface SharedKeyvDeps {
  readonly pool: pg.Pool;
  /** Keeps its keys apart from those of others in the same table. */
  readonly namespace: string;
  readonly log: Logger;
}

/** A cache in PostgreSQL that throws StoreErrors. Makes its table; rejects when that cannot be read afterwards. */
export async function createSharedKeyv({ pool, namespace, log }: SharedKeyvDeps): Promise<Keyv> {
  const store = createAdapter(pool);
  const keyv = new Keyv({ store, namespace, throwOnErrors: true });
  // What a caller is told by a throw is not logged again as loud; the adapter's own start is told to nobody else.
  keyv.on('error', (error: unknown) => log.debug({ namespace, error }, 'the shared cache failed'));
  // Waits for the adapter to make the table, which is not tried again if it fails.
  await store.query(`select 1 from ${POSTGRES_SCHEMA}.${CACHE_TABLE} limit 1`);
  return keyv;
}

/**
 * `@keyv/postgres` on a pool of ours. Its own is one for the whole process, belongs to the URL that came last, and has
 * nobody listening to its errors: a PostgreSQL that restarts would end the process.
 */
function createAdapter(pool: pg.Pool): KeyvPostgres {
  class OnOurPool extends KeyvPostgres {
    override async connect() {
      return async (text: string, values?: unknown[]) => {
        try {
          const { rows } = await pool.query(text, values);
          return rows;
        } catch (error) {
          throw toStoreError(postgresErrorOf(error));
        }
      };
    }
    override async disconnect() {
      // The pool is ended by whoever made it.
    }
  }
  return new OnOurPool({ schema: POSTGRES_SCHEMA, table: CACHE_TABLE, keySize: 512 });
}
