import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Operation } from '../errors.ts';
import { abortedWait } from './abort.ts';

/** The slot that a piece of work runs in. */
export interface Slot {
  /** From now on `end`, which must end the work, may be called because somebody waits for a slot. */
  mayBeTaken(end: () => void): void;
}

/** Who wants a slot. `background`: a look-up for which nobody waits. */
export type Lane = Operation | 'background';

export interface RequestSlots {
  /** Runs `work` when a slot is free. Rejects with a `BackupServiceError` if the signal aborts while it waits. */
  run<T>(lane: Lane, signal: AbortSignal, work: (slot: Slot) => Promise<T>): Promise<T>;
  /** Whether a slot is free and nobody waits for one. */
  hasRoom(): boolean;
}

/** A login that waits is next in line, before look-ups that came earlier; people go before what nobody waits for. */
const PRIORITIES: Readonly<Record<Lane, number>> = { login: 1, 'general-info': 0, background: -1 };

/**
 * Bounds the requests in flight to `limit` in all. Where all in flight hang, a login waits for the first of them to run
 * out of time: to keep a slot free for it would cost every burst of look-ups a turn. While somebody waits, those that may
 * be taken are at most half of all: a few slow requests must not keep out everybody else, and if all are slow some must be
 * left to end. Not left to undici's pool, where a request aborted in its queue is not told before its turn comes.
 */
export function createRequestSlots(limit: number): RequestSlots {
  const queue = new PQueue({ concurrency: limit });
  const takeable = new Set<() => void>();

  /** Those for whom somebody waits. */
  const waiting = () => queue.size - queue.sizeBy({ priority: PRIORITIES.background });

  /** The latest are ended first, as the others are nearer to their answer. A slot is free when its work has ended. */
  function takeSlots(): void {
    const mostKept = Math.floor(limit / 2);
    const count = Math.max(0, Math.min(waiting(), takeable.size - mostKept));
    for (const end of [...takeable].toReversed().slice(0, count)) {
      takeable.delete(end);
      end();
    }
  }

  async function runInSlot<T>(work: (slot: Slot) => Promise<T>): Promise<T> {
    let own: (() => void) | undefined;
    const mayBeTaken = (end: () => void) => {
      own = end;
      takeable.add(end);
      takeSlots();
    };
    try {
      return await work({ mayBeTaken });
    } finally {
      if (own) takeable.delete(own);
    }
  }

  return {
    async run<T>(lane: Lane, signal: AbortSignal, work: (slot: Slot) => Promise<T>) {
      let begun: Promise<T> | undefined;
      let isOthersTurn = false;
      const begin = () => {
        begun = runInSlot(work).finally(() => {
          isOthersTurn = queue.size > 0;
        });
        return begun;
      };
      const done = queue.add(begin, { priority: PRIORITIES[lane], signal });
      takeSlots();
      try {
        return await done;
      } catch {
        // What has begun heeds the signal by itself, and says more than that it was aborted.
        if (begun !== undefined) return await begun;
        const operation = lane === 'background' ? 'general-info' : lane;
        throw abortedWait(signal, { operation, waitingFor: 'slot' });
      } finally {
        // The connection is free in the next turn: requests go out on it before anybody takes time over this answer.
        if (isOthersTurn) await nextTurn();
      }
    },
    hasRoom: () => queue.pending < limit && queue.size === 0,
  };
}
