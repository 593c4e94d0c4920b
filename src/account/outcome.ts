// How a look-up ended, the order of several outcomes, and which ids can be looked up at all.
import type { Account } from './account.ts';
import { VERDICT_LEVELS, type Verdict, type VerdictLevel } from './verdict.ts';

/** The owner of an incident, and since when: epoch milliseconds. */
export interface Ownership {
  readonly userId: string;
  readonly sinceMs: number;
}

/** The mute and note of an account and, if it is unhealthy, what its watches know about it. */
export interface Seen {
  /** Absent: it is healthy, or has no open incident because nobody watches it or its last read found it fine. */
  readonly level?: VerdictLevel;
  /** When the level began, epoch milliseconds. Absent with `level`, or if the account was unhealthy when its watch began. */
  readonly startedAtMs?: number;
  /** Absent: nobody is on it. */
  readonly owner?: Ownership;
  /** Nobody is notified about it, in any conversation. Absent: it is not muted. */
  readonly mute?: Mute;
  /** A note that somebody wrote for their colleagues. Absent: there is none. */
  readonly note?: Mute;
}

/** Until when an account is muted, by whom and why; or a note on it, whose text is `reason`. */
export interface Mute {
  /** Epoch milliseconds. */
  readonly untilMs: number;
  readonly userId: string;
  /** As typed. Absent: the person gave none. */
  readonly reason?: string;
}

/** An account with its verdict as of the look-up; a `last-known` one is judged as of its read. */
export interface Answer {
  readonly account: Account;
  readonly verdict: Verdict;
  /** When the service sent these figures, epoch milliseconds. */
  readonly readAtMs: number;
  /** `live`: read for this look-up. `cached`: read in the last seconds. `last-known`: older, because the service failed. */
  readonly source: 'live' | 'cached' | 'last-known';
  /** Only where people look it up, if something is known and the database answers in time. */
  readonly seen?: Seen;
}

/** Why there is no answer; `busy`: the service has too many requests. The log has the code of the error. */
export type UnavailableReason = 'no-answer' | 'bad-response' | 'login-rejected' | 'busy';

/** The outcomes of a look-up. Formatters render them exhaustively. */
export type LookupOutcome =
  | { readonly kind: 'found'; readonly id: string; readonly answer: Answer }
  | { readonly kind: 'not-found'; readonly id: string }
  /** The service rejects the id as malformed (400). */
  | { readonly kind: 'invalid-id'; readonly id: string }
  /** The service account may not see this account: 403, or a 401 for only this account. */
  | { readonly kind: 'forbidden'; readonly id: string }
  | {
      readonly kind: 'unavailable';
      readonly id: string;
      readonly reason: UnavailableReason;
      readonly retryAfterMs?: number;
      /** The last good answer, at most a day old. Absent: there is none. */
      readonly lastKnown?: Answer;
    };

/** A look-up that ended without an answer. */
export type Failure = Exclude<LookupOutcome, { kind: 'found' }>;

/** One id in, one outcome out. Never rejects because of the service. */
export type LookupBackupStatus = (id: string, options?: LookupOptions) => Promise<LookupOutcome>;

export interface LookupOptions {
  /** Ignores answers of the last seconds, as Refresh does. */
  readonly fresh?: boolean;
  /** When the person asked, epoch milliseconds. The time limit counts from then. Absent: now. */
  readonly askedAtMs?: number;
  /** Nobody asked for this account alone, so others go first. */
  readonly isBackground?: boolean;
}

/** The present level of an account according to an outcome. Without a present answer it is unknown. */
export const levelOf = (outcome: LookupOutcome): VerdictLevel =>
  outcome.kind === 'found' && outcome.answer.source !== 'last-known'
    ? outcome.answer.verdict.level
    : 'unknown';

/**
 * Orders outcomes worst first: critical, attention, those that could not be checked, by their last known level, then
 * healthy. For `toSorted`, which keeps equal ones in the order in which they were typed.
 */
export const compareOutcomes = (a: LookupOutcome, b: LookupOutcome): number =>
  rank(levelOf(a)) - rank(levelOf(b)) || rank(answerIn(a)?.verdict.level) - rank(answerIn(b)?.verdict.level);

const rank = (level: VerdictLevel = 'unknown') => VERDICT_LEVELS.indexOf(level);

/** The answer in an outcome, present or last known. Undefined: there is none. */
export function answerIn(outcome: LookupOutcome | undefined): Answer | undefined {
  if (outcome?.kind === 'found') return outcome.answer;
  return outcome?.kind === 'unavailable' ? outcome.lastKnown : undefined;
}

/** Whether there are figures to show. A channel is never shown anything else, such as an unknown id. */
export const hasAnswer = (outcome: LookupOutcome): boolean => answerIn(outcome) !== undefined;

/** In characters, not UTF-16 units. Our own limit: the interface states none. */
const MAX_ID_LENGTH = 128;

/** Control, format, private-use and unassigned characters, lone surrogates, line separators, and U+FFFD. */
const UNREADABLE = /[\p{C}\p{Zl}\p{Zp}\uFFFD]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether an id can be sent to the service at all. Does not tell whether there is such an account. */
export function isPlausibleId(id: string): boolean {
  // A character has at most two UTF-16 units, so long text need not be counted.
  const isTooLong = id.length > 2 * MAX_ID_LENGTH || [...id].length > MAX_ID_LENGTH;
  return !isTooLong && VISIBLE.test(id) && !UNREADABLE.test(id) && id === id.trim();
}
