import { zoneOffsetMs } from '../../domain/zoned-time.ts';

const DAY_MS = 86_400_000;

/**
 * The moment at which clocks in `zone` (IANA name or offset) show the given date and time. A time shown twice, when
 * clocks go back, is its first showing: a backup never looks younger than it is. A time never shown, when clocks go
 * forward, is moved on by the gap, so a missing midnight is the first moment of its day.
 * Not left to TZDate: which of the two showings it picks depends on the zone and on the machine's own zone.
 */
export function serviceTime(zone: string, date: string, time = '00:00:00'): number {
  const shownMs = Date.parse(`${date}T${time}Z`);
  const offsetBeforeMs = zoneOffsetMs(zone, shownMs - DAY_MS);
  const offsetAfterMs = zoneOffsetMs(zone, shownMs + DAY_MS);
  // No clock changed around it, as on nearly every day; Intl takes long to say so.
  if (offsetBeforeMs === offsetAfterMs) return shownMs - offsetBeforeMs;
  const candidates = [shownMs - offsetBeforeMs, shownMs - offsetAfterMs];
  const real = candidates.filter((atMs) => atMs + zoneOffsetMs(zone, atMs) === shownMs);
  return real.length > 0 ? Math.min(...real) : shownMs - offsetBeforeMs;
}
