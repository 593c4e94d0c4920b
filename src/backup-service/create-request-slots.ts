import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Operation } from './errors.ts';
import { abortedWait } from './to-service-error.ts';

export interface RequestSlots {
  /** Runs `work` when a slot is free. Rejects with a `BackupServiceError` if the signal aborts while it waits. */
  run<T>(lane: Operation, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/**
 * Bounds the requests in flight to `limit` in all. A login that waits is next in line, before look-ups that came earlier;
 * where all in flight hang, it waits for the first of them to run out of time. To keep a slot free for it would cost every
 * burst of look-ups a turn. Not left to undici's pool: a request aborted in its queue is not told before its turn comes.
 */
export function createRequestSlots(limit: number): RequestSlots {
  let running = 0;
  const waiting: Record<Operation, Set<() => void>> = { login: new Set(), 'general-info': new Set() };

  const isFree = (lane: Operation) => running < limit && (lane === 'login' || waiting.login.size === 0);

  /** Whether somebody was waiting. */
  function startNext(): boolean {
    const wereWaiting = waiting.login.size + waiting['general-info'].size;
    for (const lane of ['login', 'general-info'] as const) {
      const [start] = waiting[lane];
      if (start && isFree(lane)) start();
    }
    return wereWaiting > 0;
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
        running += 1;
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
        running -= 1;
        // The connection is free in the next turn: requests go out on it before anybody takes time over this answer.
        if (startNext()) await nextTurn();
      }
    },
  };
}
