import type { Account } from '../account/account.ts';
import { hasAnyValue, judge } from '../account/judge.ts';
import { levelSince, unhealthySince } from '../account/level-over-time.ts';
import { DAY_MS, HOUR_MS } from '../account/time.ts';
import { type AccountRules, BACKUP_KINDS, type Verdict, type VerdictLevel } from '../account/verdict.ts';
import { type Incident, isWorse, type News, nextIncident } from './incident.ts';

/** What the service reports about a watched account. A failed read is not one: it says nothing about the account. */
export type WatchReading =
  | { readonly kind: 'found'; readonly account: Account }
  | { readonly kind: 'not-found' | 'forbidden' | 'invalid-id' };

/** The service gave no answer. `isSure`: no other account would get one either, for example while the sign-in is refused. */
export interface FailedRead {
  readonly kind: 'failed';
  readonly isSure: boolean;
}

/** What is known about a watched account. */
export interface WatchState {
  readonly level: VerdictLevel;
  /** When the level began, by the dates of the account if they tell; epoch milliseconds. */
  readonly startedAtMs: number;
  /** The time of the last read that agrees with `level`. */
  readonly readAtMs: number;
  /** As of that read, without personal data. Absent: the service knows no such account, or reads have failed for a day. */
  readonly account?: Account;
  /** The time zone of the service's dates, kept while `account` is absent. Absent: no answer has named one. */
  readonly zoneId?: string;
  /** A different level that one read has found and a second read has to confirm. */
  readonly candidate?: { readonly level: VerdictLevel; readonly seenAtMs: number };
}

/** A change of an account's level. The first read counts as one. */
export interface Change {
  /** `unseen`: nothing is known since the last read. */
  readonly level: VerdictLevel | 'unseen';
  /** When the level began, by the dates of the account if they tell; epoch milliseconds. */
  readonly startedAtMs: number;
  /** When the change was found. */
  readonly detectedAtMs: number;
}

/** What is known about a watched account before a read. Empty before the first one. */
export interface KnownState {
  readonly state?: WatchState;
  /** The open incident. Absent: the account is healthy. */
  readonly incident?: Incident;
}

/** The result of a read: everything that is saved about the account. */
export interface Observation extends KnownState {
  readonly state: WatchState;
  /** Changes to add, oldest first. */
  readonly changes: readonly Change[];
  /** The incident after the read, resolved if the account is healthy again. The same object as before: nothing changed. */
  readonly incident?: Incident;
}

/** A second read this much later confirms a change that does not follow from the age of a backup alone. */
export const CONFIRM_AFTER_MS = 5 * 60_000;

/**
 * How long an answer is valid. An answer names only the last backup, so in a longer gap backups may have run that no answer
 * mentions. Planned reads are further apart only if `WATCH_REQUESTS_PER_SECOND` is too low for the number of accounts.
 */
export const HOLDS_FOR_MS = 5 * HOUR_MS;

/** An account becomes unknown when its reads have failed for this long while those of others succeeded. */
const UNKNOWN_AFTER_MS = DAY_MS;

/**
 * Compares a reading with what is known. A change that follows from the age of a backup, or from a newer backup, is certain
 * at once. Anything else, such as an account that is not found or a backup that became older, has to be confirmed by a
 * second read. What is bad at the first read, or only because limits changed, is not news.
 */
export function observe(
  before: KnownState,
  reading: WatchReading,
  rules: AccountRules,
  nowMs: number,
): Observation {
  const { state: stored } = before;
  const account = reading.kind === 'found' ? withoutPersonalData(reading.account) : undefined;
  const verdict = account && judge(account, nowMs, rules);
  const level = verdict?.level ?? 'unknown';
  const datedMs = account && levelSince(account, nowMs, rules);
  const unhealthyMs = account && level !== 'healthy' ? unhealthySince(account, nowMs, rules) : undefined;
  const read = { level, readAtMs: nowMs, ...(account ? { account } : { zoneId: zoneIdOf(stored) }) };
  const observed = (stateSinceMs: number, incidentSinceMs: number, news: News): Observation => {
    const state: WatchState = { ...read, startedAtMs: stateSinceMs };
    const canWait = verdict && isPackageAlone(verdict);
    const found = { level, startedAtMs: incidentSinceMs, canWait, news };
    return {
      state,
      changes: changesOf(stored, state, nowMs),
      incident: nextIncident(before.incident, found, nowMs),
    };
  };
  if (stored === undefined) return observed(datedMs ?? nowMs, unhealthyMs ?? datedMs ?? nowMs, 'none');

  const known = underRules(stored, rules);
  const wasHealthy = known.level !== 'healthy' && unhealthyMs !== undefined && unhealthyMs > known.readAtMs;
  if (level === known.level) {
    if (wasHealthy) return observed(datedMs ?? unhealthyMs, unhealthyMs, 'another');
    const sinceMs = level === 'healthy' ? nowMs : (unhealthyMs ?? known.startedAtMs);
    return observed(known.startedAtMs, sinceMs, 'none');
  }
  const candidate = known.candidate?.level === level ? known.candidate : { level, seenAtMs: nowMs };
  const isCertain =
    nowMs - candidate.seenAtMs >= CONFIRM_AFTER_MS ||
    (account !== undefined &&
      datedMs !== undefined &&
      followsFrom(known.account, account, level, known.level));
  if (!isCertain) return { state: { ...stored, candidate }, changes: [], incident: before.incident };
  // A change is never dated before the start of the level that was known before it.
  const notBefore = (atMs = candidate.seenAtMs) => Math.min(nowMs, Math.max(atMs, known.startedAtMs));
  return observed(notBefore(datedMs), notBefore(unhealthyMs ?? datedMs), wasHealthy ? 'another' : 'level');
}

/**
 * The result for an account whose reads have failed since `failingSinceMs` while the service answered for others.
 * Undefined: nothing has changed.
 */
export function observeFailure(
  { state: known, incident: open }: KnownState,
  failingSinceMs: number,
  nowMs: number,
): Observation | undefined {
  if (known === undefined || known.level === 'unknown' || nowMs - failingSinceMs < UNKNOWN_AFTER_MS)
    return undefined;
  const { readAtMs } = known;
  const state: WatchState = { level: 'unknown', startedAtMs: readAtMs, readAtMs, zoneId: zoneIdOf(known) };
  const found = { level: state.level, startedAtMs: readAtMs, news: 'level' } as const;
  return { state, changes: [unseenSince(known, nowMs)], incident: nextIncident(open, found, nowMs) };
}

/** The changes that a read adds, oldest first. */
function changesOf(known: WatchState | undefined, read: WatchState, nowMs: number): readonly Change[] {
  const { level, startedAtMs } = read;
  if (known === undefined) return [{ level, startedAtMs, detectedAtMs: nowMs }];
  // The past keeps the level that was judged then, even if today's limits would judge it differently.
  const change = {
    level,
    startedAtMs: Math.min(nowMs, Math.max(startedAtMs, known.readAtMs)),
    detectedAtMs: nowMs,
  };
  if (nowMs - known.readAtMs > HOLDS_FOR_MS) return [unseenSince(known, nowMs), change];
  return level === known.level ? [] : [change];
}

/** The change of an account that is no longer read, or could not be read. */
export const unseenSince = ({ readAtMs }: WatchState, nowMs: number): Change => ({
  level: 'unseen',
  startedAtMs: readAtMs,
  detectedAtMs: nowMs,
});

/** Whether the package is the only cause. That can wait: nobody can renew a contract at night. */
function isPackageAlone({ level, reasons }: Verdict): true | undefined {
  const causes = reasons.filter((reason) => reason.level !== 'note' && !isWorse(level, reason.level));
  return (causes.length > 0 && causes.every(({ rule }) => rule.startsWith('package-'))) || undefined;
}

/** The time zone in which the days of an account are counted. Undefined: not known yet. */
export const zoneIdOf = (state: WatchState | undefined): string | undefined =>
  state?.account?.zone.id ?? state?.zoneId;

/** The known state, judged by these rules as of its read. */
function underRules(known: WatchState, rules: AccountRules): WatchState {
  const { account, level, readAtMs, startedAtMs } = known;
  const judged = account === undefined ? level : judge(account, readAtMs, rules).level;
  if (account === undefined || judged === level) return known;
  return { ...known, level: judged, startedAtMs: levelSince(account, readAtMs, rules) ?? startedAtMs };
}

/** Whether the new level follows from the age of the same backups, or from newer ones. */
function followsFrom(
  before: Account | undefined,
  after: Account,
  level: VerdictLevel,
  levelBefore: VerdictLevel,
): boolean {
  if (before === undefined || level === 'unknown') return false;
  const steps = BACKUP_KINDS.map((backup) => ranAt(after, backup) - ranAt(before, backup));
  if (steps.some((stepMs) => stepMs < 0)) return false;
  const isSamePackage = before.packageEndsOn === after.packageEndsOn;
  if (isWorse(level, levelBefore)) return isSamePackage;
  return !isSamePackage || steps.some((stepMs) => stepMs > 0);
}

/** A backup without a time counts as older than any other. */
const ranAt = (account: Account, backup: 'database' | 'folders'): number => {
  const last = account[backup];
  return last.kind === 'at' ? last.atMs : 0;
};

/** The state is stored for weeks, so of the e-mail address and of what was sent it keeps only whether there was anything. */
const withoutPersonalData = (account: Account): Account => ({
  ...account,
  email: undefined,
  sent: hasAnyValue(account) ? { email: '…' } : {},
});
