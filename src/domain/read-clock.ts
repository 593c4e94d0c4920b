import type { Account, LastBackup } from './account.ts';
import { thresholdMs } from './duration.ts';
import type { Age, BackupKind, Exceptions, Thresholds } from './verdict.ts';
import { dayEndMs, isoDay, weekdayMs } from './zoned-time.ts';

/** A backup with an age. */
export interface RunningClock extends Age {
  /** `unclear`: a bare date, late by its oldest reading and not by its youngest. */
  readonly kind: 'fresh' | 'unclear' | 'late' | 'stale';
  /** The part of `ageMs` that counts for this account: what the limits are held against. */
  readonly countedMs: number;
  /** The most that the age can be: more than `ageMs` for a bare date only. */
  readonly mostMs: number;
}

/**
 * One backup's last run, held against a moment. `ahead` lies too far in the future to be believed. `ignored` has an age
 * where there is one.
 */
export type Clock =
  | RunningClock
  | { readonly kind: 'ignored'; readonly mostMs?: number; readonly setBy: string }
  | { readonly kind: 'ahead'; readonly aheadMs: number }
  | { readonly kind: 'never' | 'unreadable' | 'not-reported' };

export interface ClockTerms {
  readonly nowMs: number;
  /** When the account was read: no backup in it was made after that. */
  readonly readAtMs: number;
  readonly thresholds: Thresholds;
  readonly exceptions: Exceptions;
}

/** Holds one backup of an account against `nowMs`, epoch milliseconds. */
export function readClock(account: Account, backup: BackupKind, terms: ClockTerms): Clock {
  const { ignored } = terms.exceptions;
  const clock = readTime(account[backup], account.zone.id, terms);
  if (ignored?.backup !== backup) return clock;
  return { kind: 'ignored', setBy: ignored.setBy, ...('mostMs' in clock && { mostMs: clock.mostMs }) };
}

function readTime(
  last: LastBackup,
  zoneId: string,
  { nowMs, readAtMs, thresholds, exceptions }: ClockTerms,
): Clock {
  if (last.kind !== 'at') return { kind: last.kind };
  const aheadMs = last.atMs - nowMs;
  if (aheadMs > thresholdMs(thresholds.clockAhead)) return { kind: 'ahead', aheadMs };
  const counted = (atMs: number) =>
    exceptions.weekdaysOnly && nowMs > atMs ? weekdayMs(atMs, nowMs, zoneId) : Math.max(0, nowMs - atMs);
  const isBare = last.precision === 'day';
  const youngestAtMs = isBare
    ? Math.max(last.atMs, Math.min(dayEndMs(last.atMs, zoneId), readAtMs))
    : last.atMs;
  const countedMs = counted(youngestAtMs);
  const countedMostMs = isBare ? counted(last.atMs) : countedMs;
  const onDay = isBare ? isoDay(last.atMs, zoneId) : undefined;
  return {
    kind: kindOf(countedMs, countedMostMs, thresholds),
    ageMs: Math.max(0, nowMs - youngestAtMs),
    countedMs,
    mostMs: Math.max(0, -aheadMs),
    ...(onDay !== undefined && { onDay }),
  };
}

function kindOf(leastMs: number, mostMs: number, { late, stale }: Thresholds): RunningClock['kind'] {
  if (leastMs >= thresholdMs(stale)) return 'stale';
  if (leastMs >= thresholdMs(late)) return 'late';
  return mostMs >= Math.min(thresholdMs(late), thresholdMs(stale)) ? 'unclear' : 'fresh';
}

/** Has an age, and is looked at. */
export const isRunning = (clock: Clock): clock is RunningClock => 'countedMs' in clock;

/** Late or stale, for certain. */
export const isOld = (clock: Clock): clock is RunningClock => clock.kind === 'late' || clock.kind === 'stale';

/** The age alone, of what carries one. */
export const ageOf = ({ ageMs, onDay }: Age): Age => ({ ageMs, ...(onDay !== undefined && { onDay }) });
