const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The milliseconds of `+1 hour`, `+2 days` or `+30 minutes`; undefined for anything else. */
export function readAdvance(text: string): number | undefined {
  const [, count, unit] = /^\+ ?(\d{1,4}) (minute|hour|day)s?$/.exec(text.trim()) ?? [];
  return unit === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
}

/** A clock that runs like this machine's and can be ahead of it. Calls `onMoved` with how far ahead after each move. */
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
    /** Back to the time of this machine. */
    reset: () => moveTo(0),
  };
}

/** Longer than the bot takes to notice that the clock was moved. */
const QUIET_MS = 1_500;
const MOST_MS = 60_000;
/**
 * What the app waits for before it says something: it gathers news for a minute, and reads an account again after five.
 * Without these further moves an alert would need a second move of the clock.
 */
const WAITS_MS = [65_000, 5 * 60_000, 65_000];

/** Moves the clock, and on by some minutes when the bot is quiet. `onActivity`: calls a listener whenever it does something. */
export function createPassTime(
  { advance }: { readonly advance: (ms: number) => void },
  onActivity: (listener: () => void) => () => void,
) {
  let moves = 0;
  return {
    /** Moves the clock at once. Resolves when what is to be said has been said, or the clock was moved again. */
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
    /** Nothing moves the clock any more. */
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
