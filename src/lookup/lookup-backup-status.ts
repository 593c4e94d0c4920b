// lookup/ owns the use case: one id in, one outcome out, what may be reused, and what to fall back to on failure.
// It must never know Slack, the words people read, or how the service speaks HTTP.
import type { Logger } from 'pino';
import { createSingleFlight, within } from '../async.ts';
import type { Account } from '../domain/account.ts';
import { answerIn } from '../domain/compare-outcomes.ts';
import type { Observe } from '../domain/events.ts';
import type { LookupBackupStatus, LookupOptions, LookupOutcome } from '../domain/outcome.ts';
import { type FailedOutcome, failureOutcome } from './failure-outcome.ts';
import type { LastAnswers } from './last-answers.ts';
import { type LookupCourse, logOutcome } from './log-outcome.ts';
import { type AnswerDeps, createAnswerFrom, type Reading } from './reading.ts';
import { createRecentReadings } from './recent-readings.ts';

export interface LookupDeps extends AnswerDeps {
  /** Throws `ServiceError`; anything else it throws is a defect and comes out of the look-up. */
  readonly readAccount: (
    id: string,
    options: { budgetMs: number; isBackground?: boolean },
  ) => Promise<Account>;
  readonly lastAnswers: LastAnswers;
  /** How long a reading answers later look-ups of the same id. */
  readonly freshForMs: number;
  /** How long an answer may take from the moment the person asked, and one question to the service. */
  readonly budgetMs: number;
  readonly observe?: Observe;
  readonly log: Logger;
}

/** The result of one question to the service, still without a verdict. `error` is for the log. */
type ServiceAnswer =
  | { readonly kind: 'read'; readonly reading: Reading }
  | {
      readonly kind: 'failed';
      readonly failure: FailedOutcome;
      readonly error?: unknown;
      readonly lastKnown?: Reading;
    };

/** The last answer is fetched this long before the time is up, in case no other comes. */
const FALLBACK_TAKES_MS = 1_000;

/**
 * Makes the use case. Look-ups of one id share the question in flight, and readings of the last moments are used
 * again; the verdict is made anew for each look-up, at the moment it returns. A question gets the time of its first caller,
 * even if `readAccount` overruns it: the next look-up after that asks again. Each caller waits as long as they have time,
 * the last known answer included. In the background, where nobody waits, the service is asked after everybody else, and a
 * failure is all there is to say.
 */
export function createLookupBackupStatus(deps: LookupDeps): LookupBackupStatus {
  const { readAccount, lastAnswers, termsOf, freshForMs, budgetMs, now, observe = () => {}, log } = deps;
  const recent = createRecentReadings(freshForMs, now);
  const answerFrom = createAnswerFrom({ termsOf, now });

  async function read(id: string, withinMs: number, isBackground: boolean): Promise<ServiceAnswer> {
    try {
      const account = await readAccount(id, { budgetMs: withinMs, isBackground });
      return { kind: 'read', reading: { account, readAtMs: now() } };
    } catch (error) {
      return { kind: 'failed', failure: failureOutcome(id, error), error };
    }
  }

  async function readAndKeep(id: string, withinMs: number, isBackground: boolean): Promise<ServiceAnswer> {
    const answer = (await within(read(id, withinMs, isBackground), withinMs))?.value ?? outOfTime(id);
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

  const ask = createSingleFlight((id, withinMs: number) => readAndKeep(id, withinMs, false));
  // A person must not wait for a background question, which goes last.
  const askInBackground = createSingleFlight((id, withinMs: number) => readAndKeep(id, withinMs, true));

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

  function outcomeOf(id: string, given: ServiceAnswer): LookupOutcome {
    if (given.kind === 'read') return { kind: 'found', id, answer: answerFrom(given.reading, 'live') };
    const { failure, lastKnown } = given;
    if (failure.kind !== 'unavailable') return failure;
    if (lastKnown !== undefined) return { ...failure, lastKnown: answerFrom(lastKnown, 'last-known') };
    return { ...failure, contact: termsOf(id).contact };
  }

  function report(outcome: LookupOutcome, course: LookupCourse): LookupOutcome {
    const { durationMs } = course;
    logOutcome(log, outcome, course);
    const source = answerIn(outcome)?.source;
    observe({ kind: 'lookup', outcome: outcome.kind, source, durationMs });
    return outcome;
  }

  return async (
    id,
    { fresh = false, askedAtMs, isBackground = false, isName = false }: LookupOptions = {},
  ) => {
    const startedAtMs = now();
    const reading = fresh ? undefined : recent.get(id);
    if (reading !== undefined) {
      const outcome: LookupOutcome = { kind: 'found', id, answer: answerFrom(reading, 'cached') };
      return report(outcome, { durationMs: now() - startedAtMs, isShared: true });
    }
    const leftMs = Math.max(0, budgetMs - Math.max(0, startedAtMs - (askedAtMs ?? startedAtMs)));
    if (isBackground) return outcomeOf(id, await askInBackground(id, leftMs).result);
    const { result, isJoined } = ask(id, leftMs);
    const given = await withFallback(id, result, leftMs);
    const error = given.kind === 'failed' ? given.error : undefined;
    const course = { durationMs: now() - startedAtMs, isShared: isJoined, isName, error };
    return report(outcomeOf(id, given), course);
  };
}

const outOfTime = (id: string): ServiceAnswer => ({
  kind: 'failed',
  failure: { kind: 'unavailable', id, reason: 'no-answer' },
});
