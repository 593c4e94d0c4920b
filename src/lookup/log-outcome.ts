import type { Logger } from 'pino';
import type { LookupOutcome } from '../domain/outcome.ts';
import { factsOf, ServiceError } from '../service/errors.ts';

/** An id as it may stand in a log. People also type e-mail addresses as ids; those are personal and stay out. */
export const loggableId = (id: string): string => (/@|\[at\]/i.test(id) ? '(an e-mail address)' : id);

/** How a look-up came by its outcome. */
export interface LookupCourse {
  readonly durationMs: number;
  /** Answered by a question that another look-up asked. */
  readonly isShared: boolean;
  /** If there is no such account, the text is a customer's name. */
  readonly isName?: boolean;
  readonly error?: unknown;
}

/**
 * One line for one outcome: `warn` when the service failed, `info` when it answered, `debug` for those who only shared
 * that, so that a crowd asking for one account does not fill the log. Neither e-mail nor anything else of the account.
 */
export function logOutcome(log: Logger, outcome: LookupOutcome, course: LookupCourse): void {
  const { durationMs, isShared, isName, error } = course;
  const level = isShared ? 'debug' : outcome.kind === 'unavailable' ? 'warn' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const accountId = isName && outcome.kind !== 'found' ? '(a name)' : loggableId(outcome.id);
  const line = { accountId, kind: outcome.kind, durationMs, isShared };
  log[level]({ ...line, ...detailsOf(outcome), ...causeOf(error) }, 'looked up an account');
}

function detailsOf(outcome: LookupOutcome): Record<string, unknown> {
  if (outcome.kind === 'found') {
    return { source: outcome.answer.source, verdict: outcome.answer.verdict.level };
  }
  if (outcome.kind !== 'unavailable') return {};
  const { reason, retryAfterMs, lastKnown } = outcome;
  return { reason, retryAfterMs, lastKnownReadAtMs: lastKnown?.readAtMs };
}

const causeOf = (error: unknown) => (error instanceof ServiceError ? { error: factsOf(error) } : {});
