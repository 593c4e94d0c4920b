// How a look-up ended, which of several is worse, and which ids can be looked up at all.
import type { Account } from './account.ts';
import type { AccountInfo } from './rules-of.ts';
import { VERDICT_LEVELS, type Verdict, type VerdictLevel } from './verdict.ts';

/** Who is on something, and since when: epoch milliseconds. */
export interface Ownership {
  readonly userId: string;
  readonly sinceMs: number;
}

/** What its watches know of an account that is not fine. */
export interface Seen {
  readonly level: VerdictLevel;
  /** When a watch has seen it become so, epoch milliseconds. Absent: it was so when the watch began. */
  readonly startedAtMs?: number;
  /** Absent: nobody is on it. */
  readonly owner?: Ownership;
  /** Nobody is notified of it, anywhere. Absent: it is not muted. */
  readonly mute?: Mute;
  /** What somebody wrote about it for those who come after them. Absent: nothing. */
  readonly note?: Mute;
}

/** Until when an account is muted, by whom and why; or a note on it, which is the reason. */
export interface Mute {
  /** Epoch milliseconds. */
  readonly untilMs: number;
  readonly userId: string;
  /** As typed. Absent: they gave none. */
  readonly reason?: string;
}

/** An account with its verdict: judged at the time of the look-up, a `last-known` one as it was when it was read. */
export interface Answer extends AccountInfo {
  readonly account: Account;
  readonly verdict: Verdict;
  /** When the service gave these figures, epoch milliseconds. */
  readonly readAtMs: number;
  /** `live`: read for this look-up. `cached`: read in the last seconds. `last-known`: the service failed and this is older. */
  readonly source: 'live' | 'cached' | 'last-known';
  /** Absent: nobody watches it, or it is fine as far as its watches know. */
  readonly seen?: Seen;
}

/**
 * Why there is no answer: the service gave none, gave one that cannot be used, refuses the service account's sign-in, or
 * is asked too much at once. The log has the code of the error.
 */
export type UnavailableReason = 'no-answer' | 'bad-response' | 'login-rejected' | 'busy';

/** Every way a look-up can end. Formatters render it exhaustively. */
export type LookupOutcome =
  | { readonly kind: 'found'; readonly id: string; readonly answer: Answer }
  | { readonly kind: 'not-found'; readonly id: string }
  /** The service calls the id malformed (400). */
  | { readonly kind: 'invalid-id'; readonly id: string }
  /** This service account may not see it: 403, or 401 for this account alone. */
  | { readonly kind: 'forbidden'; readonly id: string }
  | {
      readonly kind: 'unavailable';
      readonly id: string;
      readonly reason: UnavailableReason;
      readonly retryAfterMs?: number;
      /** The last good answer, at most a day old; absent when there is none. */
      readonly lastKnown?: Answer;
      /** Whom to call where there is no answer that says so. Personal: never in a channel, never in a log. */
      readonly contact?: string;
    };

/** A look-up that ended without an answer. */
export type Failure = Exclude<LookupOutcome, { kind: 'found' }>;

/** The use case: one id in, one outcome out. Never rejects for anything the service does. */
export type LookupBackupStatus = (id: string, options?: LookupOptions) => Promise<LookupOutcome>;

export interface LookupOptions {
  /** Go past answers read in the last seconds, as Refresh does. */
  readonly fresh?: boolean;
  /** When the person asked, epoch milliseconds: their time counts from then. Absent: now. */
  readonly askedAtMs?: number;
  /** Nobody waits for it: people go first, and no last known answer is fetched. Not counted as a look-up. */
  readonly isBackground?: boolean;
}

/** What an outcome says of the account now: what was not read is unknown. */
export const levelOf = (outcome: LookupOutcome): VerdictLevel =>
  outcome.kind === 'found' && outcome.answer.source !== 'last-known'
    ? outcome.answer.verdict.level
    : 'unknown';

/**
 * Orders outcomes worst first for `toSorted`, which keeps the order typed among equals: critical, attention, what
 * could not be checked (first what was bad when it was last read), healthy.
 */
export const compareOutcomes = (a: LookupOutcome, b: LookupOutcome): number =>
  rank(levelOf(a)) - rank(levelOf(b)) || rank(lastLevelOf(a)) - rank(lastLevelOf(b));

const lastLevelOf = (outcome: LookupOutcome) => answerIn(outcome)?.verdict.level ?? 'unknown';

const rank = (level: VerdictLevel) => VERDICT_LEVELS.indexOf(level);

/** The figures in an outcome, if it has any. */
export function answerIn(outcome: LookupOutcome | undefined): Answer | undefined {
  if (outcome?.kind === 'found') return outcome.answer;
  return outcome?.kind === 'unavailable' ? outcome.lastKnown : undefined;
}

/** In characters, not UTF-16 units. Our own bound: the interface states none. */
const MAX_ID_LENGTH = 128;

/**
 * Everything that is not a visible character: controls, private use, broken surrogates, and the sign for "could not be
 * decoded".
 */
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A character is one UTF-16 unit or two, so that most ids need no counting. */
export const isTooLong = (id: string): boolean => id.length > MAX_ID_LENGTH && [...id].length > MAX_ID_LENGTH;

/** Whether an id may be sent to the service at all. Says nothing about whether there is such an account. */
export function isPlausibleId(id: string): boolean {
  return VISIBLE.test(id) && !UNREADABLE.test(id) && id === id.trim() && !isTooLong(id);
}
