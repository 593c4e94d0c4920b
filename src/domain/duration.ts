import type { Threshold } from './verdict.ts';

/** A day of 24 hours, in milliseconds. Calendar days may be longer or shorter: see `packageDaysLeft`. */
export const DAY_MS = 24 * 60 * 60 * 1000;

const UNIT_MS = { minute: 60_000, hour: 3_600_000, day: DAY_MS } as const;

/** A threshold in milliseconds of real, elapsed time. */
export const thresholdMs = (threshold: Threshold): number => threshold.value * UNIT_MS[threshold.unit];
