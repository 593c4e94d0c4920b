import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';

/**
 * Limits the entries of an LRUCache. Its own `max` allocates memory for all of them at once, which takes a millisecond
 * for 10,000.
 */
export const maxEntries = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 });

/**
 * Starts a countdown of `lengthMs` and returns what is left of it, in milliseconds: 0 when it is over, and when the clock
 * was set back behind its start. A jump of the clock never makes it longer than twice its length.
 */
export function startCountdown(now: () => number, lengthMs: number): () => number {
  const startedAtMs = now();
  return () => {
    const goneMs = now() - startedAtMs;
    return goneMs < 0 ? 0 : Math.max(0, lengthMs - goneMs);
  };
}

/** The time of one request: every limit within it counts from its start. */
export type Stopwatch = ReturnType<typeof createStopwatch>;

/** Starts now. `now` is in epoch milliseconds. */
export function createStopwatch(now: () => number) {
  const startedAtMs = now();
  const elapsedMs = () => now() - startedAtMs;
  return {
    /** Epoch milliseconds. */
    startedAtMs,
    elapsedMs,
    /** What is left of a limit that counts from the start; 0 when it is over. */
    leftMs: (limitMs: number) => Math.max(0, limitMs - elapsedMs()),
  };
}

const MAX_KEYS = 10_000;

/** Whether a key comes for the first time within `withinMs`. A key that comes again in that time does not extend it. */
export function createDedupe(withinMs: number, now: () => number): (key: string) => boolean {
  const seenAtMs = new LRUCache<string, number>(maxEntries(MAX_KEYS));
  return (key) => {
    const ageMs = now() - (seenAtMs.peek(key) ?? Number.NEGATIVE_INFINITY);
    // A negative age: the clock was set back since.
    if (ageMs >= 0 && ageMs < withinMs) return false;
    seenAtMs.set(key, now());
    return true;
  };
}

/**
 * The items a piece at a time, with a turn of the event loop in between: work on thousands of them does not block
 * anything else.
 */
export async function* inPieces<Item>(
  items: readonly Item[],
  size: number,
): AsyncGenerator<readonly Item[], void, void> {
  for (let at = 0; at < items.length; at += size) {
    if (at > 0) await yieldToEventLoop();
    yield items.slice(at, at + size);
  }
}

/**
 * The value of `work` if it comes within `ms`, otherwise undefined; `work` goes on. Rejects when `work` rejects in that
 * time; a later rejection is the caller's, who still holds `work`.
 */
export function within<T>(work: Promise<T>, ms: number): Promise<{ readonly value: T } | undefined> {
  // Not a sleep with a signal: its AbortError, with a stack, would be made for all that is done in time.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, undefined);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve({ value });
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/**
 * The value of `work`. If it takes longer than `ms`, `show` is called first and waited for. Rejects when `work` or `show`
 * does.
 */
export async function withPlaceholder<T>(
  work: Promise<T>,
  ms: number,
  show: () => Promise<unknown>,
): Promise<{ readonly value: T; readonly isLate: boolean }> {
  const ready = await within(work, ms);
  if (ready !== undefined) return { value: ready.value, isLate: false };
  await show();
  return { value: await work, isLate: true };
}

/** A result that may have been asked for by somebody else. */
export interface Shared<T> {
  readonly result: Promise<T>;
  /** False for the one who started the work. */
  readonly isJoined: boolean;
}

/**
 * Shares one call of `work` among all who ask for the same id while it is under way: they get the same result or
 * failure. Any other argument is that of the caller who started it.
 */
export function createSingleFlight<T, Rest extends readonly unknown[]>(
  work: (id: string, ...rest: Rest) => Promise<T>,
): (id: string, ...rest: Rest) => Shared<T> {
  const inFlight = new Map<string, Promise<T>>();

  return (id, ...rest) => {
    const running = inFlight.get(id);
    if (running !== undefined) return { result: running, isJoined: true };
    const result = work(id, ...rest).finally(() => inFlight.delete(id));
    inFlight.set(id, result);
    return { result, isJoined: false };
  };
}
