import { tzOffset } from '@date-fns/tz';
import type { Threshold } from './verdict.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** A day of 24 hours. Calendar days may be longer or shorter: see `dayEndMs`. */
export const DAY_MS = 24 * HOUR_MS;

const UNIT_MS = { hour: HOUR_MS, day: DAY_MS };

/** A threshold in milliseconds of real, elapsed time. */
export const thresholdMs = ({ value, unit }: Threshold): number => value * UNIT_MS[unit];

/** Whether this machine knows the zone: an IANA name, or an offset such as `+03:00`. */
export function isZone(zoneId: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zoneId });
    return true;
  } catch {
    return false;
  }
}

/** A zone that is an offset, as most services have it. */
const OFFSET = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/;

/**
 * How far clocks in a zone are ahead of UTC at an instant, in milliseconds. A zone this machine does not know counts as
 * UTC: being hours off is better than showing nothing.
 */
export function zoneOffsetMs(zoneId: string, atMs: number): number {
  // Intl takes ten times as long to find what is there.
  const [, sign, hours, minutes] = OFFSET.exec(zoneId) ?? [];
  if (sign !== undefined) return Number(`${sign}1`) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
  return (Number(tzOffset(zoneId, new Date(atMs))) || 0) * MINUTE_MS;
}

/** What clocks in a zone show at an instant, as the time at which UTC shows it: the UTC fields of a Date of it. */
export const wallClockMs = (atMs: number, zoneId: string): number => atMs + zoneOffsetMs(zoneId, atMs);

/**
 * The other way round: the time at which clocks in a zone show what UTC shows at `wallMs`. A time shown twice, when clocks
 * go back, is its first showing: a backup never looks younger than it is. A time never shown, when clocks go forward, is
 * moved on by the gap. Not left to TZDate: which of the two showings it picks depends on the machine's own zone, too.
 */
export function instantOf(wallMs: number, zoneId: string): number {
  const before = wallMs - zoneOffsetMs(zoneId, wallMs - DAY_MS);
  const after = wallMs - zoneOffsetMs(zoneId, wallMs + DAY_MS);
  const real = [before, after].filter((atMs) => wallClockMs(atMs, zoneId) === wallMs);
  return real.length > 0 ? Math.min(...real) : before;
}

/**
 * The calendar day of an instant in a zone, counted from 1970: days between two instants are their difference, whatever
 * clocks do in between. NaN for a time that is no date. `differenceInCalendarDays` over two TZDates says the same, and
 * takes longer than the rest of a card (docs/decisions/0008).
 */
export const dayNumber = (atMs: number, zoneId: string): number =>
  Math.floor(new Date(wallClockMs(atMs, zoneId)).getTime() / DAY_MS);

/** 0 on Mondays: the 5th of January 1970 was one. `day` as `dayNumber` counts it. */
export const weekdayOf = (day: number): number => (((day - 4) % 7) + 7) % 7;

/** `YYYY-MM-DD` of an instant in a zone; undefined for a time that is no date. */
export function isoDay(atMs: number, zoneId: string): string | undefined {
  const day = dayNumber(atMs, zoneId);
  return Number.isNaN(day) ? undefined : new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Midnight UTC of `YYYY-MM-DD`. NaN for what is no ISO date, the 31st of February included, which Date moves into March. */
export function isoDayMs(isoDate: string): number {
  const midnightMs = /^\d{4}-\d{2}-\d{2}$/.test(isoDate) ? Date.parse(`${isoDate}T00:00:00Z`) : Number.NaN;
  return new Date(midnightMs).getUTCDate() === Number(isoDate.slice(-2)) ? midnightMs : Number.NaN;
}

/** When the calendar day of an instant is over in the zone. */
export function dayEndMs(atMs: number, zoneId: string): number {
  const day = dayNumber(atMs, zoneId);
  let endMs = instantOf((day + 1) * DAY_MS, zoneId);
  // Where clocks skip midnight the day begins later, and clocks change by half an hour or a whole one.
  while (dayNumber(endMs, zoneId) <= day) endMs += HOUR_MS / 2;
  return endMs;
}

/** When a day begins in the zone, counted as `dayNumber` does. */
export const dayStartMs = (day: number, zoneId: string): number =>
  dayEndMs(instantOf(day * DAY_MS - 12 * HOUR_MS, zoneId), zoneId);

/** 29 Dec 1969, a Monday. */
const MONDAY_MS = -3 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
const WORKING_MS = 5 * DAY_MS;

/**
 * The time between two instants that lies on Monday to Friday in the zone; never more than the time between them. By the
 * clock on the wall, so a change of clocks may move it by that hour. date-fns counts whole business days only.
 */
export function weekdayMs(fromMs: number, toMs: number, zoneId: string): number {
  const counted = workingMs(wallClockMs(toMs, zoneId)) - workingMs(wallClockMs(fromMs, zoneId));
  return Math.min(Math.max(0, counted), toMs - fromMs);
}

/** Of all weeks since a Monday long ago. */
function workingMs(atMs: number): number {
  const weeks = Math.floor((atMs - MONDAY_MS) / WEEK_MS);
  return weeks * WORKING_MS + Math.min(atMs - MONDAY_MS - weeks * WEEK_MS, WORKING_MS);
}

/** The first time at which `weekdayMs` since `fromMs` has reached `countedMs`, but for a change of clocks in between. */
export function afterWeekdayMs(fromMs: number, countedMs: number, zoneId: string): number {
  const targetMs = workingMs(wallClockMs(fromMs, zoneId)) + countedMs;
  const fullWeeks = Math.ceil(targetMs / WORKING_MS) - 1;
  return instantOf(MONDAY_MS + fullWeeks * WEEK_MS + (targetMs - fullWeeks * WORKING_MS), zoneId);
}
