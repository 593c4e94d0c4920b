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

/** A reading as an answer by the account's own terms: judged at this moment, a last known one as it was when it was read. */
export function createAnswerFrom({ termsOf, now }: AnswerDeps) {
  return ({ account, readAtMs }: Reading, source: Answer['source']): Answer => {
    const { thresholds, exceptions, ...info } = termsOf(account.id);
    const atMs = source === 'last-known' ? readAtMs : now();
    return {
      ...info,
      account,
      verdict: judgeAccount(account, atMs, thresholds, exceptions),
      readAtMs,
      source,
    };
  };
}
