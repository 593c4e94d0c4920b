import type { Account, LastBackup } from './account.ts';
import { thresholdMs } from './duration.ts';
import { packageDaysLeft } from './package-days-left.ts';
import type { BackupKind, Thresholds } from './verdict.ts';

/** One backup's last run, held against now. `ahead` lies too far in the future to be believed. */
export type Clock =
  | { readonly kind: 'fresh' | 'late' | 'stale'; readonly ageMs: number }
  | { readonly kind: 'ahead'; readonly aheadMs: number }
  | { readonly kind: 'never' | 'unreadable' | 'not-reported' };

/** All that a rule may look at. Made once for a verdict, so that every rule sees the same now. */
export interface Evidence {
  readonly account: Account;
  readonly thresholds: Thresholds;
  readonly clocks: Readonly<Record<BackupKind, Clock>>;
  /**
   * Age of the newer backup. Absent when none ever ran, and while one lies in the future: then nobody
   * knows how old the newer one is.
   */
  readonly newestAgeMs?: number;
  /** Calendar days in the service's zone; 0 on the last day of the package, negative after it. */
  readonly packageDaysLeft?: number;
}

/** The two backups in the order in which they are named. */
export const BACKUP_KINDS = ['database', 'folders'] as const satisfies readonly BackupKind[];

/** Holds an account against `nowMs`, epoch milliseconds. Ages are elapsed time: no clock change moves them. */
export function gatherEvidence(account: Account, nowMs: number, thresholds: Thresholds): Evidence {
  const clocks = {
    database: readClock(account.database, nowMs, thresholds),
    folders: readClock(account.folders, nowMs, thresholds),
  };
  const newest = newestAgeMs(Object.values(clocks));
  const daysLeft = packageDaysLeft(account, nowMs);
  return {
    account,
    thresholds,
    clocks,
    ...(newest !== undefined && { newestAgeMs: newest }),
    ...(daysLeft !== undefined && { packageDaysLeft: daysLeft }),
  };
}

function readClock(backup: LastBackup, nowMs: number, thresholds: Thresholds): Clock {
  if (backup.kind !== 'at') return { kind: backup.kind };
  const aheadMs = backup.atMs - nowMs;
  if (aheadMs > thresholdMs(thresholds.clockAhead)) return { kind: 'ahead', aheadMs };
  const ageMs = Math.max(0, -aheadMs);
  if (ageMs >= thresholdMs(thresholds.stale)) return { kind: 'stale', ageMs };
  return { kind: ageMs >= thresholdMs(thresholds.late) ? 'late' : 'fresh', ageMs };
}

function newestAgeMs(clocks: readonly Clock[]): number | undefined {
  const ages = clocks.flatMap((clock) => ('ageMs' in clock ? [clock.ageMs] : []));
  const isHidden = clocks.some((clock) => clock.kind === 'ahead');
  return ages.length === 0 || isHidden ? undefined : Math.min(...ages);
}
