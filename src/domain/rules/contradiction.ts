import { thresholdMs } from '../duration.ts';
import type { Evidence } from '../evidence.ts';
import { ageOf, type Clock, isOld, type RunningClock } from '../read-clock.ts';
import { BACKUP_KINDS, type BackupKind, otherBackup } from '../verdict.ts';
import { onlyCounted, type Rule } from './rule.ts';

/** A client that is backing up while even the newest backup is old has perhaps been at it for all that time. */
export const stuckWhileBackingUp: Rule<'stuck-while-backing-up'> = (evidence) => {
  const { account, newest, thresholds } = evidence;
  const threshold = thresholds.stuck;
  if (account.status.kind !== 'backing-up' || newest === undefined) return [];
  if (newest.countedMs < thresholdMs(threshold)) return [];
  const level = newest.countedMs >= thresholdMs(thresholds.stale) ? 'critical' : 'attention';
  return [
    { rule: 'stuck-while-backing-up', level, backup: onlyCounted(evidence), ...ageOf(newest), threshold },
  ];
};

/** The client is up and every backup that ever ran is stale: its job is not running. The age is the newest one's. */
export const onlineButStale: Rule<'online-but-stale'> = (evidence) => {
  const { account, newest, thresholds } = evidence;
  const threshold = thresholds.stale;
  if (account.status.kind !== 'online' || newest === undefined) return [];
  if (newest.countedMs < thresholdMs(threshold)) return [];
  const backup = onlyCounted(evidence);
  return [{ rule: 'online-but-stale', level: 'critical', backup, ...ageOf(newest), threshold }];
};

/** One backup is fresh and the other old, which one glance at the newer time would miss. */
export const halfProtected: Rule<'half-protected'> = (evidence) => {
  const half = oldHalf(evidence);
  if (half === undefined) return [];
  const { fresh, old, clock } = half;
  const [level, threshold] =
    clock.kind === 'stale'
      ? (['critical', evidence.thresholds.stale] as const)
      : (['attention', evidence.thresholds.late] as const);
  return [{ rule: 'half-protected', level, fresh, old, ...ageOf(clock), threshold }];
};

/** Folders that never ran although the account has some, beside a database backup that did or may have. */
export const foldersUnprotected: Rule<'folders-unprotected'> = ({ account, clocks }) => {
  const { foldersFilesCount: count = 0 } = account;
  const { database, folders } = clocks;
  if (folders.kind !== 'never' || database.kind === 'never' || database.kind === 'ignored') return [];
  if (!(count > 0)) return [];
  return [{ rule: 'folders-unprotected', level: 'attention', count, isHalf: database.kind === 'fresh' }];
};

/**
 * Offline now, yet every backup that ever ran is fresh, even one that is ignored: a laptop that went home, its data safe.
 */
export const offlineButFresh: Rule<'offline-but-fresh'> = (evidence) => {
  const { account, clocks, thresholds } = evidence;
  const { database, folders } = clocks;
  const isFresh = (clock: Clock) =>
    clock.kind === 'ignored'
      ? clock.ageMs !== undefined && clock.ageMs < thresholdMs(thresholds.late)
      : clock.kind === 'fresh';
  const isSafe =
    [database, folders].some(({ kind }) => kind === 'fresh') &&
    (account.database.kind === 'never' || isFresh(database)) &&
    (account.folders.kind === 'never' || isFresh(folders)) &&
    foldersUnprotected(evidence).length === 0;
  return account.status.kind === 'offline' && isSafe ? [{ rule: 'offline-but-fresh', level: 'note' }] : [];
};

/** Which backup is old while the other is fresh; `undefined` unless exactly that is so. */
export function oldHalf({
  clocks,
}: Evidence): { fresh: BackupKind; old: BackupKind; clock: RunningClock } | undefined {
  for (const old of BACKUP_KINDS) {
    const [clock, fresh] = [clocks[old], otherBackup(old)];
    if (isOld(clock) && clocks[fresh].kind === 'fresh') return { fresh, old, clock };
  }
  return undefined;
}
