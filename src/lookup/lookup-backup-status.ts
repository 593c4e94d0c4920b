// lookup/ owns the use case: one id in, one outcome out, what may be reused, and what to fall back to on failure.
// It must never know Slack, the words people read, or how the service speaks HTTP.
import type { Logger } from 'pino';
import { answerIn } from '../domain/compare-outcomes.ts';
import type { AppEvent, Observe } from '../domain/events.ts';
import type { LookupBackupStatus, LookupOptions, LookupOutcome } from '../domain/outcome.ts';
import { type AskServiceDeps, createAskService, type ServiceAnswer } from './ask-service.ts';
import type { LastAnswers } from './last-answers.ts';
import { type LookupCourse, logOutcome } from './log-outcome.ts';
import { type AnswerDeps, createAnswerFrom } from './reading.ts';
import { createRecentReadings } from './recent-readings.ts';

export interface LookupDeps extends AnswerDeps {
  /** Throws `BackupServiceError`; anything else it throws is a defect and comes out of the look-up. */
  readonly readAccount: AskServiceDeps['readAccount'];
  readonly lastAnswers: LastAnswers;
  /** How long a reading answers later look-ups of the same id. */
  readonly freshForMs: number;
  /** How long an answer may take from the moment the person asked, and one question to the service. */
  readonly budgetMs: number;
  readonly observe?: Observe;
  readonly log: Logger;
}

/**
 * Makes the use case. Look-ups of one id share the question in flight, and readings of the last moments are used
 * again; the verdict is made anew for each look-up, at the moment it returns.
 */
export function createLookupBackupStatus(deps: LookupDeps): LookupBackupStatus {
  const { readAccount, lastAnswers, termsOf, freshForMs, budgetMs, now, observe = () => {}, log } = deps;
  const recent = createRecentReadings(freshForMs, now);
  const ask = createAskService({ readAccount, recent, lastAnswers, now });
  const answerFrom = createAnswerFrom({ termsOf, now });

  function outcomeOf(id: string, given: ServiceAnswer): LookupOutcome {
    if (given.kind === 'read') return { kind: 'found', id, answer: answerFrom(given.reading, 'live') };
    const { failure, lastKnown } = given;
    if (failure.kind !== 'unavailable') return failure;
    if (lastKnown !== undefined) return { ...failure, lastKnown: answerFrom(lastKnown, 'last-known') };
    const { contact } = termsOf(id);
    return { ...failure, contact };
  }

  function report(outcome: LookupOutcome, course: LookupCourse): LookupOutcome {
    logOutcome(log, outcome, course);
    observe(eventOf(outcome, course));
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
    const spentMs = Math.max(0, startedAtMs - (askedAtMs ?? startedAtMs));
    const { result, isJoined } = ask(id, Math.max(0, budgetMs - spentMs), isBackground);
    const given = await result;
    const outcome = outcomeOf(id, given);
    if (isBackground) return outcome;
    const error = given.kind === 'failed' ? given.error : undefined;
    return report(outcome, { durationMs: now() - startedAtMs, isShared: isJoined, isName, error });
  };
}

function eventOf(outcome: LookupOutcome, { isShared, durationMs }: LookupCourse): AppEvent {
  const answer = answerIn(outcome);
  return {
    kind: 'lookup',
    outcome: outcome.kind,
    source: answer?.source,
    isShared,
    durationMs,
  };
}
