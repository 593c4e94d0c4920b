import { DAY_MS } from './duration.ts';
import { wallClock } from './wall-clock.ts';

const HOUR_MS = 3_600_000;

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

/** `YYYY-MM-DD` of a moment in a zone; undefined for a moment that is no date. */
export function isoDay(atMs: number, zoneId: string): string | undefined {
  const day = dayNumber(atMs, zoneId);
  return Number.isNaN(day) ? undefined : new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** When the calendar day is over that begins at this moment in the zone. */
export function dayEndMs(startMs: number, zoneId: string): number {
  const day = dayNumber(startMs, zoneId);
  // A day has 23 hours at the least, and clocks change by half an hour or a whole one.
  let endMs = startMs + DAY_MS - HOUR_MS;
  while (dayNumber(endMs, zoneId) === day) endMs += HOUR_MS / 2;
  return endMs;
}
