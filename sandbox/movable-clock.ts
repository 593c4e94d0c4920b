const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The milliseconds of `+1 hour`, `+2 days` or `+30 minutes`; undefined for anything else. */
export function readAdvance(text: string): number | undefined {
  const [, count, unit] = /^\+ ?(\d{1,4}) (minute|hour|day)s?$/.exec(text.trim()) ?? [];
  return unit === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}

/** Runs like this machine's clock, but can be ahead. Calls `onMoved` after each move with how far ahead it is, in ms. */
export function createMovableClock(onMoved: (aheadMs: number) => void = () => {}) {
  let aheadMs = 0;
  const moveTo = (ms: number) => {
    aheadMs = ms;
    onMoved(ms);
  };
  return {
    /** Epoch milliseconds. */
    now: () => Date.now() + aheadMs,
    aheadMs: () => aheadMs,
    advance: (ms: number) => moveTo(aheadMs + ms),
    /** Sets the clock back to this machine's time. */
    reset: () => moveTo(0),
  };
}

/** Longer than the bot takes to notice that its clock moved. */
const QUIET_MS = 1_500;
const MOST_MS = 60_000;
/**
 * How long the app waits before it posts: it collects news for a minute, and reads a bad account again after five. Without
 * these further moves, an alert would need a second move of the clock.
 */
const WAITS_MS = [65_000, 5 * 60_000, 65_000];

/** Moves the clock, then a few minutes further whenever the bot is idle. `onActivity`: subscribes to what the bot does. */
export function createPassTime(
  { advance }: { readonly advance: (ms: number) => void },
  onActivity: (listener: () => void) => () => void,
) {
  let moves = 0;
  return {
    /** Moves the clock at once. Resolves once the app has posted everything that is due, or the clock was moved again. */
    async pass(ms: number): Promise<void> {
      moves += 1;
      const move = moves;
      advance(ms);
      for (const waitMs of WAITS_MS) {
        await whenQuiet(onActivity);
        if (move !== moves) return;
        advance(waitMs);
      }
      await whenQuiet(onActivity);
    },
    /** Stops all further moves. */
    stop() {
      moves += 1;
    },
  };
}

/** Resolves once nothing has happened for a while, or after a minute. */
export function whenQuiet(onActivity: (listener: () => void) => () => void): Promise<void> {
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
