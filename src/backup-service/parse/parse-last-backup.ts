import { z } from 'zod';
import type { LastBackup } from '../../domain/account.ts';
import { serviceTime } from './service-time.ts';

/** What databases store where there is no date. */
const ZERO_DATES: readonly string[] = [
  '0000-00-00',
  '0001-01-01',
  '1753-01-01',
  '1899-12-30',
  '1900-01-01',
  '1969-12-31',
  '1970-01-01',
];

/** No backup is older than this, and no package ended before it. */
const FIRST_DATE = '2000-01-01';

const CALENDAR_DATE = z.iso.date();
const CLOCK_TIME = z.iso.time();

/** A date of the wire: a real day of the calendar, the absence of one, or neither. */
export type WireDate = { kind: 'day'; date: string } | { kind: 'none' } | { kind: 'unreadable' };

/** Reads `YYYY-MM-DD`. Null, blank and zero dates are `none`; 30 February and what lies before 2000 is `unreadable`. */
export function parseWireDate(sent: string | null): WireDate {
  const date = sent?.trim() ?? '';
  if (date === '' || ZERO_DATES.includes(date)) return { kind: 'none' };
  const isReadable = CALENDAR_DATE.safeParse(date).success && date >= FIRST_DATE;
  return isReadable ? { kind: 'day', date } : { kind: 'unreadable' };
}

/** True for `HH:MM` and `HH:MM:SS`, also with a fraction, on a 24-hour clock; 24:00:00 and leap seconds are not on it. */
export const isWireTime = (sent: string): boolean => CLOCK_TIME.safeParse(sent.trim()).success;

/**
 * Joins a backup's date and time of day in the service's zone. `undefined` is a value that was not sent or had the
 * wrong type. Without a readable time the day stands, from its start.
 */
export function parseLastBackup(
  sent: { date: string | null | undefined; time: string | null | undefined },
  zone: string,
): LastBackup {
  if (sent.date === undefined) return { kind: 'not-reported' };
  const day = parseWireDate(sent.date);
  if (day.kind === 'none') return { kind: 'never' };
  if (day.kind === 'unreadable') return { kind: 'unreadable' };
  if (typeof sent.time !== 'string' || !isWireTime(sent.time)) {
    return { kind: 'at', atMs: serviceTime(zone, day.date), precision: 'day' };
  }
  return { kind: 'at', atMs: serviceTime(zone, day.date, sent.time.trim()), precision: 'second' };
}
