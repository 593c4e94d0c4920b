import { DAY_MS } from './duration.ts';
import { wallClock } from './wall-clock.ts';

/** 29 Dec 1969, a Monday. */
const MONDAY_MS = -3 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
const WORKING_MS = 5 * DAY_MS;
const MINUTE_MS = 60_000;

/**
 * The time between two moments that lies on Monday to Friday in the zone; never more than the time between them. By the
 * clock on the wall, so a change of clocks may move it by that hour. A zone this machine does not know counts as UTC.
 */
export function weekdayMs(fromMs: number, toMs: number, zoneId: string): number {
  const counted = workingMs(wallMs(toMs, zoneId)) - workingMs(wallMs(fromMs, zoneId));
  return Math.min(Math.max(0, counted), toMs - fromMs);
}

/** Of all weeks since a Monday long ago. */
function workingMs(atMs: number): number {
  const weeks = Math.floor((atMs - MONDAY_MS) / WEEK_MS);
  return weeks * WORKING_MS + Math.min(atMs - MONDAY_MS - weeks * WEEK_MS, WORKING_MS);
}

function wallMs(atMs: number, zoneId: string): number {
  const wall = wallClock(atMs, zoneId);
  if (wall === undefined) return atMs;
  const { year, month, day, hour, minute } = wall;
  return Date.UTC(year, month - 1, day, hour, minute) + (atMs - Math.floor(atMs / MINUTE_MS) * MINUTE_MS);
}
