import { tzOffset } from '@date-fns/tz';
import type { Day, Locale, Month } from 'date-fns';
import { DAY_MS, HOUR_MS, isoDayMs, MINUTE_MS, thresholdMs, wallClockMs } from '../account/time.ts';
import type { Threshold } from '../account/verdict.ts';

/** The members of a union that are of one kind. */
type OfKind<Of, Key extends keyof Of, Kind> = Of extends unknown
  ? Kind extends Of[Key]
    ? Of
    : never
  : never;

type Phrase<Values extends readonly unknown[]> = string | ((...values: Values) => string);

/**
 * The phrase of a language for each kind of a union: a text, or a function of its values. `key` is the property that
 * distinguishes the kinds.
 */
export function phrasesBy<Of, Key extends keyof Of, More extends readonly unknown[] = []>(
  key: Key,
  phrases: { readonly [Kind in Of[Key] & string]: Phrase<[one: OfKind<Of, Key, Kind>, ...more: More]> },
): (one: Of, ...more: More) => string {
  return (one, ...more) => {
    const phrase = phrases[one[key] as Of[Key] & string];
    // The type of the table says that an entry takes its own kind. An indexed access cannot express that.
    return typeof phrase === 'function' ? (phrase as (...values: unknown[]) => string)(one, ...more) : phrase;
  };
}

/** `2 act now, 1 not found`: how many there are of each, without those of which there is none. `act now`: all of one kind. */
export function tallyText<What extends string>(
  tally: Readonly<Partial<Record<What, number>>>,
  names: Readonly<Record<What, string>>,
  count: (value: number) => string,
): string {
  const kinds = (Object.keys(names) as What[]).filter((what) => (tally[what] ?? 0) > 0);
  if (kinds.length === 1) return kinds.map((what) => names[what]).join('');
  return kinds.map((what) => `${count(tally[what] ?? 0)}${NO_BREAK}${names[what]}`).join(', ');
}

/** With a capital first letter by the rules of the locale: `istemci` becomes `İstemci` in Turkish. */
export const capitalIn =
  (locale: string) =>
  (text: string): string =>
    text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);

/** "30 h" is quicker to read than "1 day 6 h", and limits are set in hours. */
const HOURS_UP_TO = 48;
/** From here on hours no longer matter. */
const HOURS_BESIDE_DAYS_BELOW = 10 * 24;

/** Between a number and its unit, so that no line breaks between them on a phone. */
export const NO_BREAK = '\u00A0';

/** The units of a language. `minute` and `hour` follow their number; `day` formats its own. */
export interface Units {
  readonly underAMinute: string;
  readonly minute: string;
  readonly hour: string;
  readonly day: (days: number) => string;
}

/** Durations in a language's units; `short` is for dense lists. `count` formats a number. */
export function durationsIn(units: Units, short: Units, count: (value: number) => string) {
  const hoursAndMinutes = (ms: number) => {
    const minutes = Math.floor(ms / MINUTE_MS);
    const beside = minutes % 60 === 0 ? '' : `${NO_BREAK}${minutes % 60}${NO_BREAK}${units.minute}`;
    if (minutes < 60) return beside.slice(NO_BREAK.length);
    return `${count(Math.floor(minutes / 60))}${NO_BREAK}${units.hour}${beside}`;
  };
  return {
    /** `20 min`, `30 h`, `3 days 8 h`: hours up to 48, never rounded up. Zero and below count as under a minute. */
    duration: (ms: number): string => durationIn(units, ms),
    /** The leading unit alone: `3 days`. */
    roughDuration: (ms: number): string => leadingUnitIn(units, ms),
    /** For dense lists: `3 d 8 h`. */
    shortDuration: (ms: number): string => durationIn(short, ms),
    /** `26 h`, `26 h 30 min`, `14 days`. */
    threshold({ value, unit }: Threshold): string {
      if (unit === 'day') return units.day(value);
      if (unit === 'hour' && !Number.isInteger(value)) return hoursAndMinutes(value * HOUR_MS);
      return `${count(value)}${NO_BREAK}${units[unit]}`;
    },
    /** As `duration`, but never less than the limit beside it, which was reached. */
    durationOver(ms: number, limit: Threshold): string {
      const limitMs = thresholdMs(limit);
      const unitMs = ms < HOURS_BESIDE_DAYS_BELOW * HOUR_MS ? HOUR_MS : DAY_MS;
      const isRoundedBelow = ms >= limitMs && ms - (ms % unitMs) < limitMs;
      return isRoundedBelow ? hoursAndMinutes(ms) : durationIn(units, ms);
    },
  };
}

function durationIn(units: Units, ms: number): string {
  const hours = Math.floor(ms / HOUR_MS);
  const besideDays = hours > HOURS_UP_TO && hours < HOURS_BESIDE_DAYS_BELOW ? hours % 24 : 0;
  return `${leadingUnitIn(units, ms)}${besideDays === 0 ? '' : `${NO_BREAK}${besideDays}${NO_BREAK}${units.hour}`}`;
}

/** The leading unit alone, rounded down. */
export function leadingUnitIn({ underAMinute, minute, hour, day }: Units, ms: number): string {
  if (!(ms >= MINUTE_MS)) return underAMinute;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}${NO_BREAK}${minute}`;
  const hours = Math.floor(ms / HOUR_MS);
  return hours <= HOURS_UP_TO ? `${hours}${NO_BREAK}${hour}` : day(Math.floor(hours / 24));
}

/** `yesterday`, `today`, `tomorrow`; farther away `3 days ago` or `in 5 days`, not by a name such as `öbür gün`. */
export function dayFromTodayIn(locale: string): (days: number) => string {
  const named = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const counted = new Intl.RelativeTimeFormat(locale);
  return (days) => (Math.abs(days) > 1 ? counted : named).format(days, 'day').replace(/(?<=\d) /, NO_BREAK);
}

/** Formats numbers as a locale groups them, with the decimals that were sent, 15 at most. */
export function countIn(locale: string): (value: number) => string {
  const { format } = new Intl.NumberFormat(locale, { maximumFractionDigits: 15 });
  // Most numbers are small, and Intl takes longer for one than the rest of a line takes.
  return (value) => (Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : format(value));
}

/** A time in a zone. `nowMs` decides whether the year is shown. */
interface ZonedInstant {
  readonly atMs: number;
  readonly zoneId: string;
  readonly nowMs: number;
}

/** From here on a date without a year may be mistaken for another. */
const YEAR_FROM_MS = 180 * DAY_MS;

/**
 * Dates as day, month, year: only the name of the month depends on the locale. `format` of date-fns gives the same and
 * takes ten times as long (docs/decisions/0008). A zone that this machine does not know counts as UTC.
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
    /** `9 Jun 2027` from `2027-06-09`. Anything else comes back unchanged. */
    day: (isoDate: string): string => dayAgo(isoDate, Number.POSITIVE_INFINITY),
    /** The same from an ISO date of this age: with the year only if it is needed. */
    dayAgo,
    /** `21 Nov`, where no time was given. */
    dayOf: ({ atMs, zoneId, nowMs }: ZonedInstant): string => write(wallClockMs(atMs, zoneId), nowMs - atMs),
    /** `21 Nov 02:40 UTC+03:00`. Throws RangeError for an invalid date. */
    dateTime({ atMs, zoneId, nowMs }: ZonedInstant): string {
      const shownMs = wallClockMs(atMs, zoneId);
      return `${write(shownMs, nowMs - atMs)} ${clockOf(shownMs)} ${zoneName(zoneId)}`;
    },
    /** 1 is Monday. */
    weekdayName: (day: number): string =>
      localize.day((day % 7) as Day, { width: 'wide', context: 'formatting' }),
    /** `08:00`. */
    clock: ({ atMs, zoneId }: Omit<ZonedInstant, 'nowMs'>): string => clockOf(wallClockMs(atMs, zoneId)),
    zone: zoneName,
  };
}

/** Throws RangeError for an invalid date. */
const clockOf = (wallMs: number) =>
  new Date(wallMs).toISOString().slice(-'08:00:00.000Z'.length, -':00.000Z'.length);

/** The name of a zone: a name unchanged, an offset as `UTC+03:00`, `UTC` for one that this machine does not know. */
function zoneName(zoneId: string): string {
  if (/^(Z|UTC|[+-]00:?00)$/.test(zoneId)) return 'UTC';
  if (/^[+-]/.test(zoneId)) return `UTC${zoneId}`;
  // `tzOffset` keeps its formatter. `isZone` makes a new one, which would take most of the time of a card with four times.
  return Number.isNaN(tzOffset(zoneId, new Date(0))) ? 'UTC' : zoneId;
}
