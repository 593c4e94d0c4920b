import { type DateParts, datePartsIn } from '../date-parts.ts';
import type { TimeWords, ZonedMoment } from '../grammar-words.ts';
import { counted, numbers } from './numbers.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** "30 h" is read faster than "1 day 6 h", and limits are set in hours. */
const HOURS_UP_TO = 48;
/** From here on the hours no longer matter to anybody. */
const HOURS_BESIDE_DAYS_BELOW = 10;
/** From here on a date without its year can be taken for another one. */
const YEAR_FROM_MS = 180 * 24 * HOUR_MS;

// en-US for its month names (en-GB has "Sept"), put together in the order the rest of the world reads.
const partsOf = datePartsIn('en-US');

export const time: TimeWords = {
  duration: (ms) => split(ms, (days) => counted(days, 'day', 'days')),
  roughDuration: (ms) => split(ms, (days) => counted(days, 'day', 'days'), 0),
  shortDuration: (ms) => split(ms, (days) => `${numbers.count(days)} d`),
  ago: (ms) => (ms < MINUTE_MS ? 'just now' : `${time.duration(ms)} ago`),
  daysAgo(days) {
    if (days === 0) return 'today';
    return days === 1 ? 'yesterday' : `${counted(days, 'day', 'days')} ago`;
  },
  day(isoDate) {
    const dayMs = /^\d{4}-\d{2}-\d{2}$/.test(isoDate) ? Date.parse(`${isoDate}T00:00:00Z`) : Number.NaN;
    return Number.isNaN(dayMs) ? isoDate : dayText(partsOf(dayMs, 'UTC'), true);
  },
  moment: (moment) => {
    const parts = partsOf(moment.atMs, moment.zoneId);
    return `${dayText(parts, saysYear(moment))} ${parts.hour}:${parts.minute} ${time.zone(moment.zoneId)}`;
  },
  dayOf: (moment) => dayText(partsOf(moment.atMs, moment.zoneId), saysYear(moment)),
  zone(zoneId) {
    if (/^(Z|UTC|[+-]00:?00)$/.test(zoneId)) return 'UTC';
    return /^[+-]/.test(zoneId) ? `UTC${zoneId}` : zoneId;
  },
  threshold({ value, unit }) {
    if (unit === 'day') return counted(value, 'day', 'days');
    return `${numbers.count(value)} ${unit === 'hour' ? 'h' : 'min'}`;
  },
};

/** `today`, `tomorrow`, `in 5 days`. */
export function inDays(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${counted(days, 'day', 'days')}`;
}

function split(ms: number, inDays: (days: number) => string, hoursBelow = HOURS_BESIDE_DAYS_BELOW): string {
  if (!(ms >= MINUTE_MS)) return 'under 1 min';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  const hours = Math.floor(ms / HOUR_MS);
  if (hours <= HOURS_UP_TO) return `${hours} h`;
  const days = Math.floor(hours / 24);
  const hoursLeft = hours % 24;
  return days >= hoursBelow || hoursLeft === 0 ? inDays(days) : `${inDays(days)} ${hoursLeft} h`;
}

const saysYear = ({ atMs, nowMs }: ZonedMoment) => Math.abs(nowMs - atMs) >= YEAR_FROM_MS;

function dayText({ day, month, year }: DateParts, withYear: boolean): string {
  return withYear ? `${day} ${month} ${year}` : `${day} ${month}`;
}
