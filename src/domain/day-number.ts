import { DAY_MS } from './duration.ts';
import { wallClock } from './wall-clock.ts';

/**
 * The calendar day of a moment in a zone, counted from 1970: days between two moments are their difference, whatever
 * clocks do in between. A zone this machine does not know counts as UTC: hours off beats not looking. NaN for a moment
 * that is no date.
 */
export function dayNumber(atMs: number, zoneId: string): number {
  const day = wallClock(atMs, zoneId) ?? wallClock(atMs, 'UTC');
  // The zone says which day it is; days are then counted in UTC, where none is missing, short or long.
  return day === undefined ? Number.NaN : Date.UTC(day.year, day.month - 1, day.day) / DAY_MS;
}
