// Judges an account. Read it from top to bottom: the verdict, the evidence, the rules. The order of the rules ranks reasons
// of the same level: causes, symptoms, doubts, notes.
import type { Account } from './account.ts';
import { DAY_MS, dayEndMs, dayNumber, isoDay, isoDayMs, MINUTE_MS, thresholdMs, weekdayMs } from './time.ts';
import {
  type AccountRules,
  type Age,
  BACKUP_KINDS,
  type BackupKind,
  otherBackup,
  type Reason,
  VERDICT_LEVELS,
  type Verdict,
} from './verdict.ts';

/** A backup further in the future than this means that a clock or the zone is wrong. */
export const CLOCK_AHEAD_MS = 5 * MINUTE_MS;

/** Worst first; notes come last. */
const LEVELS = [...VERDICT_LEVELS, 'note'] as const;

/**
 * The verdict on an account as if it had been read at `nowMs`, epoch milliseconds. The worst reasons come first; at the same
 * level, causes. Healthy means that there are only notes and at least one backup is known to be fresh.
 */
export function judge(account: Account, nowMs: number, rules: AccountRules): Verdict {
  const { thresholds, exceptions = {} } = rules;
  const evidence = gatherEvidence(account, nowMs, { thresholds, exceptions });
  const found: readonly Reason[] = hasAnyValue(account)
    ? [...causesIn(evidence), ...symptomsIn(evidence), ...doubtsIn(evidence), ...notesIn(evidence)]
    : [{ rule: 'nothing-reported', level: 'unknown' }];
  const reasons = found.toSorted((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
  const worst = reasons[0]?.level ?? 'note';
  return {
    level: worst === 'note' ? 'healthy' : worst,
    reasons,
    ageMs: Object.fromEntries(evidence.clocks.filter(hasAge).map(({ backup, ageMs }) => [backup, ageMs])),
    status: account.status.kind,
    thresholds,
    exceptions: Object.values(exceptions).some(Boolean) ? exceptions : undefined,
  };
}

/** A backup with a plausible age. */
interface AgedClock extends Age {
  readonly backup: BackupKind;
  readonly kind: 'fresh' | 'late' | 'stale';
  /** The part of `ageMs` that counts for this account and is compared with the limits. */
  readonly countedMs: number;
}

/** The last run of one backup, compared with an instant. `ahead`: too far in the future to be plausible. */
type Clock =
  | AgedClock
  | { readonly backup: BackupKind; readonly kind: 'ahead'; readonly aheadMs: number }
  | { readonly backup: BackupKind; readonly kind: 'never' | 'unreadable' | 'not-reported' };

const hasAge = (clock: Clock): clock is AgedClock => 'countedMs' in clock;

/** Picks only the age. */
export const ageOf = ({ ageMs, onDay }: Age): Age => ({ ageMs, onDay });

function readClock(
  account: Account,
  backup: BackupKind,
  nowMs: number,
  rules: Required<AccountRules>,
): Clock {
  const { [backup]: last, zone } = account;
  const { late, stale } = rules.thresholds;
  if (last.kind !== 'at') return { backup, kind: last.kind };
  const aheadMs = last.atMs - nowMs;
  if (aheadMs > CLOCK_AHEAD_MS) return { backup, kind: 'ahead', aheadMs };
  // A date without a time counts as the end of that day, or now if it is today: no alarm while the backup may be recent.
  const isBare = last.precision === 'day';
  const atMs = isBare ? dayEndMs(last.atMs, zone.id) : last.atMs;
  const ageMs = Math.max(0, nowMs - atMs);
  // Elapsed time, which clock changes do not affect.
  const countedMs = rules.exceptions.weekdaysOnly && ageMs > 0 ? weekdayMs(atMs, nowMs, zone.id) : ageMs;
  const isStale = countedMs >= thresholdMs(stale);
  const kind = isStale ? 'stale' : countedMs >= thresholdMs(late) ? 'late' : 'fresh';
  return { backup, kind, ageMs, countedMs, onDay: isBare ? isoDay(last.atMs, zone.id) : undefined };
}

/**
 * Calendar days from today to the last day of the package, both in the service's zone: 0 on that day, negative after it.
 * NaN if the end date is absent or not a date.
 */
export const daysLeftOf = ({ packageEndsOn = '', zone }: Account, nowMs: number): number =>
  isoDayMs(packageEndsOn) / DAY_MS - dayNumber(nowMs, zone.id);

/** Everything that rules look at. Gathered once, so that all rules see the same. */
type Evidence = ReturnType<typeof gatherEvidence>;

function gatherEvidence(account: Account, nowMs: number, rules: Required<AccountRules>) {
  const { foldersFilesCount = 0 } = account;
  const { ignored } = rules.exceptions;
  /** Both backups, database first. */
  const clocks = BACKUP_KINDS.map((backup) => readClock(account, backup, nowMs, rules));
  /** Those that count, without an ignored one. */
  const counted = clocks.filter(({ backup }) => backup !== ignored?.backup);
  const [database, folders] = counted;
  const hasBareFolders = folders?.kind === 'never' && database?.kind !== 'never';
  const [newest] = counted.filter(hasAge).toSorted((one, other) => one.ageMs - other.ageMs);
  return {
    ...rules,
    account,
    clocks,
    counted,
    /** The only backup that counts, if the other is ignored. Undefined: both count. */
    only: ignored && otherBackup(ignored.backup),
    /** The newer backup. Undefined: none has an age, or the age of one that did run is unknown. */
    newest: counted.every((clock) => hasAge(clock) || clock.kind === 'never') ? newest : undefined,
    /** How many folders and files have no backup, although the database has one or may have. */
    unprotected: hasBareFolders ? foldersFilesCount : 0,
    daysLeft: daysLeftOf(account, nowMs),
  };
}

/** Why backups stop. */
function* causesIn({ account, newest, only, daysLeft, thresholds }: Evidence): Generator<Reason> {
  const { status, packageEndsOn: endedOn } = account;

  // The last day of the package is over, so no backup runs any more. The last day itself is still covered.
  if (endedOn !== undefined && daysLeft < 0)
    yield { rule: 'package-ended', level: 'critical', endedOn, daysAgo: -daysLeft };

  if (newest === undefined) return;
  const isStale = newest.kind === 'stale';
  const level = isStale ? 'critical' : 'attention';
  const age = { ...ageOf(newest), threshold: thresholds.late };

  // The client is backing up and even the newest backup is old: this run may be stuck since then.
  if (status.kind === 'backing-up' && newest.kind !== 'fresh')
    yield { rule: 'stuck-while-backing-up', level, backup: only, ...age };

  // The client is up and every backup that ever ran is stale: its job is not running.
  if (status.kind === 'online' && isStale)
    yield { rule: 'online-but-stale', level: 'critical', backup: only };
}

/** Problems, present and future. */
function* symptomsIn(evidence: Evidence): Generator<Reason> {
  const { account, counted, only, unprotected, daysLeft, thresholds, exceptions } = evidence;
  const { late, stale, packageEndsSoon } = thresholds;
  const { packageEndsOn: endsOn, clientVersion: version } = account;
  const fresh = counted.find(({ kind }) => kind === 'fresh');

  for (const clock of counted.filter(hasAge)) {
    if (clock.kind === 'fresh') continue;
    const { backup } = clock;
    const isStale = clock.kind === 'stale';
    const level = isStale ? 'critical' : 'attention';
    const age = { ...ageOf(clock), threshold: isStale ? stale : late };
    // One backup is fresh and the other is old, which somebody who looks only at the newer time would miss.
    if (fresh) yield { rule: 'half-protected', level, fresh: fresh.backup, old: backup, ...age };
    else if (isStale) yield { rule: 'backup-stale', level: 'critical', backup, ...age };
    else yield { rule: 'backup-late', level: 'attention', backup, ...age };
  }

  // The service says that no backup that counts ever ran.
  if (counted.every(({ kind }) => kind === 'never'))
    yield { rule: 'never-backed-up', level: 'critical', backup: only };

  if (unprotected > 0)
    yield {
      rule: 'folders-unprotected',
      level: 'attention',
      count: unprotected,
      isHalf: fresh !== undefined,
    };

  // The last day of the package is today or within the limit.
  if (endsOn !== undefined && daysLeft >= 0 && daysLeft <= thresholdMs(packageEndsSoon) / DAY_MS)
    yield { rule: 'package-ends-soon', level: 'attention', daysLeft };

  // The end date is not a date, so the package may have ended, or end soon.
  if (endsOn !== undefined && Number.isNaN(daysLeft))
    yield { rule: 'package-end-unreadable', level: 'attention', sent: endsOn };

  // The customer's client is older than the rules for this account require. A version that cannot be compared is ignored.
  const { version: minimum = '' } = exceptions.minimumClientVersion ?? {};
  if (version !== undefined && isOlder(version, minimum))
    yield { rule: 'client-outdated', level: 'attention', version, minimum };
}

/** Unknowns. */
function* doubtsIn({ account: { status }, counted }: Evidence): Generator<Reason> {
  // A backup in the future: the customer's clock or the configured time zone is wrong, so the age is unknown.
  for (const clock of counted)
    if (clock.kind === 'ahead')
      yield { rule: 'clock-wrong', level: 'unknown', backup: clock.backup, aheadMs: clock.aheadMs };

  // The time of a backup was sent, but it is not a date.
  for (const { backup, kind } of counted)
    if (kind === 'unreadable') yield { rule: 'time-unreadable', level: 'unknown', backup };

  // The time of a backup was not sent.
  for (const { backup, kind } of counted)
    if (kind === 'not-reported') yield { rule: 'time-not-reported', level: 'unknown', backup };

  // The status is none of the three words of the interface. It is shown as it was sent, and never counts as healthy.
  if (status.kind === 'unknown') yield { rule: 'status-unknown', level: 'unknown', sent: status.sent };
}

/** Facts that are worth knowing but do not affect the level. */
function* notesIn(evidence: Evidence): Generator<Reason> {
  const { account, clocks, counted, unprotected, thresholds, exceptions } = evidence;
  const { status, todayBackupCount: made = 0, dailyBackupCount: allowed = 0 } = account;

  // One of the two backups never ran and the other did, or may have: the customer does not use this one.
  for (const { backup, kind } of counted)
    if (kind === 'never' && counted.some((other) => other.kind !== 'never') && unprotected === 0)
      yield { rule: 'backup-unused', level: 'note', backup };

  // The rules for this account ignore one of its backups.
  const { ignored } = exceptions;
  if (ignored) yield { rule: 'backup-ignored', level: 'note', backup: ignored.backup };

  // Offline, but every backup that ever ran is fresh, even an ignored one: a laptop that went home with its data safe.
  const isSafe = (clock: Clock) =>
    clock.kind === 'never' ||
    (counted.includes(clock)
      ? clock.kind === 'fresh'
      : hasAge(clock) && clock.ageMs < thresholdMs(thresholds.late));
  const isFresh = counted.some(({ kind }) => kind === 'fresh') && clocks.every(isSafe);
  if (status.kind === 'offline' && isFresh && unprotected === 0)
    yield { rule: 'offline-but-fresh', level: 'note' };

  // The times of the backups tell more than a status would, so this is only a note.
  if (status.kind === 'not-reported') yield { rule: 'status-not-reported', level: 'note' };

  // All backups allowed for today are made: the next one waits until tomorrow.
  if (allowed > 0 && made >= allowed) yield { rule: 'daily-allowance-used', level: 'note', made, allowed };
}

/** Compares versions number by number, and ignores anything after the numbers. */
function isOlder(version: string, minimum: string): boolean {
  const [mine, theirs] = [version, minimum].map((text) =>
    /^\d+(?:\.\d+)*/.exec(text.trim())?.[0].split('.').map(Number),
  );
  if (mine === undefined || theirs === undefined) return false;
  const first = theirs.findIndex((part, index) => (mine[index] ?? 0) !== part);
  return (mine[first] ?? 0) < (theirs[first] ?? 0);
}

/**
 * Whether the service sends any value at all. If it sends none, which is not the same as "never backed up", that is the only
 * reason: every other rule would repeat it.
 */
export function hasAnyValue({ id, zone, status, database, folders, sent, quota, ...plain }: Account) {
  return (
    status.kind !== 'not-reported' ||
    [database, folders].some(({ kind }) => kind === 'at' || kind === 'unreadable') ||
    (quota !== undefined && (quota.kind === 'size' || isText(quota.text))) ||
    Object.values(sent).some((text) => isText(text) && text !== 'null') ||
    Object.values(plain).some((value) => (typeof value === 'string' ? isText(value) : value !== undefined))
  );
}

const isText = (text: string | undefined) => text !== undefined && text.trim() !== '';
