import { dayEndMs, dayNumber } from '../../account/time.ts';
import type { Terms } from '../../account/verdict.ts';
import { VERDICT_LEVELS, type VerdictLevel } from '../../account/verdict.ts';
import { type WatchState, zoneIdOf } from '../observe-reading.ts';
import { type LevelSpan, provenSpans } from './proven-spans.ts';

/** For how long an account had each level, in milliseconds. The rest was not seen. */
export type LevelTimes = Readonly<Record<VerdictLevel, number>>;

/** A day of an account, counted as `dayNumber` does, in the service's zone. It has 23 or 25 hours when clocks change. */
export interface AccountDay {
  readonly day: number;
  readonly times: LevelTimes;
}

const NO_TIMES: LevelTimes = { critical: 0, attention: 0, unknown: 0, healthy: 0 };

/** The day of the first read, from which on counts what was not seen. */
export const firstDay = (read: WatchState): AccountDay => ({
  day: dayNumber(read.readAtMs, daysZoneId(read)),
  times: NO_TIMES,
});

/** What a read adds to the days of an account, by the limits of now: what limits made of the past stays. */
export function provenDays(
  known: WatchState | undefined,
  read: WatchState,
  terms: Terms,
): readonly AccountDay[] {
  return known === undefined ? [firstDay(read)] : inDays(provenSpans(known, read, terms), daysZoneId(read));
}

/** In which zone the days of an account are counted; `undefined` for one that was not read. */
export const daysZoneId = (state: WatchState | undefined): string => zoneIdOf(state) ?? 'UTC';

/** Cuts spans at the midnights of a zone. Days in the order of the spans, each once; without those that have none. */
export function inDays(spans: readonly LevelSpan[], zoneId: string): readonly AccountDay[] {
  const days: AccountDay[] = [];
  for (const { level, fromMs, toMs } of spans) {
    for (let startMs = fromMs; startMs < toMs; ) {
      const day = dayNumber(startMs, zoneId);
      const endMs = dayNumber(toMs, zoneId) === day ? toMs : Math.min(toMs, dayEndMs(startMs, zoneId));
      days.push({ day, times: { ...NO_TIMES, [level]: endMs - startMs } });
      startMs = endMs;
    }
  }
  return addDays(days);
}

/** The same days, each once. */
export function addDays(days: readonly AccountDay[]): readonly AccountDay[] {
  const byDay = new Map<number, LevelTimes>();
  for (const { day, times } of days) byDay.set(day, addTimes([byDay.get(day) ?? NO_TIMES, times]));
  return [...byDay].map(([day, times]) => ({ day, times }));
}

export function addTimes(all: readonly LevelTimes[]): LevelTimes {
  const sum = { ...NO_TIMES };
  for (const times of all) for (const level of VERDICT_LEVELS) sum[level] += times[level];
  return sum;
}

/** The time that was seen. */
export const seenMs = (times: LevelTimes): number =>
  VERDICT_LEVELS.reduce((sum, level) => sum + times[level], 0);
