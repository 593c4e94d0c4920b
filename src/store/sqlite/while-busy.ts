import { setTimeout as delay } from 'node:timers/promises';

/** How long a writer waits for another process's transaction. */
const BUSY_FOR_MS = 2_000;
const RETRY_AFTER_MS = 10;
const SQLITE_BUSY = 5;

/**
 * Does it again while another connection holds SQLite's lock, for two seconds at most; then throws SQLite's own error.
 * Waiting inside SQLite would hold up the whole process, so its own busy timeout is kept short.
 */
export async function whileBusy<T>(attempt: () => T): Promise<T> {
  const startedAtMs = performance.now();
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedAtMs > BUSY_FOR_MS) throw error;
    }
    await delay(RETRY_AFTER_MS);
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY;
