import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Operation } from '../errors.ts';
import { abortedWait } from './to-service-error.ts';

/** The slot that a piece of work runs in. */
export interface Slot {
  /** From now on `end`, which must end the work, may be called because somebody waits for a slot. */
  mayBeTaken(end: () => void): void;
}

export interface RequestSlots {
  /** Runs `work` when a slot is free. Rejects with a `BackupServiceError` if the signal aborts while it waits. */
  run<T>(lane: Operation, signal: AbortSignal, work: (slot: Slot) => Promise<T>): Promise<T>;
  /** Whether a slot is free and nobody waits for one. */
  hasRoom(): boolean;
}

/**
 * Bounds the requests in flight to `limit` in all. A login that waits is next in line, before look-ups that came earlier;
 * where all in flight hang, it waits for the first of them to run out of time. To keep a slot free for it would cost every
 * burst of look-ups a turn. While somebody waits, those that may be taken are at most half of all: a few slow requests must
 * not keep out everybody else, and if all are slow some must be left to end. Not left to undici's pool: a request aborted in its queue is not told before its turn comes.
 */
export function createRequestSlots(limit: number): RequestSlots {
  let running = 0;
  const waiting: Record<Operation, Set<() => void>> = { login: new Set(), 'general-info': new Set() };

  const takeable = new Set<() => void>();

  const isFree = (lane: Operation) => running < limit && (lane === 'login' || waiting.login.size === 0);

  const countWaiting = () => waiting.login.size + waiting['general-info'].size;

  /** The latest are ended first, as the others are nearer to their answer. A slot is free when its work has ended. */
  function takeSlots(): void {
    const mostKept = Math.floor(limit / 2);
    const count = Math.max(0, Math.min(countWaiting(), takeable.size - mostKept));
    for (const end of [...takeable].toReversed().slice(0, count)) {
      takeable.delete(end);
      end();
    }
  }

  /** Whether somebody was waiting. */
  function startNext(): boolean {
    const wereWaiting = countWaiting();
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
      takeSlots();
      signal.addEventListener('abort', abort, { once: true });
    });
  }

  return {
    async run(lane, signal, work) {
      await acquire(lane, signal);
      let taken: (() => void) | undefined;
      const mayBeTaken = (end: () => void) => {
        taken = end;
        takeable.add(end);
        takeSlots();
      };
      try {
        return await work({ mayBeTaken });
      } finally {
        if (taken) takeable.delete(taken);
        running -= 1;
        // The connection is free in the next turn: requests go out on it before anybody takes time over this answer.
        if (startNext()) await nextTurn();
      }
    },
    hasRoom: () => running < limit && countWaiting() === 0,
  };
}
