import type { MovableClock } from './movable-clock.ts';

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
  clock: Pick<MovableClock, 'advance'>,
  onActivity: (listener: () => void) => () => void,
) {
  let moves = 0;
  return {
    /** Moves the clock at once. Resolves when what is to be said has been said, or the clock was moved again. */
    async pass(ms: number): Promise<void> {
      moves += 1;
      const move = moves;
      clock.advance(ms);
      for (const waitMs of WAITS_MS) {
        await whenQuiet(onActivity);
        if (move !== moves) return;
        clock.advance(waitMs);
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
