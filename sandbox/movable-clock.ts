/** A clock that runs like this machine's clock and can be ahead of it. */
export interface MovableClock {
  /** Epoch milliseconds. */
  now(): number;
  /** How far ahead it is. */
  aheadMs(): number;
  advance(ms: number): void;
  /** Back to the time of this machine. */
  reset(): void;
}

/** Calls `onMoved` with how far ahead it is after each move. */
export function createMovableClock(onMoved: (aheadMs: number) => void = () => {}): MovableClock {
  let aheadMs = 0;
  const moveTo = (ms: number) => {
    aheadMs = ms;
    onMoved(ms);
  };
  return {
    now: () => Date.now() + aheadMs,
    aheadMs: () => aheadMs,
    advance: (ms) => moveTo(aheadMs + ms),
    reset: () => moveTo(0),
  };
}
