import { DAY_MS } from './duration.ts';
import { zoneOffsetMs } from './zoned-time.ts';

/** 29 Dec 1969, a Monday. */
const MONDAY_MS = -3 * DAY_MS;
const WEEK_MS = 7 * DAY_MS;
const WORKING_MS = 5 * DAY_MS;

/**
 * The time between two moments that lies on Monday to Friday in the zone; never more than the time between them. By the
 * clock on the wall, so a change of clocks may move it by that hour. date-fns counts whole business days only.
 */
export function weekdayMs(fromMs: number, toMs: number, zoneId: string): number {
  const shownMs = (atMs: number) => atMs + zoneOffsetMs(zoneId, atMs);
  const counted = workingMs(shownMs(toMs)) - workingMs(shownMs(fromMs));
  return Math.min(Math.max(0, counted), toMs - fromMs);
}

/** Of all weeks since a Monday long ago. */
function workingMs(atMs: number): number {
  const weeks = Math.floor((atMs - MONDAY_MS) / WEEK_MS);
  return weeks * WORKING_MS + Math.min(atMs - MONDAY_MS - weeks * WEEK_MS, WORKING_MS);
}
