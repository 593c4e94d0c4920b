import type { Locale, Month } from 'date-fns';
import { isoDayMs, wallClockMs } from '../domain/zoned-time.ts';

/** A moment to be read in a zone. `nowMs` decides whether the year has to be said. */
export interface ZonedMoment {
  readonly atMs: number;
  readonly zoneId: string;
  readonly nowMs: number;
}

/** From here on a date without its year can be taken for another one. */
const YEAR_FROM_MS = 180 * 24 * 3_600_000;

/**
 * Dates as day, month, year: `9 Jun 2027`. Only the month's name depends on the locale. `format` of date-fns says the
 * same, and takes ten times as long (docs/decisions/0008). A zone this machine does not know counts as UTC.
 */
export interface Calendar {
  /** From an ISO date; anything else comes back as it is. */
  day(isoDate: string): string;
  /** The year only where it has to be said. */
  dayOf(moment: ZonedMoment): string;
  /** The same from an ISO date that lies so far back; anything else comes back as it is. */
  dayAgo(isoDate: string, agoMs: number): string;
  /** `21 Nov 02:40`, in the moment's zone. Throws RangeError for a moment that is no date. */
  dayAndTime(moment: ZonedMoment): string;
}

export function calendarIn({ localize }: Locale): Calendar {
  const write = (dayMs: number, agoMs: number) => {
    const date = new Date(dayMs);
    const month = localize.month(date.getUTCMonth() as Month, {
      width: 'abbreviated',
      context: 'formatting',
    });
    const year = Math.abs(agoMs) < YEAR_FROM_MS ? '' : ` ${String(date.getUTCFullYear()).padStart(4, '0')}`;
    return `${date.getUTCDate()} ${month}${year}`;
  };
  const dayAgo = (isoDate: string, agoMs: number) => {
    const dayMs = isoDayMs(isoDate);
    return Number.isNaN(dayMs) ? isoDate : write(dayMs, agoMs);
  };
  return {
    day: (isoDate) => dayAgo(isoDate, Number.POSITIVE_INFINITY),
    dayAgo,
    dayOf: ({ atMs, zoneId, nowMs }) => write(wallClockMs(atMs, zoneId), nowMs - atMs),
    dayAndTime({ atMs, zoneId, nowMs }) {
      const shownMs = wallClockMs(atMs, zoneId);
      return `${write(shownMs, nowMs - atMs)} ${new Date(shownMs).toISOString().slice(11, 16)}`;
    },
  };
}

/** What a zone is called: a name as it is, an offset as `UTC+03:00`. */
export function zoneName(zoneId: string): string {
  if (/^(Z|UTC|[+-]00:?00)$/.test(zoneId)) return 'UTC';
  return /^[+-]/.test(zoneId) ? `UTC${zoneId}` : zoneId;
}
