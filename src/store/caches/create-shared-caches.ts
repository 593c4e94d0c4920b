import { Keyv } from 'keyv';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createLoginLock } from '../postgres/create-login-lock.ts';
import { createPostgresPool, POSTGRES_SCHEMA, postgresErrorOf } from '../postgres/create-postgres-pool.ts';
import { toStoreError } from '../store-error.ts';

/**
 * They throw when the database fails, instead of missing: their owners decide what to do. Values are kept as given;
 * what must not be read in the database comes encrypted.
 */
export type SharedCaches = Awaited<ReturnType<typeof createSharedCaches>>;

const TABLE = `${POSTGRES_SCHEMA}.cache`;
/** Our key among the advisory locks of a database. Any number works, as long as it never changes. */
const TABLE_LOCK = 4_718_225_091;
/** 1.0.0 made the table without `expires_at_ms` and may still write to it: what it writes is removed after a day. */
const MAKE_TABLE = `
  select pg_advisory_xact_lock(${TABLE_LOCK});
  create schema if not exists ${POSTGRES_SCHEMA};
  create table if not exists ${TABLE} (key varchar(512) primary key, value text);
  alter table ${TABLE} add column if not exists expires_at_ms bigint
    default (extract(epoch from now()) * 1000)::bigint + 86400000`;

/** As `createCaches`, in PostgreSQL. Rejects with everything closed. */
export async function createSharedCaches({
  url,
  removeExpiredEveryMs,
  log,
}: {
  readonly url: string;
  readonly removeExpiredEveryMs: number;
  readonly log: Logger;
}) {
  const pool = createPostgresPool({ url, log });
  const query: Query = async (text, values = []) => {
    try {
      return await pool.query(text, [...values]);
    } catch (error) {
      throw toStoreError(postgresErrorOf(error));
    }
  };
  try {
    // Creating something that exists would need rights that a role may lack.
    const isThere = await pool.query(`select expires_at_ms from ${TABLE} limit 0`).catch(() => undefined);
    if (isThere === undefined) await query(MAKE_TABLE);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const sweeping = setInterval(() => removeExpired(query, log), removeExpiredEveryMs).unref();
  const loginLock = createLoginLock(url, log);
  let ending: Promise<unknown> | undefined;
  return {
    /** Lets replicas log in one at a time. */
    loginLock,
    tokens: createKeyv({ query, namespace: 'tokens', log }),
    answers: createKeyv({ query, namespace: 'answers', log }),
    async close() {
      clearInterval(sweeping);
      ending ??= Promise.all([loginLock.close(), pool.end()]);
      await ending;
    },
  };
}

/** Rejects with a StoreError. */
type Query = (text: string, values?: readonly unknown[]) => Promise<pg.QueryResult>;

/** `namespace` keeps its keys apart from those of others in the table. */
function createKeyv({ query, namespace, log }: { query: Query; namespace: string; log: Logger }): Keyv {
  const getMany = async (keys: readonly string[]): Promise<(string | undefined)[]> => {
    const { rows } = await query(`select key, value from ${TABLE} where key = any($1)`, [keys]);
    const values = new Map<string, string>(rows.map(({ key, value }) => [key, value]));
    return keys.map((key) => values.get(key));
  };
  const store = {
    getMany,
    get: async (key: string) => (await getMany([key]))[0],
    set: (key: string, value: string, ttlMs?: number) =>
      query(
        `insert into ${TABLE} (key, value, expires_at_ms) values ($1, $2, $3)
         on conflict (key) do update set value = excluded.value, expires_at_ms = excluded.expires_at_ms`,
        [key, value, ttlMs === undefined ? null : Math.ceil(Date.now() + ttlMs)],
      ),
    delete: async (key: string) => (await query(`delete from ${TABLE} where key = $1`, [key])).rowCount === 1,
    clear: () => query(`delete from ${TABLE} where starts_with(key, $1)`, [`${namespace}:`]),
  };
  const keyv = new Keyv({ store, namespace, throwOnErrors: true });
  // The caller sees the error; it is not logged again at the same level.
  keyv.on('error', (error: unknown) => log.debug({ namespace, error }, 'the shared cache failed'));
  return keyv;
}

/** Removes what expired unread; keyv itself removes only what is asked for again. Never rejects: it is tried again later. */
async function removeExpired(query: Query, log: Logger): Promise<void> {
  try {
    const { rowCount } = await query(`delete from ${TABLE} where expires_at_ms < $1`, [Date.now()]);
    log.debug({ rows: rowCount }, 'expired rows were removed from the shared caches');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? error.code : 'unknown';
    log.warn({ reason }, 'expired rows could not be removed from the shared caches');
  }
}
