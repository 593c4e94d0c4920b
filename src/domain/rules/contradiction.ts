import { thresholdMs } from '../duration.ts';
import { BACKUP_KINDS, type Clock, type Evidence } from '../evidence.ts';
import type { BackupKind } from '../verdict.ts';
import type { Rule } from './rule.ts';

type OldClock = Extract<Clock, { readonly countedMs: number }>;

/** A client that is backing up while even the newest backup is old has perhaps been at it for all that time. */
export const stuckWhileBackingUp: Rule<'stuck-while-backing-up'> = (evidence) => {
  const { account, newestAgeMs: ageMs, newestCountedMs: countedMs = 0, thresholds } = evidence;
  const threshold = thresholds.stuck;
  if (account.status.kind !== 'backing-up' || ageMs === undefined || countedMs < thresholdMs(threshold))
    return [];
  const level = countedMs >= thresholdMs(thresholds.stale) ? 'critical' : 'attention';
  return [{ rule: 'stuck-while-backing-up', level, ageMs, threshold }];
};

/** The client is up and every backup that ever ran is stale: its job is not running. The age is the newest one's. */
export const onlineButStale: Rule<'online-but-stale'> = (evidence) => {
  const { account, newestAgeMs: ageMs, newestCountedMs: countedMs = 0, thresholds } = evidence;
  const threshold = thresholds.stale;
  if (account.status.kind !== 'online' || ageMs === undefined || countedMs < thresholdMs(threshold))
    return [];
  return [{ rule: 'online-but-stale', level: 'critical', ageMs, threshold }];
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
  return [{ rule: 'half-protected', level, fresh, old, ageMs: clock.ageMs, threshold }];
};

/** Offline now, yet every backup that ever ran is fresh: a laptop that went home, its data safe. */
export const offlineButFresh: Rule<'offline-but-fresh'> = ({ account, newestAgeMs, clocks }) =>
  account.status.kind === 'offline' &&
  newestAgeMs !== undefined &&
  Object.values(clocks).every((clock) => clock.kind === 'fresh' || !('countedMs' in clock))
    ? [{ rule: 'offline-but-fresh', level: 'note' }]
    : [];

/** Which backup is old while the other is fresh; `undefined` unless exactly that is so. */
export function oldHalf({
  clocks,
}: Evidence): { fresh: BackupKind; old: BackupKind; clock: OldClock } | undefined {
  const fresh = BACKUP_KINDS.find((backup) => clocks[backup].kind === 'fresh');
  const old = BACKUP_KINDS.find((backup) => isOld(clocks[backup]));
  if (fresh === undefined || old === undefined) return undefined;
  const clock = clocks[old];
  return isOld(clock) ? { fresh, old, clock } : undefined;
}

const isOld = (clock: Clock): clock is OldClock => clock.kind === 'late' || clock.kind === 'stale';
