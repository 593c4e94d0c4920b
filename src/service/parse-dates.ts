import { z } from 'zod';
import type { LastBackup } from '../domain/account.ts';
import { DAY_MS } from '../domain/duration.ts';
import { isoDay, zoneOffsetMs } from '../domain/zoned-time.ts';

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
const DATE_TIME = z.iso.datetime({ local: true, offset: true });
const HAS_OFFSET = /(?:Z|[+-]\d{2}:\d{2})$/;

/** A date of the wire: a real day of the calendar, the absence of one, or neither. */
export type WireDate = { kind: 'day'; date: string } | { kind: 'none' } | { kind: 'unreadable' };

/**
 * Reads `YYYY-MM-DD`. Null, blank and zero dates are `none`; 30 February and everything before 2000 are `unreadable`.
 */
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

/**
 * Reads the last day of a package: a date, or a date-time with a `T` or a blank. One with an offset is a moment, whose day
 * is that of the service's zone.
 */
export function parseEndDate(sent: string | undefined, zoneId: string): WireDate {
  const text = sent?.trim() ?? '';
  const iso = text.replace(' ', 'T');
  if (!DATE_TIME.safeParse(iso).success) return parseWireDate(text);
  const day = parseWireDate(iso.slice(0, 10));
  if (day.kind !== 'day' || !HAS_OFFSET.test(iso)) return day;
  const date = isoDay(Date.parse(iso), zoneId);
  return date === undefined ? { kind: 'unreadable' } : { kind: 'day', date };
}

/**
 * The moment at which clocks in `zone` (IANA name or offset) show the given date and time. A time shown twice, when
 * clocks go back, is its first showing: a backup never looks younger than it is. A time never shown, when clocks go
 * forward, is moved on by the gap, so a missing midnight is the first moment of its day.
 * Not left to TZDate: which of the two showings it picks depends on the zone and on the machine's own zone.
 */
export function serviceTime(zone: string, date: string, time = '00:00:00'): number {
  const shownMs = Date.parse(`${date}T${time}Z`);
  const offsetBeforeMs = zoneOffsetMs(zone, shownMs - DAY_MS);
  const offsetAfterMs = zoneOffsetMs(zone, shownMs + DAY_MS);
  // No clock changed around it, as on nearly every day; asking Intl takes long.
  if (offsetBeforeMs === offsetAfterMs) return shownMs - offsetBeforeMs;
  const candidates = [shownMs - offsetBeforeMs, shownMs - offsetAfterMs];
  const real = candidates.filter((atMs) => atMs + zoneOffsetMs(zone, atMs) === shownMs);
  return real.length > 0 ? Math.min(...real) : shownMs - offsetBeforeMs;
}
