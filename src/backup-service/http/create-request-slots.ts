import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Operation } from '../errors.ts';
import { abortedWait } from './abort.ts';

/** Who wants a slot. `background`: a look-up for which nobody waits. */
export type Lane = Operation | 'background';

/** A login that waits is next in line, before look-ups that came earlier; people go before what nobody waits for. */
const PRIORITIES: Readonly<Record<Lane, number>> = { login: 1, 'general-info': 0, background: -1 };

/**
 * Bounds the requests in flight to `limit` in all. Where all in flight hang, a login waits for the first of them to run
 * out of time: to keep a slot free for it would cost every burst of look-ups a turn. Not left to undici's pool, where a
 * request aborted in its queue is not told before its turn comes.
 */
export function createRequestSlots(limit: number) {
  const queue = new PQueue({ concurrency: limit });

  return {
    /** Runs `work` when a slot is free. Rejects with a `BackupServiceError` if the signal aborts while it waits. */
    async run<T>(lane: Lane, signal: AbortSignal, work: () => Promise<T>) {
      let begun: Promise<T> | undefined;
      let isOthersTurn = false;
      const begin = () => {
        begun = work().finally(() => {
          isOthersTurn = queue.size > 0;
        });
        return begun;
      };
      const done = queue.add(begin, { priority: PRIORITIES[lane], signal });
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
  };
}
