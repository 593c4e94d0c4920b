/** What clock and calendar on a wall in some zone show. Months count from 1. */
export interface WallClock {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/**
 * The wall clock of a zone, an IANA name or an offset such as `+03:00`, at a moment. Undefined for a zone this machine
 * does not know, and for a moment that is no date.
 */
export function wallClock(atMs: number, zoneId: string): WallClock | undefined {
  if (Number.isNaN(new Date(atMs).getTime())) return undefined;
  const offsetMs = fixedOffsetMs(zoneId);
  if (offsetMs !== undefined) return fieldsOf(new Date(atMs + offsetMs));
  const format = formatOf(zoneId);
  return format && fieldsIn(format.formatToParts(atMs));
}

/** Whether `wallClock` knows the zone. */
export const isZone = (zoneId: string): boolean =>
  fixedOffsetMs(zoneId) !== undefined || formatOf(zoneId) !== undefined;

/**
 * What clocks are ahead of UTC in a zone that is an offset; undefined for one that has a name. Services mostly tell an
 * offset, and reckoned it costs a thousandth of what asking Intl does.
 */
export function fixedOffsetMs(zoneId: string): number | undefined {
  if (zoneId === 'UTC') return 0;
  const [, sign, hours, minutes] = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(zoneId) ?? [];
  if (sign === undefined) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
}

const fieldsOf = (shifted: Date): WallClock => ({
  year: shifted.getUTCFullYear(),
  month: shifted.getUTCMonth() + 1,
  day: shifted.getUTCDate(),
  hour: shifted.getUTCHours(),
  minute: shifted.getUTCMinutes(),
});

// Making one takes longer than the rest of a card. Only zones that exist are kept, so they stay few.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zoneId: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zoneId);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zoneId,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    formats.set(zoneId, format);
    return format;
  } catch {
    return undefined; // RangeError is how Intl says that it knows no such zone.
  }
}

function fieldsIn(parts: readonly Intl.DateTimeFormatPart[]): WallClock {
  const field = (wanted: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find(({ type }) => type === wanted)?.value);
  return {
    year: field('year'),
    month: field('month'),
    day: field('day'),
    hour: field('hour'),
    minute: field('minute'),
  };
}
