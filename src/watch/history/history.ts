import { dayEndMs, dayNumber, dayStartMs, MINUTE_MS, weekdayOf } from '../../account/time.ts';
import { VERDICT_LEVELS, type VerdictLevel } from '../../account/verdict.ts';
import { type AccountDay, addTimes, type LevelTimes, seenMs } from './account-days.ts';

/** What stands for a day: the worst that was confirmed. `not-counted`: before the first read. */
export type HistorySign = VerdictLevel | 'not-seen' | 'not-counted';

export interface HistoryTimes {
  readonly times: LevelTimes;
  readonly notSeenMs: number;
}

export interface HistoryDay extends HistoryTimes {
  readonly day: number;
  readonly sign: HistorySign;
}

/** Days and weeks, oldest first; a week begins on Monday. The first week, and the present one, may be shorter. */
export interface History extends HistoryTimes {
  readonly days: readonly HistoryDay[];
  readonly weeks: readonly (readonly HistoryDay[])[];
}

/** What lasted less is no part of the picture. */
const SHOWN_FROM_MS = 15 * MINUTE_MS;

export interface HistorySpan {
  readonly zoneId: string;
  readonly nowMs: number;
  /** Days, today included. */
  readonly length: number;
}

/**
 * The last days of an account. `stored` are all that are known: nothing counts before the first of them, and of that one
 * only what was seen.
 */
export function historyOf(stored: readonly AccountDay[], { zoneId, nowMs, length }: HistorySpan): History {
  const today = dayNumber(nowMs, zoneId);
  const byDay = new Map(stored.map(({ day, times }) => [day, times]));
  const firstDay = Math.min(...byDay.keys());
  const days = Array.from({ length }, (_, index): HistoryDay => {
    const day = today - length + 1 + index;
    const times = byDay.get(day) ?? addTimes([]);
    const startMs = dayStartMs(day, zoneId);
    const passedMs = Math.min(nowMs, dayEndMs(startMs, zoneId)) - startMs;
    const notSeenMs = day > firstDay ? Math.max(0, passedMs - seenMs(times)) : 0;
    return { day, times, notSeenMs, sign: signOf({ times, notSeenMs }) };
  });
  return {
    days,
    weeks: [...Map.groupBy(days, ({ day }) => day - weekdayOf(day)).values()],
    times: addTimes(days.map(({ times }) => times)),
    notSeenMs: days.reduce((sum, day) => sum + day.notSeenMs, 0),
  };
}

/** The worst level of which there was enough; of a day that has only begun, a quarter of it is. */
function signOf({ times, notSeenMs }: HistoryTimes): HistorySign {
  const countedMs = seenMs(times) + notSeenMs;
  if (countedMs === 0) return 'not-counted';
  const leastMs = Math.min(SHOWN_FROM_MS, countedMs / 4);
  return VERDICT_LEVELS.find((level) => times[level] >= leastMs) ?? 'not-seen';
}

/** How much of what was seen the account was protected, from 0 to 1. Undefined: nothing was seen. */
export function protectedShare({ times }: HistoryTimes): number | undefined {
  const seen = seenMs(times);
  return seen === 0 ? undefined : (times.healthy + times.attention) / seen;
}
