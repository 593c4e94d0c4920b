import type { Threshold } from './verdict.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day of 24 hours. Calendar days may be longer or shorter: see `packageDaysLeft`. */
export const DAY_MS = 24 * HOUR_MS;

const UNIT_MS = { hour: HOUR_MS, day: DAY_MS };

/** A threshold in milliseconds of real, elapsed time. */
export const thresholdMs = (threshold: Threshold): number => threshold.value * UNIT_MS[threshold.unit];
