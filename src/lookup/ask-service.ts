import { createSingleFlight, type Shared } from '../async/single-flight.ts';
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

/** So long before the time is up the last answer is fetched, in case that no other comes. */
const STAND_IN_TAKES_MS = 1_000;

/**
 * Asks the service about an account and keeps what may be used again; whoever asks about the same one meanwhile shares the
 * question. It gets no longer than the budget, even if `readAccount` overruns it. Each who asks waits `withinMs` in all,
 * the last known answer included; the question goes on for the next. Rejects only for defects.
 */
export function createAskService(deps: AskServiceDeps): (id: string, withinMs: number) => Shared<Asked> {
  const { readAccount, recent, lastAnswers, budgetMs, now } = deps;

  async function read(id: string): Promise<Asked> {
    try {
      const account = await readAccount(id, { budgetMs });
      return { kind: 'read', reading: { account, readAtMs: now() } };
    } catch (error) {
      return { kind: 'failed', failure: failureOf(id, error), error };
    }
  }

  const question = createSingleFlight(async (id) => {
    const asked = await withinTime(read(id), budgetMs, () => outOfTime(id));
    if (asked.kind === 'read') {
      recent.set(id, asked.reading);
      void lastAnswers.set(id, asked.reading); // Never rejects, and nobody has to wait for it.
    } else if (asked.failure.kind !== 'unavailable') {
      // The service no longer stands by what it once said of this id, so nobody is shown it again.
      recent.drop(id);
      await lastAnswers.drop(id);
    }
    return asked;
  });

  async function withStandIn(id: string, result: Promise<Asked>, withinMs: number): Promise<Asked> {
    const endsAtMs = performance.now() + withinMs;
    let fetched: Promise<Reading | undefined> | undefined;
    const fetch = () => {
      fetched ??= lastAnswers.get(id);
      return fetched;
    };
    const timer = setTimeout(fetch, Math.max(0, withinMs - STAND_IN_TAKES_MS));
    try {
      const asked = await withinTime(result, withinMs, () => outOfTime(id));
      if (asked.kind === 'read' || asked.failure.kind !== 'unavailable') return asked;
      const leftMs = Math.max(0, endsAtMs - performance.now());
      const lastKnown = await withinTime(fetch(), leftMs, () => undefined);
      return lastKnown === undefined ? asked : { ...asked, lastKnown };
    } finally {
      clearTimeout(timer);
    }
  }

  return (id, withinMs) => {
    const { result, isJoined } = question(id);
    return { result: withStandIn(id, result, withinMs), isJoined };
  };
}

const outOfTime = (id: string): Asked => ({
  kind: 'failed',
  failure: { kind: 'unavailable', id, reason: 'timeout' },
});
