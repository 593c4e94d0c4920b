export type MovableClock = ReturnType<typeof createMovableClock>;

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
