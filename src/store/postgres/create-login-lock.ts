import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { within } from '../../async.ts';
import { createPostgresPool, postgresErrorOf } from './create-postgres-pool.ts';

/** Longer than a login takes, and the longest that a frozen holder keeps others waiting. */
const HELD_AT_MOST_MS = 6_000;
const TRY_AGAIN_MS = 100;
/** Of connecting, and of each statement. */
const TIMEOUT_MS = 1_000;

/**
 * PostgreSQL's advisory lock, in a transaction on a connection of its own that ends with the lock: whatever happens to
 * the holder or its connection, PostgreSQL releases it. Connected only while somebody logs in.
 */
export function createLoginLock(
  url: string,
  log: Logger,
  /** Default 6,000. */
  heldAtMostMs = HELD_AT_MOST_MS,
) {
  const pool = createPostgresPool({ url, statementTimeoutMs: TIMEOUT_MS, log });
  const held = new Set<pg.PoolClient>();

  async function connect(): Promise<pg.PoolClient> {
    const connecting = pool.connect();
    const connected = await within(connecting, TIMEOUT_MS);
    if (connected) return connected.value;
    connecting.then((client) => client.release(true)).catch(() => undefined);
    throw new Error('timeout');
  }

  return {
    /**
     * Waits until no other process holds the lock of `key`, and resolves with the function that releases it. Never rejects.
     * Without a lock when the signal aborts first, and when PostgreSQL fails or is slow, which is logged.
     */
    async acquire(key: string, signal: AbortSignal) {
      let client: pg.PoolClient | undefined;
      const release = () => {
        if (client !== undefined && held.delete(client)) client.release(true);
      };
      try {
        client = await connect();
        held.add(client);
        await client.query(`begin; set local idle_in_transaction_session_timeout = ${heldAtMostMs}`);
        while (!signal.aborted && !(await tryLock(client, key))) {
          await sleep(TRY_AGAIN_MS, undefined, { signal }).catch(() => undefined);
        }
        return release;
      } catch (error) {
        // The code alone: messages of drivers hold addresses.
        const { code } = postgresErrorOf(error);
        log.warn({ reason: code }, 'the login lock failed; going on without it');
        release();
        return () => {};
      }
    },
    /** Releases what is held. */
    async close() {
      for (const client of held) client.release(true);
      held.clear();
      await pool.end();
    },
  };
}

async function tryLock(client: pg.PoolClient, key: string): Promise<boolean> {
  const id = createHash('sha256').update(`login ${key}`).digest().readBigInt64BE();
  const { rows } = await client.query('select pg_try_advisory_xact_lock($1) as is_held', [id.toString()]);
  return rows[0]?.is_held === true;
}
