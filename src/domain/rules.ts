import type { Account } from './account.ts';
import { DAY_MS, thresholdMs } from './duration.ts';
import { ageOf, type Clock, isOld, isRunning, type RunningClock, readClock } from './read-clock.ts';
import {
  BACKUP_KINDS,
  type BackupKind,
  type Exceptions,
  otherBackup,
  type ReasonOf,
  type RuleName,
  type Thresholds,
} from './verdict.ts';
import { dayNumber, isoDayMs } from './zoned-time.ts';

/** All that a rule may look at. Made once, so that every rule sees the same. */
export interface Evidence {
  readonly account: Account;
  readonly thresholds: Thresholds;
  readonly exceptions: Exceptions;
  readonly clocks: Readonly<Record<BackupKind, Clock>>;
  /** The newer backup. Undefined when none ever ran, and while one lies in the future: then its age is unknown. */
  readonly newest: RunningClock | undefined;
  /** The backup that is looked at where the other is ignored. Undefined where both are looked at. */
  readonly only: BackupKind | undefined;
  readonly packageDaysLeft: number | undefined;
}

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
  return {
    account,
    thresholds,
    exceptions,
    clocks,
    newest: newestOf(Object.values(clocks)),
    only: exceptions.ignored && otherBackup(exceptions.ignored.backup),
    packageDaysLeft: packageDaysLeft(account, nowMs),
  };
}

/**
 * Calendar days from today to the last day of the package, both in the service's zone: 0 on that day, negative after it.
 * `undefined` without an end date, or with one that is no date.
 */
export function packageDaysLeft({ packageEndsOn, zone }: Account, nowMs: number): number | undefined {
  if (packageEndsOn === undefined) return undefined;
  const daysLeft = isoDayMs(packageEndsOn) / DAY_MS - dayNumber(nowMs, zone.id);
  return Number.isNaN(daysLeft) ? undefined : daysLeft;
}

function newestOf(clocks: readonly Clock[]): RunningClock | undefined {
  if (clocks.some((clock) => clock.kind === 'ahead')) return undefined;
  return clocks.filter(isRunning).toSorted((one, other) => one.ageMs - other.ageMs)[0];
}

/** Looks at the evidence and gives its reasons: none when it has nothing to say, two at most (one a backup). */
type Rule<Name extends RuleName> = (evidence: Evidence) => readonly ReasonOf<Name>[];

/** A rule that looks at one backup at a time, database first. */
const eachBackup =
  <Name extends RuleName>(
    judge: (backup: BackupKind, clock: Clock, evidence: Evidence) => ReasonOf<Name> | undefined,
  ): Rule<Name> =>
  (evidence) =>
    BACKUP_KINDS.flatMap((backup) => judge(backup, evidence.clocks[backup], evidence) ?? []);

/** Every rule by its name. The order is the ranking of reasons of one level: causes, symptoms, doubts, notes. */
export const RULES: { readonly [Name in RuleName]: Rule<Name> } = {
  /** The package's last day is over, so that nothing runs any more. The last day itself is still covered. */
  'package-ended': ({ account: { packageEndsOn: endedOn }, packageDaysLeft: daysLeft }) =>
    endedOn === undefined || daysLeft === undefined || daysLeft >= 0
      ? []
      : [{ rule: 'package-ended', level: 'critical', endedOn, daysAgo: -daysLeft }],

  /** A client that is backing up while even the newest backup is old has perhaps been at it for all that time. */
  'stuck-while-backing-up': ({ account, newest, only, thresholds: { late: threshold, stale } }) => {
    if (account.status.kind !== 'backing-up' || newest === undefined) return [];
    if (newest.countedMs < thresholdMs(threshold)) return [];
    const level = newest.countedMs >= thresholdMs(stale) ? 'critical' : 'attention';
    return [{ rule: 'stuck-while-backing-up', level, backup: only, ...ageOf(newest), threshold }];
  },

  /** The client is up and every backup that ever ran is stale: its job is not running. The age is the newest one's. */
  'online-but-stale': ({ account, newest, only, thresholds: { stale: threshold } }) => {
    if (account.status.kind !== 'online' || newest === undefined) return [];
    if (newest.countedMs < thresholdMs(threshold)) return [];
    return [{ rule: 'online-but-stale', level: 'critical', backup: only, ...ageOf(newest), threshold }];
  },

  /** One backup is fresh and the other old, which one glance at the newer time would miss. */
  'half-protected': ({ clocks, thresholds: { stale, late } }) => {
    const half = oldHalf(clocks);
    if (half === undefined) return [];
    const { fresh, old, clock } = half;
    const isStale = clock.kind === 'stale';
    const level = isStale ? 'critical' : 'attention';
    return [
      { rule: 'half-protected', level, fresh, old, ...ageOf(clock), threshold: isStale ? stale : late },
    ];
  },

  /** The service says of both backups that they never ran; of the one that is looked at, if the other is not. */
  'never-backed-up': ({ clocks: { database, folders }, only }) => {
    const isNever =
      (database.kind === 'never' && isNeverOrIgnored(folders)) ||
      (folders.kind === 'never' && isNeverOrIgnored(database));
    return isNever ? [{ rule: 'never-backed-up', level: 'critical', backup: only }] : [];
  },

  /** A backup as old as the stale threshold or older. Unsaid where `half-protected` says it. */
  'backup-stale': eachBackup((backup, clock, { clocks, thresholds: { stale: threshold } }) =>
    clock.kind !== 'stale' || oldHalf(clocks) !== undefined
      ? undefined
      : { rule: 'backup-stale', level: 'critical', backup, ...ageOf(clock), threshold },
  ),

  /** A backup as old as the late threshold and not yet stale. Unsaid where `half-protected` says it. */
  'backup-late': eachBackup((backup, clock, { clocks, thresholds: { late: threshold } }) =>
    clock.kind !== 'late' || oldHalf(clocks) !== undefined
      ? undefined
      : { rule: 'backup-late', level: 'attention', backup, ...ageOf(clock), threshold },
  ),

  /** Folders that never ran although the account has some, beside a database backup that did or may have. */
  'folders-unprotected': ({ account, clocks }) => {
    if (!hasUnprotectedFolders(account, clocks)) return [];
    const { foldersFilesCount: count = 0 } = account;
    return [
      { rule: 'folders-unprotected', level: 'attention', count, isHalf: clocks.database.kind === 'fresh' },
    ];
  },

  /** The package's last day is today or within the threshold, counted in calendar days of the service's zone. */
  'package-ends-soon': ({
    account: { packageEndsOn: endsOn },
    packageDaysLeft: daysLeft,
    thresholds: { packageEndsSoon: threshold },
  }) => {
    if (endsOn === undefined || daysLeft === undefined) return [];
    if (daysLeft < 0 || daysLeft > thresholdMs(threshold) / DAY_MS) return [];
    return [{ rule: 'package-ends-soon', level: 'attention', endsOn, daysLeft, threshold }];
  },

  /** Whether the package has ended, or ends soon, cannot be told from what was sent. */
  'package-end-unreadable': ({ account: { packageEndsOn: sent }, packageDaysLeft: daysLeft }) =>
    sent === undefined || daysLeft !== undefined
      ? []
      : [{ rule: 'package-end-unreadable', level: 'attention', sent }],

  /** The customer's client is older than the rules for this account ask. A version that cannot be compared says nothing. */
  'client-outdated': ({ account: { clientVersion: version }, exceptions: { minimumClientVersion } }) => {
    if (minimumClientVersion === undefined || version === undefined) return [];
    const { version: minimum, setBy } = minimumClientVersion;
    if (!isOlder(version, minimum)) return [];
    return [{ rule: 'client-outdated', level: 'attention', version, minimum, setBy }];
  },

  /**
   * No field carries a value. The service knows the id and tells nothing about it, which is not the same as "never backed
   * up". It stands alone: every other rule would only repeat it.
   */
  'nothing-reported': ({ account }) =>
    carriesAnything(account) ? [] : [{ rule: 'nothing-reported', level: 'unknown' }],

  /** A backup from the future: the customer's clock or the zone set for the service is wrong, so its age is anyone's guess. */
  'clock-wrong': eachBackup((backup, clock) =>
    clock.kind === 'ahead'
      ? { rule: 'clock-wrong', level: 'unknown', backup, aheadMs: clock.aheadMs }
      : undefined,
  ),

  /** Something was sent for the time of a backup, and it is no date. */
  'time-unreadable': eachBackup((backup, clock) =>
    clock.kind === 'unreadable' ? { rule: 'time-unreadable', level: 'unknown', backup } : undefined,
  ),

  /** Nothing usable was sent for the time of a backup. */
  'time-not-reported': eachBackup((backup, clock) =>
    clock.kind === 'not-reported' ? { rule: 'time-not-reported', level: 'unknown', backup } : undefined,
  ),

  /** A status word outside the three of the interface: shown as sent, and never taken for healthy. */
  'status-unknown': ({ account: { status } }) =>
    status.kind === 'unknown' ? [{ rule: 'status-unknown', level: 'unknown', sent: status.sent }] : [],

  /**
   * One of the two backups never ran and the other did, or may have: the customer does not use it. Unsaid where
   * `folders-unprotected` says it.
   */
  'backup-unused': eachBackup((backup, clock, { account, clocks }) => {
    if (clock.kind !== 'never' || isNeverOrIgnored(clocks[otherBackup(backup)])) return undefined;
    if (backup === 'folders' && hasUnprotectedFolders(account, clocks)) return undefined;
    return { rule: 'backup-unused', level: 'note', backup };
  }),

  /** The rules for this account say that nobody looks at one of its backups. */
  'backup-ignored': eachBackup((backup, clock) =>
    clock.kind === 'ignored'
      ? { rule: 'backup-ignored', level: 'note', backup, setBy: clock.setBy }
      : undefined,
  ),

  /**
   * Offline now, yet every backup that ever ran is fresh, even one that is ignored: a laptop that went home, its data safe.
   */
  'offline-but-fresh': ({ account, clocks, thresholds: { late } }) => {
    const isSafe = (clock: Clock) =>
      clock.kind === 'never' ||
      clock.kind === 'fresh' ||
      (clock.kind === 'ignored' && (clock.ageMs ?? Number.POSITIVE_INFINITY) < thresholdMs(late));
    const both = BACKUP_KINDS.map((backup) => (account[backup].kind === 'never' ? NEVER : clocks[backup]));
    const isFresh = both.some(({ kind }) => kind === 'fresh') && both.every(isSafe);
    return account.status.kind === 'offline' && isFresh && !hasUnprotectedFolders(account, clocks)
      ? [{ rule: 'offline-but-fresh', level: 'note' }]
      : [];
  },

  /** No status was sent. The backups' times tell more than it would, so this is only said. */
  'status-not-reported': ({ account: { status } }) =>
    status.kind === 'not-reported' ? [{ rule: 'status-not-reported', level: 'note' }] : [],

  /** All backups allowed for today are made: the next one waits until tomorrow. */
  'daily-allowance-used': ({ account: { todayBackupCount: made, dailyBackupCount: allowed } }) =>
    made === undefined || allowed === undefined || allowed <= 0 || made < allowed
      ? []
      : [{ rule: 'daily-allowance-used', level: 'note', made, allowed }],
};

/** An ignored backup that never ran is as safe as one that is not ignored. */
const NEVER: Clock = { kind: 'never' };

const isNeverOrIgnored = ({ kind }: Clock) => kind === 'never' || kind === 'ignored';

/** Which backup is old while the other is fresh; `undefined` unless exactly that is so. */
function oldHalf(
  clocks: Evidence['clocks'],
): { fresh: BackupKind; old: BackupKind; clock: RunningClock } | undefined {
  for (const old of BACKUP_KINDS) {
    const [clock, fresh] = [clocks[old], otherBackup(old)];
    if (isOld(clock) && clocks[fresh].kind === 'fresh') return { fresh, old, clock };
  }
  return undefined;
}

const hasUnprotectedFolders = (
  { foldersFilesCount = 0 }: Account,
  { database, folders }: Evidence['clocks'],
): boolean => folders.kind === 'never' && !isNeverOrIgnored(database) && foldersFilesCount > 0;

const DOTTED = /^\d+(?:\.\d+)*/;

/** Number by number; what follows the numbers is not looked at. */
function isOlder(version: string, minimum: string): boolean {
  const [mine, theirs] = [version, minimum].map((text) =>
    DOTTED.exec(text.trim())?.[0].split('.').map(Number),
  );
  if (mine === undefined || theirs === undefined) return false;
  const place = theirs.findIndex((part, index) => (mine[index] ?? 0) !== part);
  return place !== -1 && (mine[place] ?? 0) < (theirs[place] ?? 0);
}

function carriesAnything(account: Account): boolean {
  const { status, database, folders, quota } = account;
  return (
    status.kind !== 'not-reported' ||
    (quota !== undefined && (quota.kind === 'size' || isText(quota.text))) ||
    [database, folders].some((backup) => backup.kind === 'at' || backup.kind === 'unreadable') ||
    Object.values(account.sent).some((text) => isText(text) && text !== 'null') ||
    plainValues(account).some((value) => value !== undefined && (typeof value !== 'string' || isText(value)))
  );
}

/** Checked last: nearly every account has a status, and checking all fields takes longer than all other rules. */
const plainValues = ({ id, zone, status, database, folders, sent, quota, ...plain }: Account) =>
  Object.values(plain);

const isText = (text: string | undefined) => text !== undefined && text.trim() !== '';
