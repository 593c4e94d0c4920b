import type { Day, Locale, Month } from 'date-fns';
import { DAY_MS, isoDayMs, isZone, wallClockMs } from '../account/time.ts';

/** A time to be read in a zone. `nowMs` decides whether the year is shown. */
interface ZonedInstant {
  readonly atMs: number;
  readonly zoneId: string;
  readonly nowMs: number;
}

/** From here on a date without its year can be taken for another one. */
const YEAR_FROM_MS = 180 * DAY_MS;

/**
 * Dates as day, month, year: only the month's name depends on the locale. `format` of date-fns says the same, and takes
 * ten times as long (docs/decisions/0008). A zone this machine does not know counts as UTC.
 */
export function calendarIn({ localize }: Locale) {
  const write = (dayMs: number, agoMs: number) => {
    const date = new Date(dayMs);
    const month = localize.month(date.getUTCMonth() as Month, {
      width: 'abbreviated',
      context: 'formatting',
    });
    const year = Math.abs(agoMs) < YEAR_FROM_MS ? '' : ` ${String(date.getUTCFullYear()).padStart(4, '0')}`;
    return `${date.getUTCDate()} ${month}${year}`;
  };
  const dayAgo = (isoDate: string, agoMs: number): string => {
    const dayMs = isoDayMs(isoDate);
    return Number.isNaN(dayMs) ? isoDate : write(dayMs, agoMs);
  };
  return {
    /** `9 Jun 2027` from `2027-06-09`; anything else comes back as it is. */
    day: (isoDate: string): string => dayAgo(isoDate, Number.POSITIVE_INFINITY),
    /** The same from an ISO date that lies so far back: the year only where it is needed. */
    dayAgo,
    /** `21 Nov`, where no time was given. */
    dayOf: ({ atMs, zoneId, nowMs }: ZonedInstant): string => write(wallClockMs(atMs, zoneId), nowMs - atMs),
    /** `21 Nov 02:40 UTC+03:00`. Throws RangeError for a time that is no date. */
    dateTime({ atMs, zoneId, nowMs }: ZonedInstant): string {
      const shownMs = wallClockMs(atMs, zoneId);
      return `${write(shownMs, nowMs - atMs)} ${clockOf(shownMs)} ${zoneName(zoneId)}`;
    },
    /** `Mon`. */
    weekday: ({ atMs, zoneId }: Omit<ZonedInstant, 'nowMs'>): string =>
      localize.day(new Date(wallClockMs(atMs, zoneId)).getUTCDay() as Day, {
        width: 'abbreviated',
        context: 'formatting',
      }),
    /** 1 is Monday. */
    weekdayName: (day: number): string =>
      localize.day((day % 7) as Day, { width: 'wide', context: 'formatting' }),
    /** `08:00`. */
    clock: ({ atMs, zoneId }: Omit<ZonedInstant, 'nowMs'>): string => clockOf(wallClockMs(atMs, zoneId)),
    zone: zoneName,
  };
}

/** Throws RangeError for a time that is no date. Not by `toISOString`, which takes five times as long. */
function clockOf(wallMs: number): string {
  const date = new Date(wallMs);
  if (Number.isNaN(date.getTime())) throw new RangeError('the moment is no date');
  return `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())}`;
}

const twoDigits = (number: number) => String(number).padStart(2, '0');

/** What a zone is called: a name as it is, an offset as `UTC+03:00`, `UTC` for one that this machine does not know. */
function zoneName(zoneId: string): string {
  if (/^(Z|UTC|[+-]00:?00)$/.test(zoneId)) return 'UTC';
  if (/^[+-]/.test(zoneId)) return `UTC${zoneId}`;
  return isZone(zoneId) ? zoneId : 'UTC';
}
