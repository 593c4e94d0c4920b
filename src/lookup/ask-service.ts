import type { Account } from '../domain/account.ts';
import { type Failure, failureOf } from './failure-of.ts';
import type { LastAnswers } from './last-answers.ts';
import type { Reading } from './reading.ts';
import type { RecentReadings } from './recent-readings.ts';
import { withinTime } from './within-time.ts';

export interface AskServiceDeps {
  readonly readAccount: (id: string, options: { budgetMs: number }) => Promise<Account>;
  readonly recent: RecentReadings;
  readonly lastAnswers: LastAnswers;
  readonly budgetMs: number;
  readonly now: () => number;
}

/** What one question to the service brought, still without a verdict. `error` is for the log. */
export type Asked =
  | { readonly kind: 'read'; readonly reading: Reading }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly error?: unknown;
      readonly lastKnown?: Reading;
    };

/**
 * Puts one question to the service and keeps what may be used again. The service gets no longer than the budget, even
 * if `readAccount` overruns it; the store of last answers has its own short limit. Rejects only for defects.
 */
export function createAskService(deps: AskServiceDeps): (id: string) => Promise<Asked> {
  const { readAccount, recent, lastAnswers, budgetMs, now } = deps;

  async function read(id: string): Promise<Asked> {
    try {
      const account = await readAccount(id, { budgetMs });
      return { kind: 'read', reading: { account, readAtMs: now() } };
    } catch (error) {
      return { kind: 'failed', failure: failureOf(id, error), error };
    }
  }

  return async (id) => {
    const asked = await withinTime(read(id), budgetMs, () => outOfTime(id));
    if (asked.kind === 'read') {
      recent.set(id, asked.reading);
      void lastAnswers.set(id, asked.reading); // Never rejects, and nobody has to wait for it.
      return asked;
    }
    if (asked.failure.kind === 'unavailable') {
      const lastKnown = await lastAnswers.get(id);
      return lastKnown === undefined ? asked : { ...asked, lastKnown };
    }
    // The service no longer stands by what it once said of this id, so nobody is shown it again.
    recent.drop(id);
    await lastAnswers.drop(id);
    return asked;
  };
}

const outOfTime = (id: string): Asked => ({
  kind: 'failed',
  failure: { kind: 'unavailable', id, reason: 'timeout' },
});
