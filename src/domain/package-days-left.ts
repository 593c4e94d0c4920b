import { tz } from '@date-fns/tz';
import { parseISO } from 'date-fns/parseISO';
import type { Account } from './account.ts';
import { dayNumber } from './day-number.ts';

const utc = tz('UTC');

/**
 * Calendar days from today to the last day of the package, both in the service's zone: 0 on that day, negative after it.
 * `undefined` without an end date, or with one that is no date.
 */
export function packageDaysLeft({ packageEndsOn, zone }: Account, nowMs: number): number | undefined {
  if (packageEndsOn === undefined) return undefined;
  const lastDay = parseISO(packageEndsOn, { in: utc });
  const daysLeft = dayNumber(lastDay.getTime(), 'UTC') - dayNumber(nowMs, zone.id);
  return Number.isNaN(daysLeft) ? undefined : daysLeft;
}
