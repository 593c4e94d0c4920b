import type { Account } from '../domain/account.ts';
import type { TermsOf } from '../domain/account-terms.ts';
import { judgeAccount } from '../domain/judge-account.ts';
import type { Answer } from '../domain/outcome.ts';

/** An account as it was read. Kept without a verdict, which is only ever true of one moment. */
export interface Reading {
  readonly account: Account;
  /** When the service answered, epoch milliseconds. */
  readonly readAtMs: number;
}

export interface AnswerDeps {
  /** What each account is judged by. Asked for every answer, so that it may change. */
  readonly termsOf: TermsOf;
  readonly now: () => number;
}

/** A reading older than this is judged as an earlier answer, even where a setting lets it be used again. */
const OF_NOW_MS = 60_000;

/** A reading as an answer: judged at this moment, an earlier one also by when it was read, by the account's own terms. */
export function createAnswerFrom({ termsOf, now }: AnswerDeps) {
  return ({ account, readAtMs }: Reading, source: Answer['source']): Answer => {
    const { thresholds, exceptions, ...info } = termsOf(account.id);
    const nowMs = now();
    const isEarlier = source === 'last-known' || nowMs - readAtMs >= OF_NOW_MS;
    const moments = { nowMs, readAtMs: isEarlier ? readAtMs : nowMs };
    const verdict = judgeAccount(account, moments, thresholds, exceptions);
    return { ...info, account, verdict, readAtMs, source };
  };
}
