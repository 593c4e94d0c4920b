import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { connectionTo, postgresErrorOf } from './postgres.ts';

/** Longer than a login takes, and the longest that a frozen holder keeps others waiting. */
const HELD_AT_MOST_MS = 6_000;
const TRY_AGAIN_MS = 100;
/** Of connecting, and of each statement. */
const TIMEOUT_MS = 1_000;

/**
 * PostgreSQL's advisory lock, in a transaction on a connection of its own that ends with the lock: whatever happens to
 * the holder or its connection, PostgreSQL releases it. Connected only while somebody logs in.
 */
export const createLoginLock = (url: string, log: Logger, heldAtMostMs = HELD_AT_MOST_MS) => ({
  /**
   * Waits until no other process holds the lock of `key`, and resolves with the function that releases it. Never rejects.
   * Without a lock when the signal aborts first, and when PostgreSQL fails or is slow, which is logged.
   */
  async acquire(key: string, signal: AbortSignal): Promise<() => void> {
    const client = new pg.Client(connectionTo(url, TIMEOUT_MS));
    // Found out at the next statement.
    client.on('error', () => {});
    const release = () => void client.end().catch(() => {});
    const id = createHash('sha256').update(`login ${key}`).digest().readBigInt64BE().toString();
    const tryLock = 'select pg_try_advisory_xact_lock($1) as is_held';
    try {
      await client.connect();
      await client.query(`begin; set local idle_in_transaction_session_timeout = ${heldAtMostMs}`);
      while (!signal.aborted && !(await client.query(tryLock, [id])).rows[0]?.is_held) {
        await sleep(TRY_AGAIN_MS, undefined, { signal }).catch(() => {});
      }
    } catch (error) {
      // The code alone: messages of drivers hold addresses.
      const { code } = postgresErrorOf(error);
      log.warn({ reason: code }, 'the login lock failed; going on without it');
      release();
    }
    return release;
  },
});
