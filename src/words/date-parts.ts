import { wallClock } from '../domain/wall-clock.ts';

/** Of a date and time as they are written: `9`, `Jun`, `2027`, `02`, `40`. */
export interface DateParts {
  readonly day: string;
  readonly month: string;
  readonly year: string;
  readonly hour: string;
  readonly minute: string;
}

/** Writes moments in the language of `locale`. Throws RangeError for a zone that does not exist. */
export function datePartsIn(locale: string): (atMs: number, zoneId: string) => DateParts {
  const months = shortMonths(locale);
  return (atMs, zoneId) => {
    const clock = wallClock(atMs, zoneId);
    if (clock === undefined) throw new RangeError('no such date, or no such time zone');
    return {
      day: String(clock.day),
      month: months[clock.month - 1] ?? '',
      year: String(clock.year),
      hour: String(clock.hour).padStart(2, '0'),
      minute: String(clock.minute).padStart(2, '0'),
    };
  };
}

/** As they stand in a date: some languages have another form for a month alone. */
function shortMonths(locale: string): string[] {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  });
  return Array.from({ length: 12 }, (_, month) => {
    const parts = format.formatToParts(Date.UTC(2026, month, 1));
    return parts.find(({ type }) => type === 'month')?.value ?? '';
  });
}
