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
  return (atMs, timeZone) => {
    const format = new Intl.DateTimeFormat(locale, {
      timeZone,
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = Object.fromEntries(
      format.formatToParts(atMs).map(({ type, value }) => [type, value]),
    );
    const { day = '', month = '', year = '', hour = '', minute = '' } = parts;
    return { day, month, year, hour, minute };
  };
}
