import { type DateParts, datePartsIn } from './date-parts.ts';
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

export function calendarIn(locale: string): Calendar {
  const partsOf = datePartsIn(locale);
  function isoDayText(isoDate: string, withYear: boolean): string {
    const dayMs = /^\d{4}-\d{2}-\d{2}$/.test(isoDate) ? Date.parse(`${isoDate}T00:00:00Z`) : Number.NaN;
    return Number.isNaN(dayMs) ? isoDate : dayText(partsOf(dayMs, 'UTC'), withYear);
  }
  return {
    day: (isoDate) => isoDayText(isoDate, true),
    dayOf: (moment) =>
      dayText(partsOf(moment.atMs, moment.zoneId), saysYear(Math.abs(moment.nowMs - moment.atMs))),
    dayAgo: (isoDate, agoMs) => isoDayText(isoDate, saysYear(agoMs)),
    timeOf({ atMs, zoneId }) {
      const { hour, minute } = partsOf(atMs, zoneId);
      return `${hour}:${minute}`;
    },
  };
}

/** What a zone is called: a name as it is, an offset as `UTC+03:00`. */
export function zoneName(zoneId: string): string {
  if (/^(Z|UTC|[+-]00:?00)$/.test(zoneId)) return 'UTC';
  return /^[+-]/.test(zoneId) ? `UTC${zoneId}` : zoneId;
}

const saysYear = (agoMs: number) => agoMs >= YEAR_FROM_MS;

const dayText = ({ day, month, year }: DateParts, withYear: boolean) =>
  withYear ? `${day} ${month} ${year}` : `${day} ${month}`;
