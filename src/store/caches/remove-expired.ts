import type pg from 'pg';
import type { Logger } from 'pino';
import { CACHE_TABLE, POSTGRES_SCHEMA } from '../postgres/postgres-schema.ts';

/** The adapter has no column for the expiry. keyv writes it last: `{"value":…,"expires":1735689600000}`. */
const EXPIRES_AT_MS = `substring(value from '"expires":([0-9]{1,15})\\}$')::bigint`;

/** Removes what expired unread; keyv itself removes only what is asked for again. Never rejects: it is tried again later. */
export async function removeExpired({ pool, log }: { pool: pg.Pool; log: Logger }): Promise<void> {
  try {
    const sql = `delete from ${POSTGRES_SCHEMA}.${CACHE_TABLE} where ${EXPIRES_AT_MS} < $1`;
    const { rowCount } = await pool.query(sql, [Date.now()]);
    log.debug({ rows: rowCount }, 'expired rows were removed from the shared caches');
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'expired rows could not be removed from the shared caches');
  }
}

const reasonOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);
