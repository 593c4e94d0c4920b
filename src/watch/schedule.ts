import type { Mute } from '../account/outcome.ts';
import {
  DAY_MS,
  dayNumber,
  HOUR_MS,
  instantOf,
  isoDayMs,
  MINUTE_MS,
  wallClockMs,
  weekdayOf,
} from '../account/time.ts';

/** When a channel, or a person, gets a summary. */
export interface SummarySchedule {
  /** Minutes after midnight, as clocks in `zone` show them. */
  readonly atMinute: number;
  /** Days of the week, at least one: 1 is Monday, 7 is Sunday. */
  readonly days: readonly number[];
  /** IANA name. */
  readonly zone: string;
}

/** Days of the week: 1 is Monday. */
export const EVERY_DAY: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** A schedule, and how far it is done. */
export interface SummaryPlan extends SummarySchedule {
  /** Every summary that was due up to this time was posted or dropped. */
  readonly doneUntilMs: number;
  /** The time of the last summary. Absent: none was posted. */
  readonly toldAtMs?: number;
}

/** A summary that is this late is dropped. */
const TOO_LATE_MS = 2 * HOUR_MS;
/** A week, the day before it (clocks may repeat an hour), and the day after it. */
const MAX_DAYS = 9;

/**
 * The first time after `afterMs` at which a summary is due. If the clocks skip that time, it is due later by the gap; if they
 * repeat it, it is due the first time. Throws a RangeError for a schedule without days.
 */
export function nextSummaryAt({ atMinute, days, zone }: SummarySchedule, afterMs: number): number {
  const yesterday = dayNumber(afterMs, zone) - 1;
  for (let day = yesterday; day <= yesterday + MAX_DAYS; day += 1) {
    if (!days.includes(weekdayOf(day) + 1)) continue;
    const atMs = instantOf(day * DAY_MS + atMinute * MINUTE_MS, zone);
    if (atMs > afterMs) return atMs;
  }
  throw new RangeError('a schedule has no days');
}

/** When the next summary is due, or the one that is due now. */
export const plannedSummary = (plan: SummaryPlan, nowMs: number): number =>
  nextSummaryAt(plan, Math.max(plan.doneUntilMs, nowMs - TOO_LATE_MS));

/** When news that waits is posted, and a quiet time until a day ends. */
const DAY_BEGINS_MS = 8 * HOUR_MS;

/** `atMs` if it is between 08:00 and `endsMs` after midnight in the zone, otherwise the next 08:00. */
export function inDaytime(atMs: number, zoneId: string, endsMs: number): number {
  const midnightMs = dayNumber(atMs, zoneId) * DAY_MS;
  const timeOfDayMs = wallClockMs(atMs, zoneId) - midnightMs;
  if (timeOfDayMs < DAY_BEGINS_MS) return instantOf(midnightMs + DAY_BEGINS_MS, zoneId);
  return timeOfDayMs < endsMs ? atMs : instantOf(midnightMs + DAY_MS + DAY_BEGINS_MS, zoneId);
}

/** A mute, a snooze or a note on an account, until a time. */
export interface Quiet extends Mute {
  readonly accountId: string;
  /** For a snooze: the id of the channel, or of the person who gets direct messages. Absent: it applies everywhere. */
  readonly channelId?: string;
  /** A note, which silences nothing. */
  readonly isNote?: true;
}

/** Until when, as people write it: a duration, a time of day, or a day. */
export type QuietLength =
  | { readonly kind: 'for'; readonly ms: number }
  /** Minutes after midnight. */
  | { readonly kind: 'clock'; readonly atMinute: number }
  /** `2026-12-24` */
  | { readonly kind: 'day'; readonly isoDay: string };

/** People would forget a longer one. */
export const MAX_QUIET_DAYS = 30;

/** When a quiet time ends, epoch milliseconds. Undefined: the day is invalid or past, or more than 30 days away. */
export function endOfQuiet(length: QuietLength, nowMs: number, zone: string): number | undefined {
  const untilMs = untilOf(length, nowMs, zone);
  return untilMs > nowMs && untilMs <= nowMs + MAX_QUIET_DAYS * DAY_MS ? untilMs : undefined;
}

function untilOf(length: QuietLength, nowMs: number, zone: string): number {
  switch (length.kind) {
    case 'for':
      return nowMs + length.ms;
    case 'clock':
      return nextSummaryAt({ atMinute: length.atMinute, days: EVERY_DAY, zone }, nowMs);
    case 'day': {
      const dayMs = isoDayMs(length.isoDay);
      return Number.isNaN(dayMs) ? dayMs : instantOf(dayMs + DAY_BEGINS_MS, zone);
    }
  }
}
