import type { Answer } from '../domain/outcome.ts';
import type { LastAnswers } from './last-answers.ts';
import { type AnswerDeps, createAnswerFrom } from './reading.ts';

/**
 * The last known answers by id, without asking the service. The newer of a kept answer and the caller's own
 * counts. Accounts about which nothing is known are left out. Never rejects.
 */
export type LastKnownAnswers = (
  ids: readonly string[],
  held?: readonly Answer[],
) => Promise<ReadonlyMap<string, Answer>>;

export interface LastKnownDeps extends AnswerDeps {
  readonly lastAnswers: LastAnswers;
  /** An answer this old is no longer shown to anybody. */
  readonly lastAnswerMaxAgeMs: number;
  /** An answer younger than this counts as read moments ago: `cached`. */
  readonly freshForMs: number;
}

export function createLastKnownAnswers(deps: LastKnownDeps): LastKnownAnswers {
  const { lastAnswers, lastAnswerMaxAgeMs, freshForMs, termsOf, now } = deps;
  const answerFrom = createAnswerFrom({ termsOf, now });

  return async (ids, held = []) => {
    const readings = [...held, ...(await lastAnswers.getMany(ids))].filter(
      ({ account, readAtMs }) => ids.includes(account.id) && Math.abs(now() - readAtMs) < lastAnswerMaxAgeMs,
    );
    // A Map keeps what is put in last.
    const oldestFirst = readings.toSorted((a, b) => a.readAtMs - b.readAtMs);
    return new Map(
      oldestFirst.map(({ account, readAtMs }): [string, Answer] => {
        const nowMs = now();
        const isFresh = readAtMs <= nowMs && nowMs - readAtMs < freshForMs;
        return [account.id, answerFrom({ account, readAtMs }, isFresh ? 'cached' : 'last-known')];
      }),
    );
  };
}
