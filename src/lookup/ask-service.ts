import { createSingleFlight, type Shared } from '../async/single-flight.ts';
import { within } from '../async/within.ts';
import type { Account } from '../domain/account.ts';
import { type FailedOutcome, failureOutcome } from './failure-outcome.ts';
import type { LastAnswers } from './last-answers.ts';
import type { Reading } from './reading.ts';
import type { RecentReadings } from './recent-readings.ts';

export interface AskServiceDeps {
  readonly readAccount: (
    id: string,
    options: { budgetMs: number; isBackground?: boolean },
  ) => Promise<Account>;
  readonly recent: RecentReadings;
  readonly lastAnswers: LastAnswers;
  readonly now: () => number;
}

/** The result of one question to the service, still without a verdict. `error` is for the log. */
export type ServiceAnswer =
  | { readonly kind: 'read'; readonly reading: Reading }
  | {
      readonly kind: 'failed';
      readonly failure: FailedOutcome;
      readonly error?: unknown;
      readonly lastKnown?: Reading;
    };

export type AskService = (id: string, withinMs: number, isBackground?: boolean) => Shared<ServiceAnswer>;

/** The last answer is fetched this long before the time is up, in case no other comes. */
const FALLBACK_TAKES_MS = 1_000;

/**
 * Asks the service about an account and keeps what may be used again. Look-ups of the same account share one question.
 * It gets the time of the first caller, even if `readAccount` overruns it: the next look-up after that asks again. Each
 * caller waits `withinMs` in all, the last known answer included. Rejects only for defects. In the background, where
 * nobody waits, the service is asked after everybody else, and a failure is all there is to say.
 */
export function createAskService(deps: AskServiceDeps): AskService {
  const { readAccount, recent, lastAnswers, now } = deps;

  async function read(id: string, budgetMs: number, isBackground: boolean): Promise<ServiceAnswer> {
    try {
      const account = await readAccount(id, { budgetMs, isBackground });
      return { kind: 'read', reading: { account, readAtMs: now() } };
    } catch (error) {
      return { kind: 'failed', failure: failureOutcome(id, error), error };
    }
  }

  async function readAndKeep(id: string, budgetMs: number, isBackground: boolean): Promise<ServiceAnswer> {
    const answer = (await within(read(id, budgetMs, isBackground), budgetMs))?.value ?? outOfTime(id);
    if (answer.kind === 'read') {
      recent.set(id, answer.reading);
      void lastAnswers.set(id, answer.reading); // Never rejects, and nobody has to wait for it.
    } else if (answer.failure.kind !== 'unavailable') {
      // The service no longer knows this id, or no longer shows it to us.
      recent.drop(id);
      await lastAnswers.drop(id);
    }
    return answer;
  }

  const question = createSingleFlight((id, budgetMs: number) => readAndKeep(id, budgetMs, false));
  // A person must not wait for a background question, which goes last.
  const inBackground = createSingleFlight((id, budgetMs: number) => readAndKeep(id, budgetMs, true));

  async function withFallback(id: string, result: Promise<ServiceAnswer>, withinMs: number) {
    const endsAtMs = performance.now() + withinMs;
    let fetched: Promise<Reading | undefined> | undefined;
    const fetch = () => {
      fetched ??= lastAnswers.get(id);
      return fetched;
    };
    const timer = setTimeout(fetch, Math.max(0, withinMs - FALLBACK_TAKES_MS));
    try {
      const answer = (await within(result, withinMs))?.value ?? outOfTime(id);
      if (answer.kind === 'read' || answer.failure.kind !== 'unavailable') return answer;
      const lastKnown = (await within(fetch(), Math.max(0, endsAtMs - performance.now())))?.value;
      return lastKnown === undefined ? answer : { ...answer, lastKnown };
    } finally {
      clearTimeout(timer);
    }
  }

  return (id, withinMs, isBackground = false) => {
    if (isBackground) return inBackground(id, withinMs);
    const { result, isJoined } = question(id, withinMs);
    return { result: withFallback(id, result, withinMs), isJoined };
  };
}

const outOfTime = (id: string): ServiceAnswer => ({
  kind: 'failed',
  failure: { kind: 'unavailable', id, reason: 'no-answer' },
});
