const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A time to wait as it can be said without saying less than it is: whole minutes below an hour, whole hours to 48, then days. */
export function roundUpWait(ms: number): number {
  const unitMs = ms <= HOUR_MS ? MINUTE_MS : ms <= 48 * HOUR_MS ? HOUR_MS : DAY_MS;
  return Math.ceil(ms / unitMs) * unitMs;
}
