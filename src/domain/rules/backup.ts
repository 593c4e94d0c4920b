import { ageOf, type Clock } from '../read-clock.ts';
import { otherBackup } from '../verdict.ts';
import { foldersUnprotected, oldHalf } from './contradiction.ts';
import { eachBackup, onlyCounted, type Rule } from './rule.ts';

/** The service says of both backups that they never ran; of the one that is looked at, if the other is not. */
export const neverBackedUp: Rule<'never-backed-up'> = (evidence) => {
  const { database, folders } = evidence.clocks;
  const isNever =
    (database.kind === 'never' && isNeverOrIgnored(folders)) ||
    (folders.kind === 'never' && isNeverOrIgnored(database));
  return isNever ? [{ rule: 'never-backed-up', level: 'critical', backup: onlyCounted(evidence) }] : [];
};

/** A backup as old as the stale threshold or older. Unsaid where `half-protected` says it. */
export const backupStale = eachBackup<'backup-stale'>((backup, clock, evidence) => {
  if (clock.kind !== 'stale' || oldHalf(evidence) !== undefined) return undefined;
  const threshold = evidence.thresholds.stale;
  return { rule: 'backup-stale', level: 'critical', backup, ...ageOf(clock), threshold };
});

/** A backup as old as the late threshold and not yet stale. Unsaid where `half-protected` says it. */
export const backupLate = eachBackup<'backup-late'>((backup, clock, evidence) => {
  if (clock.kind !== 'late' || oldHalf(evidence) !== undefined) return undefined;
  const threshold = evidence.thresholds.late;
  return { rule: 'backup-late', level: 'attention', backup, ...ageOf(clock), threshold };
});

/** A backup from the future: the customer's clock or the zone set for the service is wrong, so its age is anyone's guess. */
export const clockWrong = eachBackup<'clock-wrong'>(
  (backup, clock, { thresholds: { clockAhead: threshold } }) =>
    clock.kind === 'ahead'
      ? { rule: 'clock-wrong', level: 'unknown', backup, aheadMs: clock.aheadMs, threshold }
      : undefined,
);

/** Something was sent for the time of a backup, and it is no date. */
export const timeUnreadable = eachBackup<'time-unreadable'>((backup, clock) =>
  clock.kind === 'unreadable' ? { rule: 'time-unreadable', level: 'unknown', backup } : undefined,
);

/** Nothing usable was sent for the time of a backup. */
export const timeNotReported = eachBackup<'time-not-reported'>((backup, clock) =>
  clock.kind === 'not-reported' ? { rule: 'time-not-reported', level: 'unknown', backup } : undefined,
);

/**
 * One of the two backups never ran and the other did, or may have: the customer does not use it. Unsaid where
 * `folders-unprotected` says it.
 */
export const backupUnused = eachBackup<'backup-unused'>((backup, clock, evidence) => {
  const other = evidence.clocks[otherBackup(backup)];
  if (clock.kind !== 'never' || isNeverOrIgnored(other)) return undefined;
  if (backup === 'folders' && foldersUnprotected(evidence).length > 0) return undefined;
  return { rule: 'backup-unused', level: 'note', backup };
});

/** The rules for this account say that nobody looks at one of its backups. */
export const backupIgnored = eachBackup<'backup-ignored'>((backup, clock) =>
  clock.kind === 'ignored'
    ? { rule: 'backup-ignored', level: 'note', backup, setBy: clock.setBy }
    : undefined,
);

const isNeverOrIgnored = ({ kind }: Clock) => kind === 'never' || kind === 'ignored';
