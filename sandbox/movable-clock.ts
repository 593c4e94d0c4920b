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

const UNITS = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** The milliseconds of `+1 hour`, `+2 days` or `+30 minutes`; undefined for anything else. */
export function readAdvance(text: string): number | undefined {
  const [, count, unit] = /^\+ ?(\d{1,4}) (minute|hour|day)s?$/.exec(text.trim()) ?? [];
  return unit === undefined ? undefined : Number(count) * UNITS[unit as keyof typeof UNITS];
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
