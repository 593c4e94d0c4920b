import type { Account } from '../account/account.ts';
import { judge } from '../account/judge.ts';
import { levelSince, unhealthySince } from '../account/level-over-time.ts';
import { DAY_MS, HOUR_MS } from '../account/time.ts';
import {
  BACKUP_KINDS,
  type Reason,
  type Terms,
  VERDICT_LEVELS,
  type VerdictLevel,
} from '../account/verdict.ts';

/**
 * What the service said of a watched account. A failed read is not an observation: it says nothing about the account.
 */
export type WatchReading =
  | { readonly kind: 'found'; readonly account: Account }
  | { readonly kind: 'not-found' | 'forbidden' | 'invalid-id' };

/** The service gave no answer. `isSure`: no other account would get one either, as while the sign-in is refused. */
export interface FailedRead {
  readonly kind: 'failed';
  readonly isSure: boolean;
}

/** What is known of a watched account. */
export interface WatchState {
  readonly level: VerdictLevel;
  /** Since when, epoch milliseconds: by the dates of the account where they say so. */
  readonly startedAtMs: number;
  /** Of the last read that agrees with `level`. */
  readonly readAtMs: number;
  /** As of that read, without personal data. Absent: the service knows no such account, or has not answered for a day. */
  readonly account?: Account;
  /** The zone of the service's dates, where there is no account that has it. Absent: no answer has said it. */
  readonly zoneId?: string;
  /** Another level that one read has seen, and that a second one has to confirm. */
  readonly candidate?: { readonly level: VerdictLevel; readonly seenAtMs: number };
}

/** How an account is from a time on. The first read of an account is one, too. */
export interface Change {
  /** `unseen`: unknown, from the last proven time on. */
  readonly level: VerdictLevel | 'unseen';
  /** By the dates of the account where they say so, epoch milliseconds. */
  readonly startedAtMs: number;
  /** When it was read. */
  readonly detectedAtMs: number;
  /** Names of rules with the backup that they are about, such as `backup-stale:database`. */
  readonly reasons: readonly string[];
}

/** A confirmed change of level, or what a first read finds. */
export interface LevelEvent {
  readonly from: VerdictLevel;
  readonly to: VerdictLevel;
  /** Since when the account has not been all right, or when it was all right again. */
  readonly startedAtMs: number;
  /** By its dates it was all right after the last read before: this is no longer what was bad then. Absent: it is. */
  readonly isAnew?: true;
  readonly isFirst?: true;
  /** See `Incident`. */
  readonly canWait?: true;
  /** Since when it was not all right before, epoch milliseconds. Absent: it was. */
  readonly unhealthySinceMs?: number;
}

/** What a read makes of an account: all that is written down of it. */
export interface Observation {
  readonly state: WatchState;
  /** What it adds to the changes of the account, in their order. */
  readonly changes: readonly Change[];
  /** What it means for the incident of the account. Absent: nothing. */
  readonly event?: LevelEvent;
}

/** A second read this much later confirms what does not follow from the age of a backup alone. */
export const CONFIRM_AFTER_MS = 5 * 60_000;

/**
 * For how long an answer holds by itself: planned reads are never further apart. In a longer silence backups may have run
 * that no answer names, since each names the last one only.
 */
export const HOLDS_FOR_MS = 5 * HOUR_MS;

/** An account is unknown when its reads have failed for this long while others got answers. */
const UNKNOWN_AFTER_MS = DAY_MS;

/**
 * Holds a reading against what is known; `known` is absent for the first read. Age does not jitter: a change that follows
 * from it, or from a newer backup, is certain at once. Anything else, such as an account that is not found or a backup that
 * became older, is certain when a second read says the same. A level that is worse only because limits changed is a new
 * baseline, not a change.
 */
export function observe(
  known: WatchState | undefined,
  reading: WatchReading,
  terms: Terms,
  nowMs: number,
): Observation {
  return observed(known, seenIn(known, reading, terms, nowMs), terms, nowMs);
}

/**
 * What a read makes of an account that has failed since then while the service answered for others. `undefined`: nothing
 * new.
 */
export function observeFailure(
  known: WatchState | undefined,
  failingSinceMs: number,
  terms: Terms,
  nowMs: number,
): Observation | undefined {
  if (known === undefined || known.level === 'unknown' || nowMs - failingSinceMs < UNKNOWN_AFTER_MS)
    return undefined;
  const { level: from, readAtMs } = known;
  const state: WatchState = { level: 'unknown', startedAtMs: readAtMs, readAtMs, ...keptZone(known) };
  return observed(known, { state, change: { from, to: 'unknown', startedAtMs: readAtMs } }, terms, nowMs);
}

/** `change`: a confirmed change of level. Absent: nothing that is certain has changed, or it is the first read. */
interface Seen {
  readonly state: WatchState;
  readonly change?: Omit<LevelEvent, 'canWait' | 'isFirst' | 'unwellSinceMs'>;
}

const observed = (known: WatchState | undefined, seen: Seen, terms: Terms, nowMs: number): Observation => ({
  state: seen.state,
  changes: changesOf(known, seen.state, terms, nowMs),
  event: eventOf(known, seen, terms, nowMs),
});

function seenIn(stored: WatchState | undefined, reading: WatchReading, terms: Terms, nowMs: number): Seen {
  const account = reading.kind === 'found' ? withoutPersonalData(reading.account) : undefined;
  const level = account === undefined ? 'unknown' : judge(account, nowMs, terms).level;
  const dated = account && levelSince(account, nowMs, terms);
  const read = { level, readAtMs: nowMs, ...(account ? { account } : keptZone(stored)) };
  if (stored === undefined) return { state: { ...read, startedAtMs: dated ?? nowMs } };
  const known = underTerms(stored, terms);
  const sinceMs = account && level !== 'healthy' ? unhealthySince(account, nowMs, terms) : undefined;
  const isAnew = known.level !== 'healthy' && sinceMs !== undefined && sinceMs > known.readAtMs;
  if (level === known.level) {
    if (isAnew) {
      const change = { from: stored.level, to: level, startedAtMs: sinceMs, isAnew } as const;
      return { state: { ...read, startedAtMs: dated ?? sinceMs }, change };
    }
    const state = { ...read, startedAtMs: known.startedAtMs };
    const isBetter = isWorse(stored.level, level);
    return isBetter ? { state, change: { from: stored.level, to: level, startedAtMs: nowMs } } : { state };
  }
  const candidate = known.candidate?.level === level ? known.candidate : { level, seenAtMs: nowMs };
  const isCertain =
    nowMs - candidate.seenAtMs >= CONFIRM_AFTER_MS ||
    (account !== undefined && dated !== undefined && followsFrom(known.account, account, level, known.level));
  if (!isCertain) return { state: { ...stored, candidate } };
  // Nothing is dated earlier than what was already certain.
  const notBefore = (atMs: number | undefined) => Math.max(atMs ?? candidate.seenAtMs, known.startedAtMs);
  return {
    state: { ...read, startedAtMs: notBefore(dated) },
    change: {
      from: stored.level,
      to: level,
      startedAtMs: notBefore(sinceMs ?? dated),
      isAnew: isAnew || undefined,
    },
  };
}

/** What a read adds to the changes of an account, in their order. `known`: what was known before. */
function changesOf(
  known: WatchState | undefined,
  read: WatchState,
  terms: Terms,
  nowMs: number,
): readonly Change[] {
  const { level, startedAtMs, readAtMs } = read;
  const change: Change = { level, startedAtMs, detectedAtMs: nowMs, reasons: reasonsIn(read, terms) };
  if (known === undefined) return [change];
  const unseen = unseenSince(known, nowMs);
  // No answer has come since, and at some time that says something.
  if (readAtMs === known.readAtMs) return level === known.level ? [] : [unseen];
  // It was as it was known to be until then, whatever other limits make of that.
  const notBefore = { ...change, startedAtMs: Math.max(startedAtMs, known.readAtMs) };
  if (readAtMs - known.readAtMs > HOLDS_FOR_MS) return [unseen, notBefore];
  if (level !== known.level) return [notBefore];
  const isSame = String(change.reasons) === String(reasonsIn(known, terms));
  return isSame ? [] : [{ ...change, startedAtMs: readAtMs }];
}

/** Nobody reads the account any more, or nobody could. */
export const unseenSince = ({ readAtMs }: WatchState, nowMs: number): Change => ({
  level: 'unseen',
  startedAtMs: readAtMs,
  detectedAtMs: nowMs,
  reasons: [],
});

function reasonsIn({ account, readAtMs }: WatchState, terms: Terms): readonly string[] {
  if (account === undefined) return [];
  const { reasons } = judge(account, readAtMs, terms);
  return reasons.filter(({ level }) => level !== 'note').map(nameOf);
}

function nameOf(reason: Reason): string {
  const half = 'old' in reason ? reason.old : 'backup' in reason ? reason.backup : undefined;
  return half === undefined ? reason.rule : `${reason.rule}:${half}`;
}

/** What a reading means for the incident of an account. `undefined`: nothing. */
function eventOf(
  known: WatchState | undefined,
  { state, change }: Seen,
  terms: Terms,
  nowMs: number,
): LevelEvent | undefined {
  const waits = canWait(state, terms, nowMs);
  if (change !== undefined)
    return { ...change, canWait: waits, unhealthySinceMs: unhealthyBefore(known, terms) };
  if (state.level === 'healthy') return undefined;
  if (known === undefined) {
    const { level } = state;
    const startedAtMs = unhealthyBefore(state, terms) ?? nowMs;
    return { from: level, to: level, startedAtMs, canWait: waits, isFirst: true };
  }
  if (known.level !== state.level) return undefined;
  // The package has not been the only cause since: that cannot wait until the morning.
  const isUrgentNow = canWait(known, terms, known.readAtMs) && !waits;
  const { level, startedAtMs } = state;
  return isUrgentNow ? { from: level, to: level, startedAtMs } : undefined;
}

function unhealthyBefore(known: WatchState | undefined, terms: Terms): number | undefined {
  if (known === undefined || known.level === 'healthy') return undefined;
  const { account, readAtMs, startedAtMs } = known;
  return (account && unhealthySince(account, readAtMs, terms)) ?? startedAtMs;
}

/** Whether the package alone makes the account bad: nobody can renew a contract at night. */
function canWait({ account, level }: WatchState, terms: Terms, nowMs: number): true | undefined {
  if (account === undefined) return undefined;
  const { reasons } = judge(account, nowMs, terms);
  const causes = reasons.filter((reason) => reason.level !== 'note' && !isWorse(level, reason.level));
  const isPackageAlone = causes.length > 0 && causes.every(({ rule }) => rule.startsWith('package-'));
  return isPackageAlone || undefined;
}

/** In which zone the days of an account are counted. */
export const zoneIdOf = (state: WatchState | undefined): string | undefined =>
  state?.account?.zone.id ?? state?.zoneId;

function keptZone(state: WatchState | undefined): { readonly zoneId?: string } {
  const zoneId = zoneIdOf(state);
  return zoneId === undefined ? {} : { zoneId };
}

/** What was known, as it would have been judged by these terms when it was read. */
function underTerms(known: WatchState, terms: Terms): WatchState {
  const { account, level, readAtMs, startedAtMs } = known;
  const judged = account === undefined ? level : judge(account, readAtMs, terms).level;
  if (account === undefined || judged === level) return known;
  return { ...known, level: judged, startedAtMs: levelSince(account, readAtMs, terms) ?? startedAtMs };
}

/** Healthy, late, stale: by the same dates as before, or by newer ones. */
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

/** A backup that has no time is older than any that has one. */
const ranAt = (account: Account, backup: 'database' | 'folders'): number => {
  const last = account[backup];
  return last.kind === 'at' ? last.atMs : 0;
};

/** Whether one level is listed before another. */
export const isWorse = (level: VerdictLevel, than: VerdictLevel): boolean =>
  VERDICT_LEVELS.indexOf(level) < VERDICT_LEVELS.indexOf(than);

/** State that is kept for weeks holds no e-mail address and no text from the service that the verdict does not need. */
const withoutPersonalData = ({ email: _email, sent: _sent, ...account }: Account): Account => ({
  ...account,
  sent: {},
});
