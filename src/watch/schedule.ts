import {
  DAY_MS,
  dayNumber,
  HOUR_MS,
  MINUTE_MS,
  wallClockMs,
  weekdayOf,
  zoneOffsetMs,
} from '../account/time.ts';

/** When a channel, or a person, gets a summary of what is watched there. */
export interface SummarySchedule {
  /** Minutes after midnight, as clocks in `zone` show them. */
  readonly atMinute: number;
  /** Days of the week, at least one: 1 is Monday, 7 is Sunday. */
  readonly days: readonly number[];
  /** IANA name. */
  readonly zone: string;
}

/** A schedule with what became of it so far. */
export interface SummaryPlan extends SummarySchedule {
  /** Everything that was due up to then is done. */
  readonly doneUntilMs: number;
  /** The time that the last summary was about. Absent: none was posted. */
  readonly toldAtMs?: number;
}

/** A summary that would come so late, or later, is dropped. */
const TOO_LATE_MS = 2 * HOUR_MS;
/** A week, the day before it (clocks may show its end twice), and the day after. */
const MAX_DAYS = 9;

/**
 * The first time after `afterMs` at which a summary is due. A time that clocks skip is due when they have moved on, one
 * that they show twice the first time. Throws a RangeError for a schedule without days.
 */
export function nextSummaryAt({ atMinute, days, zone }: SummarySchedule, afterMs: number): number {
  const yesterday = dayNumber(afterMs, zone) - 1;
  for (let day = yesterday; day <= yesterday + MAX_DAYS; day += 1) {
    if (!days.includes(weekdayOf(day) + 1)) continue;
    const atMs = firstShown(day * DAY_MS + atMinute * MINUTE_MS, zone);
    if (atMs > afterMs) return atMs;
  }
  throw new RangeError('a schedule has no days');
}

/** The summary that comes next, or is due now. */
export const plannedSummary = (plan: SummaryPlan, nowMs: number): number =>
  nextSummaryAt(plan, Math.max(plan.doneUntilMs, nowMs - TOO_LATE_MS));

/** Whether a summary that was due then is not posted any more. */
export const isTooLate = (dueAtMs: number, nowMs: number): boolean => nowMs - dueAtMs >= TOO_LATE_MS;

/** The first time at which clocks in the zone show what UTC shows at `wallMs`, or have skipped it. */
function firstShown(wallMs: number, zone: string): number {
  const offsetsMs = [zoneOffsetMs(zone, wallMs - DAY_MS), zoneOffsetMs(zone, wallMs + DAY_MS)];
  let atMs = wallMs - Math.max(...offsetsMs);
  // Clocks change on the minute.
  while (wallClockMs(atMs, zone) < wallMs) atMs += MINUTE_MS;
  return atMs;
}
