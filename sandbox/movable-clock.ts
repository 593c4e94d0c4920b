const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The milliseconds of `+1 hour`, `+2 days` or `+30 minutes`; undefined for anything else. */
export function readAdvance(text: string): number | undefined {
  const [, count, unit] = /^\+ ?(\d{1,4}) (minute|hour|day)s?$/.exec(text.trim()) ?? [];
  return unit === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}

/** Longer than the bot takes to notice that its clock moved. */
const QUIET_MS = 1_500;
const MOST_MS = 60_000;
/**
 * How long the app waits before it posts: it collects news for a minute, and reads a bad account again after five. Without
 * these further moves, an alert would need a second move of the clock.
 */
const WAITS_MS = [65_000, 5 * 60_000, 65_000];

/** Calls the listener after each thing that the bot does, until the returned function is called. */
type OnActivity = (listener: () => void) => () => void;

/**
 * Runs like this machine's clock, but can be ahead. `onMoved`: called with each move and how far ahead it is then, in ms;
 * it may return a promise, until which the move is not done.
 */
export function createMovableClock(
  onMoved: (aheadMs: number) => unknown = () => {},
  onActivity: OnActivity = () => () => {},
) {
  let aheadMs = 0;
  let passes = 0;
  let following = Promise.resolve();
  const advance = async (ms: number): Promise<void> => {
    aheadMs += ms;
    await onMoved(aheadMs);
  };
  const follow = async (pass: number): Promise<void> => {
    for (const waitMs of WAITS_MS) {
      await whenQuiet(onActivity);
      if (pass !== passes) return;
      await advance(waitMs);
    }
  };
  return {
    /** Epoch milliseconds. */
    now: () => Date.now() + aheadMs,
    aheadMs: () => aheadMs,
    advance,
    /** Moves the clock, then a few minutes further whenever the bot is idle. Resolves after the first move. */
    async pass(ms: number): Promise<void> {
      passes += 1;
      const pass = passes;
      await advance(ms);
      following = follow(pass);
    },
    /** Resolves once the app has posted everything that is due. */
    settled: () => following.then(() => whenQuiet(onActivity)),
    /** Stops all further moves. */
    stop() {
      passes += 1;
    },
    /** Sets the clock back to this machine's time. */
    reset(): Promise<void> {
      passes += 1;
      return advance(-aheadMs);
    },
  };
}

/** Resolves once nothing has happened for a while, or after a minute. */
function whenQuiet(onActivity: OnActivity): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const limit = setTimeout(resolve, MOST_MS);
  let quiet = setTimeout(resolve, QUIET_MS);
  const stop = onActivity(() => {
    clearTimeout(quiet);
    quiet = setTimeout(resolve, QUIET_MS);
  });
  return promise.finally(() => {
    clearTimeout(limit);
    clearTimeout(quiet);
    stop();
  });
}
