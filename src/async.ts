import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The time since a start, such as that of a request, from which limits count. */
export type Stopwatch = ReturnType<typeof createStopwatch>;

/** Starts now. `now` is in epoch milliseconds. */
export function createStopwatch(now: () => number) {
  const startedAtMs = now();
  const elapsedMs = () => now() - startedAtMs;
  return {
    /** Epoch milliseconds. */
    startedAtMs,
    elapsedMs,
    /**
     * How much is left of a limit that counts from the start, in milliseconds. 0: it is over, or the clock was set back to
     * before the start. So a jump of the clock never makes it longer than twice its length.
     */
    leftMs: (limitMs: number) => (elapsedMs() < 0 ? 0 : Math.max(0, limitMs - elapsedMs())),
  };
}

/** Yields the items in pieces, with a turn of the event loop in between, so that thousands of them do not block it. */
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
 * Resolves with the value of `work` if it settles within `ms`, otherwise with undefined, and `work` continues. Rejects if
 * `work` rejects in that time. A later rejection is the responsibility of the caller.
 */
export function within<T>(work: Promise<T>, ms: number): Promise<{ readonly value: T } | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(resolve, ms, undefined);
  return Promise.race([work.then((value) => ({ value })), late]).finally(() => clearTimeout(timer));
}

/**
 * Resolves with the value of `work`. If it takes longer than `ms`, `show` is called and awaited first. Rejects if `work` or
 * `show` does.
 */
export async function withPlaceholder<T>(
  work: Promise<T>,
  ms: number,
  show: () => Promise<unknown>,
): Promise<T> {
  if ((await within(work, ms)) === undefined) await show();
  return work;
}

/**
 * Shares one call of `work` among all callers with the same id while it is running: they get the same result or error. The
 * other arguments are those of the caller who started it. `isJoined`: false for that caller.
 */
export function createSingleFlight<T, Rest extends readonly unknown[]>(
  work: (id: string, ...rest: Rest) => Promise<T>,
) {
  const inFlight = new Map<string, Promise<T>>();

  return (id: string, ...rest: Rest) => {
    const running = inFlight.get(id);
    if (running !== undefined) return { result: running, isJoined: true };
    const result = work(id, ...rest).finally(() => inFlight.delete(id));
    inFlight.set(id, result);
    return { result, isJoined: false };
  };
}
