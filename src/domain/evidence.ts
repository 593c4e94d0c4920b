import type { Account, LastBackup } from './account.ts';
import { thresholdMs } from './duration.ts';
import { packageDaysLeft } from './package-days-left.ts';
import type { BackupKind, Exceptions, Thresholds } from './verdict.ts';
import { weekdayMs } from './weekday-ms.ts';

/**
 * One backup's last run, held against now. `ahead` lies too far in the future to be believed. `countedMs` is the part of
 * the age that counts for this account: what the limits are held against. `ignored` has an age where there is one.
 */
export type Clock =
  | { readonly kind: 'fresh' | 'late' | 'stale'; readonly ageMs: number; readonly countedMs: number }
  | { readonly kind: 'ignored'; readonly ageMs?: number; readonly setBy: string }
  | { readonly kind: 'ahead'; readonly aheadMs: number }
  | { readonly kind: 'never' | 'unreadable' | 'not-reported' };

/** All that a rule may look at. Made once for a verdict, so that every rule sees the same now. */
export interface Evidence {
  readonly account: Account;
  readonly thresholds: Thresholds;
  readonly exceptions: Exceptions;
  readonly clocks: Readonly<Record<BackupKind, Clock>>;
  /**
   * Age of the newer backup. Absent when none ever ran, and while one lies in the future: then nobody
   * knows how old the newer one is.
   */
  readonly newestAgeMs?: number;
  /** The part of it that counts; there when it is. */
  readonly newestCountedMs?: number;
  /** Calendar days in the service's zone; 0 on the last day of the package, negative after it. */
  readonly packageDaysLeft?: number;
}

/** The two backups in the order in which they are named. */
export const BACKUP_KINDS = ['database', 'folders'] as const satisfies readonly BackupKind[];

/** Holds an account against `nowMs`, epoch milliseconds. Ages are elapsed time: no clock change moves them. */
export function gatherEvidence(
  account: Account,
  nowMs: number,
  thresholds: Thresholds,
  exceptions: Exceptions,
): Evidence {
  const terms = { nowMs, thresholds, exceptions };
  const clocks = {
    database: readClock(account, 'database', terms),
    folders: readClock(account, 'folders', terms),
  };
  const newest = newestOf(Object.values(clocks));
  const daysLeft = packageDaysLeft(account, nowMs);
  return {
    account,
    thresholds,
    exceptions,
    clocks,
    ...(newest !== undefined && { newestAgeMs: newest.ageMs, newestCountedMs: newest.countedMs }),
    ...(daysLeft !== undefined && { packageDaysLeft: daysLeft }),
  };
}

interface Terms {
  readonly nowMs: number;
  readonly thresholds: Thresholds;
  readonly exceptions: Exceptions;
}

function readClock(account: Account, backup: BackupKind, terms: Terms): Clock {
  const { ignored } = terms.exceptions;
  const clock = readTime(account[backup], account.zone.id, terms);
  if (ignored?.backup !== backup) return clock;
  return { kind: 'ignored', setBy: ignored.setBy, ...('ageMs' in clock && { ageMs: clock.ageMs }) };
}

function readTime(last: LastBackup, zoneId: string, { nowMs, thresholds, exceptions }: Terms) {
  if (last.kind !== 'at') return { kind: last.kind };
  const aheadMs = last.atMs - nowMs;
  if (aheadMs > thresholdMs(thresholds.clockAhead)) return { kind: 'ahead', aheadMs } as const;
  const ageMs = Math.max(0, -aheadMs);
  const countedMs = exceptions.weekdaysOnly && ageMs > 0 ? weekdayMs(last.atMs, nowMs, zoneId) : ageMs;
  if (countedMs >= thresholdMs(thresholds.stale)) return { kind: 'stale', ageMs, countedMs } as const;
  const isLate = countedMs >= thresholdMs(thresholds.late);
  return { kind: isLate ? 'late' : 'fresh', ageMs, countedMs } as const;
}

function newestOf(clocks: readonly Clock[]): { ageMs: number; countedMs: number } | undefined {
  if (clocks.some((clock) => clock.kind === 'ahead')) return undefined;
  let newest: { ageMs: number; countedMs: number } | undefined;
  for (const clock of clocks) {
    if ('countedMs' in clock && (newest === undefined || clock.ageMs < newest.ageMs)) newest = clock;
  }
  return newest;
}
