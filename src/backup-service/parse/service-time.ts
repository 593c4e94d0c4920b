import { tzOffset } from '@date-fns/tz';
import { fixedOffsetMs } from '../../domain/wall-clock.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * The moment at which clocks in `zone` (IANA name or offset) show the given date and time. A time shown twice, when
 * clocks go back, is its first showing: a backup never looks younger than it is. A time never shown, when clocks go
 * forward, is moved on by the gap, so a missing midnight is the first moment of its day.
 * Not left to TZDate: which of the two showings it picks depends on the zone and on the machine's own zone.
 */
export function serviceTime(zone: string, date: string, time = '00:00:00'): number {
  const shownMs = Date.parse(`${date}T${time}Z`);
  const fixedMs = fixedOffsetMs(zone);
  if (fixedMs !== undefined) return shownMs - fixedMs;
  const offsetBeforeMs = offsetMs(zone, shownMs - DAY_MS);
  const offsetAfterMs = offsetMs(zone, shownMs + DAY_MS);
  // No clock changed around it, as on nearly every day; Intl takes long to say so.
  if (offsetBeforeMs === offsetAfterMs) return shownMs - offsetBeforeMs;
  const candidates = [shownMs - offsetBeforeMs, shownMs - offsetAfterMs];
  const real = candidates.filter((atMs) => atMs + offsetMs(zone, atMs) === shownMs);
  return real.length > 0 ? Math.min(...real) : shownMs - offsetBeforeMs;
}

/** False for what neither Intl nor an offset such as `+03:00` explains. */
export const isTimeZone = (zone: string): boolean => !Number.isNaN(tzOffset(zone, new Date(0)));

const offsetMs = (zone: string, atMs: number) => tzOffset(zone, new Date(atMs)) * MINUTE_MS;
