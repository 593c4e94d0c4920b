/** The time of one request: every limit within it counts from its start. */
export interface Deadline {
  /** Epoch milliseconds. */
  readonly startedAtMs: number;
  elapsedMs(): number;
  /** What is left of a limit that counts from the start; 0 when it is over. */
  leftMs(limitMs: number): number;
}

/** Starts now. `now` is in epoch milliseconds. */
export function createDeadline(now: () => number): Deadline {
  const startedAtMs = now();
  const elapsedMs = () => now() - startedAtMs;
  return { startedAtMs, elapsedMs, leftMs: (limitMs) => Math.max(0, limitMs - elapsedMs()) };
}
