import type { Account, LastBackup } from './account.ts';
import { MINUTE_MS, thresholdMs } from './duration.ts';
import type { Age, BackupKind, Exceptions, Thresholds } from './verdict.ts';
import { dayEndMs, isoDay, weekdayMs } from './zoned-time.ts';

/** A backup further in the future than this means that a clock or the zone is wrong. */
export const CLOCK_AHEAD_MS = 5 * MINUTE_MS;

/** A backup with an age. */
export interface RunningClock extends Age {
  readonly kind: 'fresh' | 'late' | 'stale';
  /** The part of `ageMs` that counts for this account: what the limits are held against. */
  readonly countedMs: number;
}

/**
 * One backup's last run, held against a moment. `ahead` lies too far in the future to be believed. `ignored` has an age
 * where there is one.
 */
export type Clock =
  | RunningClock
  | { readonly kind: 'ignored'; readonly ageMs?: number; readonly setBy: string }
  | { readonly kind: 'ahead'; readonly aheadMs: number }
  | { readonly kind: 'never' | 'unreadable' | 'not-reported' };

export interface ClockTerms {
  readonly nowMs: number;
  readonly thresholds: Thresholds;
  readonly exceptions: Exceptions;
}

/** Holds one backup of an account against `nowMs`, epoch milliseconds. */
export function readClock(account: Account, backup: BackupKind, terms: ClockTerms): Clock {
  const { ignored } = terms.exceptions;
  const clock = readTime(account[backup], account.zone.id, terms);
  if (ignored?.backup !== backup) return clock;
  return { kind: 'ignored', setBy: ignored.setBy, ageMs: 'ageMs' in clock ? clock.ageMs : undefined };
}

function readTime(last: LastBackup, zoneId: string, { nowMs, thresholds, exceptions }: ClockTerms): Clock {
  if (last.kind !== 'at') return { kind: last.kind };
  const aheadMs = last.atMs - nowMs;
  if (aheadMs > CLOCK_AHEAD_MS) return { kind: 'ahead', aheadMs };
  // A bare date counts as the end of that day, today's as this moment: never an alarm while the backup may be young.
  const isBare = last.precision === 'day';
  const onDay = isBare ? isoDay(last.atMs, zoneId) : undefined;
  const atMs = isBare ? dayEndMs(last.atMs, zoneId) : last.atMs;
  const ageMs = Math.max(0, nowMs - atMs);
  const countedMs = exceptions.weekdaysOnly && ageMs > 0 ? weekdayMs(atMs, nowMs, zoneId) : ageMs;
  return {
    kind: kindOf(countedMs, thresholds),
    ageMs,
    countedMs,
    onDay,
  };
}

function kindOf(countedMs: number, { late, stale }: Thresholds): RunningClock['kind'] {
  if (countedMs >= thresholdMs(stale)) return 'stale';
  return countedMs >= thresholdMs(late) ? 'late' : 'fresh';
}

/** Has an age, and is looked at. */
export const isRunning = (clock: Clock): clock is RunningClock => 'countedMs' in clock;

/** Late or stale, for certain. */
export const isOld = (clock: Clock): clock is RunningClock => clock.kind === 'late' || clock.kind === 'stale';

/** The age alone, of what carries one. */
export const ageOf = ({ ageMs, onDay }: Age): Age => ({ ageMs, onDay });
