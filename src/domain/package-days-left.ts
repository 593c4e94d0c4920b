import type { Account } from './account.ts';
import { DAY_MS } from './duration.ts';
import { dayNumber } from './zoned-time.ts';

/**
 * Calendar days from today to the last day of the package, both in the service's zone: 0 on that day, negative after it.
 * `undefined` without an end date, or with one that is no date.
 */
export function packageDaysLeft({ packageEndsOn, zone }: Account, nowMs: number): number | undefined {
  if (packageEndsOn === undefined) return undefined;
  const lastDayMs = utcMidnight(packageEndsOn);
  const daysLeft = lastDayMs / DAY_MS - dayNumber(nowMs, zone.id);
  return Number.isNaN(daysLeft) ? undefined : daysLeft;
}

/** NaN for what is no ISO date, the 31st of February included, which Date moves into March. */
function utcMidnight(isoDate: string): number {
  const midnightMs = /^\d{4}-\d{2}-\d{2}$/.test(isoDate) ? Date.parse(`${isoDate}T00:00:00Z`) : Number.NaN;
  return new Date(midnightMs).getUTCDate() === Number(isoDate.slice(-2)) ? midnightMs : Number.NaN;
}
