/** A clock that runs as this machine's does, and can be ahead of it. */
export interface MovableClock {
  /** Epoch milliseconds. */
  now(): number;
  /** How far ahead it is. */
  aheadMs(): number;
  advance(ms: number): void;
  /** Back to the time of this machine. */
  reset(): void;
}

export function createMovableClock(): MovableClock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    aheadMs: () => aheadMs,
    advance(ms) {
      aheadMs += ms;
    },
    reset() {
      aheadMs = 0;
    },
  };
}
