import { TZDate, tz } from '@date-fns/tz';
import type { Locale } from 'date-fns';
// One by one: the package as a whole is 300 modules.
import { format } from 'date-fns/format';
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import type { ZonedMoment } from './grammar-words.ts';

/** From here on a date without its year can be taken for another one. */
const YEAR_FROM_MS = 180 * 24 * 3_600_000;

/** Dates as day, month, year: `9 Jun 2027`. Only the month's name depends on the locale. */
export interface Calendar {
  /** From an ISO date; anything else comes back as it is. */
  day(isoDate: string): string;
  /** The year only where it has to be said. */
  dayOf(moment: ZonedMoment): string;
  /** The same from an ISO date that lies so far back; anything else comes back as it is. */
  dayAgo(isoDate: string, agoMs: number): string;
  /** `02:40`, in the moment's zone. */
  timeOf(moment: ZonedMoment): string;
}

/** All of it throws RangeError for a zone that does not exist. */
export function calendarIn(locale: Locale): Calendar {
  const write = (date: Date, agoMs: number) =>
    format(date, Math.abs(agoMs) < YEAR_FROM_MS ? 'd MMM' : 'd MMM yyyy', { locale });
  const dayAgo = (isoDate: string, agoMs: number) => {
    const day = parseISO(isoDate, { in: tz('UTC') });
    return /^\d{4}-\d{2}-\d{2}$/.test(isoDate) && isValid(day) ? write(day, agoMs) : isoDate;
  };
  return {
    day: (isoDate) => dayAgo(isoDate, Number.POSITIVE_INFINITY),
    dayAgo,
    dayOf: (moment) => write(dateOf(moment), moment.nowMs - moment.atMs),
    timeOf: (moment) => format(dateOf(moment), 'HH:mm', { locale }),
  };
}

/** What a zone is called: a name as it is, an offset as `UTC+03:00`. */
export function zoneName(zoneId: string): string {
  if (/^(Z|UTC|[+-]00:?00)$/.test(zoneId)) return 'UTC';
  return /^[+-]/.test(zoneId) ? `UTC${zoneId}` : zoneId;
}

const dateOf = ({ atMs, zoneId }: ZonedMoment) => new TZDate(atMs, zoneId);
