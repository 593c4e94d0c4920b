import type { Operation } from './errors.ts';
import { abortedWait } from './to-service-error.ts';

export interface RequestSlots {
  /** Runs `work` when a slot is free. Rejects with a `BackupServiceError` if the signal aborts while it waits. */
  run<T>(lane: Operation, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/**
 * Bounds the requests in flight to `limit` in all. One of them is kept for the login, so that look-ups, of which all
 * may hang, never hold up the login that others wait for; with a limit of one, the login is merely next in line.
 * Not left to undici's pool: a request aborted in its queue is not told before its turn comes.
 */
export function createRequestSlots(limit: number): RequestSlots {
  const running: Record<Operation, number> = { login: 0, 'general-info': 0 };
  const waiting: Record<Operation, Set<() => void>> = { login: new Set(), 'general-info': new Set() };
  const lookupLimit = Math.max(1, limit - 1);

  const isFree = (lane: Operation) =>
    running.login + running['general-info'] < limit &&
    (lane === 'login' || (running['general-info'] < lookupLimit && waiting.login.size === 0));

  function startNext(): void {
    for (const lane of ['login', 'general-info'] as const) {
      const [start] = waiting[lane];
      if (start && isFree(lane)) start();
    }
  }

  function acquire(lane: Operation, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        waiting[lane].delete(start);
        reject(abortedWait(signal, { operation: lane, waitingFor: 'slot' }));
      };
      const start = () => {
        waiting[lane].delete(start);
        signal.removeEventListener('abort', abort);
        running[lane]++;
        resolve();
      };
      if (signal.aborted) return abort();
      if (waiting[lane].size === 0 && isFree(lane)) return start();
      waiting[lane].add(start);
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  return {
    async run(lane, signal, work) {
      await acquire(lane, signal);
      try {
        return await work();
      } finally {
        running[lane]--;
        startNext();
      }
    },
  };
}
