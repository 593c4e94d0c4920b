import { tzOffset } from '@date-fns/tz';
import type { Threshold } from './verdict.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** 24 hours. Calendar days may be longer or shorter. */
export const DAY_MS = 24 * HOUR_MS;

const UNIT_MS = { hour: HOUR_MS, day: DAY_MS };

/** A threshold in milliseconds of elapsed time. */
export const thresholdMs = ({ value, unit }: Threshold): number => Math.round(value * UNIT_MS[unit]);

/** Whether this machine knows the zone: an IANA name, or an offset such as `+03:00`. */
export function isZone(zoneId: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zoneId });
    return true;
  } catch {
    return false;
  }
}

/** A zone that is an offset, as most services use. */
const OFFSET = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * How far clocks in a zone are ahead of UTC at an instant, in milliseconds. A zone that this machine does not know counts as
 * UTC: a time that is hours off is better than none.
 */
export function zoneOffsetMs(zoneId: string, atMs: number): number {
  // Intl takes ten times as long for an offset that is in the text.
  const [, sign, hours, minutes] = OFFSET.exec(zoneId) ?? [];
  if (sign !== undefined) return Number(`${sign}1`) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
  return (Number(tzOffset(zoneId, new Date(atMs))) || 0) * MINUTE_MS;
}

/** The wall time in a zone at an instant, as the instant at which UTC shows it: the UTC fields of a Date have its parts. */
export const wallClockMs = (atMs: number, zoneId: string): number => atMs + zoneOffsetMs(zoneId, atMs);

/**
 * The instant at which clocks in a zone show the wall time `wallMs`. If they show it twice, the first one, so that a backup
 * never looks younger than it is; TZDate's choice depends on the machine's zone. If they skip it, it is moved by the gap.
 */
export function instantOf(wallMs: number, zoneId: string): number {
  const before = wallMs - zoneOffsetMs(zoneId, wallMs - DAY_MS);
  const after = wallMs - zoneOffsetMs(zoneId, wallMs + DAY_MS);
  const real = [before, after].filter((atMs) => wallClockMs(atMs, zoneId) === wallMs);
  return real.length > 0 ? Math.min(...real) : before;
}

/**
 * The calendar day of an instant in a zone, counted from 1970, so that differences are calendar days despite clock changes.
 * NaN for an invalid time. Why not date-fns: docs/decisions/0008.
 */
export const dayNumber = (atMs: number, zoneId: string): number =>
  Math.floor(new Date(wallClockMs(atMs, zoneId)).getTime() / DAY_MS);

/** The weekday of a `dayNumber`, from 0 (Monday) to 6. The 5th of January 1970 was a Monday. */
export const weekdayOf = (day: number): number => (((day - 4) % 7) + 7) % 7;

/** `YYYY-MM-DD` of an instant in a zone. Undefined for an invalid time. */
export function isoDay(atMs: number, zoneId: string): string | undefined {
  const day = dayNumber(atMs, zoneId);
  return Number.isNaN(day) ? undefined : new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Midnight UTC of `YYYY-MM-DD`. NaN for any other text, and for days such as the 31st of February, which Date accepts. */
export function isoDayMs(isoDate: string): number {
  const midnightMs = /^\d{4}-\d{2}-\d{2}$/.test(isoDate) ? Date.parse(`${isoDate}T00:00:00Z`) : Number.NaN;
  return new Date(midnightMs).getUTCDate() === Number(isoDate.slice(-2)) ? midnightMs : Number.NaN;
}

/** When a day, given by its `dayNumber`, begins in the zone: later than at midnight if clocks skip that. */
export const dayStartMs = (day: number, zoneId: string): number => instantOf(day * DAY_MS, zoneId);

/** When the calendar day of an instant ends in the zone. */
export const dayEndMs = (atMs: number, zoneId: string): number =>
  dayStartMs(dayNumber(atMs, zoneId) + 1, zoneId);

/** 29 Dec 1969, a Monday. */
const MONDAY_MS = -3 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
const WORKING_MS = 5 * DAY_MS;

/**
 * How much of the time between two instants is on Monday to Friday in the zone, in milliseconds. Based on wall time, so a
 * clock change may shift it by an hour, but it never exceeds the elapsed time. date-fns only counts whole business days.
 */
export function weekdayMs(fromMs: number, toMs: number, zoneId: string): number {
  const counted = workingMs(wallClockMs(toMs, zoneId)) - workingMs(wallClockMs(fromMs, zoneId));
  return Math.min(Math.max(0, counted), toMs - fromMs);
}

/** The time on Monday to Friday since `MONDAY_MS`. */
function workingMs(atMs: number): number {
  const weeks = Math.floor((atMs - MONDAY_MS) / WEEK_MS);
  return weeks * WORKING_MS + Math.min(atMs - MONDAY_MS - weeks * WEEK_MS, WORKING_MS);
}

/** The first time at which `weekdayMs` since `fromMs` reaches `countedMs`, ignoring clock changes in between. */
export function afterWeekdayMs(fromMs: number, countedMs: number, zoneId: string): number {
  const targetMs = workingMs(wallClockMs(fromMs, zoneId)) + countedMs;
  const fullWeeks = Math.ceil(targetMs / WORKING_MS) - 1;
  return instantOf(MONDAY_MS + fullWeeks * WEEK_MS + (targetMs - fullWeeks * WORKING_MS), zoneId);
}
