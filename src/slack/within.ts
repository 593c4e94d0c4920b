import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The value of `work` if it comes within `ms`, otherwise undefined; `work` goes on. Rejects when `work` rejects in that
 * time; a later rejection is the caller's, who still holds `work`.
 */
export async function within<T>(work: Promise<T>, ms: number): Promise<{ readonly value: T } | undefined> {
  const timer = new AbortController();
  const late = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    return await Promise.race([work.then((value) => ({ value })), late]);
  } finally {
    timer.abort();
  }
}
