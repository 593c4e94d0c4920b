// lookup/ owns the use case: one id in, one outcome out, which answers are reused, and the fallback when the service fails.
// It must never know Slack, the words people read, or the service's HTTP.
import { LRUCache } from 'lru-cache';
import { judge } from '../account/judge.ts';
import {
  type Answer,
  answerIn,
  type Failure,
  type LookupBackupStatus,
  type LookupOutcome,
  type UnavailableReason,
} from '../account/outcome.ts';
import type { RulesOf } from '../account/verdict.ts';
import { createSingleFlight, maxEntries, within } from '../async.ts';
import type { Instruments } from '../operations/events.ts';
import type { BackupService } from '../service/client.ts';
import { factsOf, ServiceError, type ServiceErrorCode } from '../service/errors.ts';
import type { FailedRead, WatchReading } from '../watch/observe.ts';
import { idInLog, type LastAnswers, type Reading } from './last-answers.ts';

/** Limits that are not settings. Tests change them. */
export const LOOKUP_LIMITS = {
  /** How long a command waits for the answer before it sends a note that it will follow. Slack allows 3,000 ms in all. */
  inlineWithinMs: 2_000,
  /** How long a look-up may take, of the 20 s that a person waits. The rest is for the reply to reach Slack. */
  budgetMs: 18_000,
  /** How long an answer is reused without a request to the service. */
  freshForMs: 15_000,
  /** When the service fails, an answer up to this old is shown. */
  lastAnswerMaxAgeMs: 24 * 3_600_000,
};

export interface LookupDeps extends Instruments {
  /** Throws `ServiceError` within its budget. Any other error is a defect, with which the look-up rejects. */
  readonly readAccount: BackupService['readAccount'];
  readonly lastAnswers: LastAnswers;
  /** The rules of each account. Called for every answer, so that rules can change. */
  readonly rulesOf: RulesOf;
  /** How long a reading answers later look-ups of the same id. */
  readonly freshForMs: number;
  /** How long one read may take, and how long a person waits for it. */
  readonly budgetMs: number;
}

/** The result of one read, without a verdict. */
type Read = { readonly reading: Reading } | { readonly failure: Failure; readonly error?: unknown };

const MAX_RECENT_READINGS = 1_000;

/** The ways to look accounts up. Each answer gets its own verdict, as of the time at which it is given. */
export function createLookups(deps: LookupDeps) {
  const { readAccount, lastAnswers, rulesOf, freshForMs, budgetMs, now, observe = () => {}, log } = deps;
  // Does not use lru-cache's own `ttl`: finding expired entries takes longer than parsing an account.
  const recent = new LRUCache<string, Reading>(maxEntries(MAX_RECENT_READINGS));

  /** Younger than `freshForMs`. False if the clock was set back since. */
  function isFresh({ readAtMs }: Reading): boolean {
    const ageMs = now() - readAtMs;
    return ageMs >= 0 && ageMs < freshForMs;
  }

  /** Judged as of now, by the account's rules; a `last-known` answer as of its read. */
  function answerFrom({ account, readAtMs }: Reading, source: Answer['source']): Answer {
    const verdict = judge(account, source === 'last-known' ? readAtMs : now(), rulesOf(account.id));
    return { account, verdict, readAtMs, source };
  }

  async function read(id: string, withinMs: number, isBackground = false): Promise<Read> {
    try {
      const account = await readAccount(id, { budgetMs: withinMs, isBackground });
      const reading = { account, readAtMs: now() };
      recent.set(id, reading);
      void lastAnswers.set(id, reading); // Never rejects, and the look-up need not wait for it.
      return { reading };
    } catch (error) {
      const failure = failureOf(id, error);
      // The service no longer knows this id, or no longer shows it to us.
      if (failure.kind !== 'unavailable') {
        recent.delete(id);
        await lastAnswers.drop(id);
      }
      return { failure, error };
    }
  }
  const ask = createSingleFlight(read);

  async function outcomeOf(id: string, given: Read): Promise<LookupOutcome> {
    if ('reading' in given) return { kind: 'found', id, answer: answerFrom(given.reading, 'live') };
    const { failure } = given;
    if (failure.kind !== 'unavailable') return failure;
    const [lastKnown] = await lastAnswers.get([id]);
    return { ...failure, lastKnown: lastKnown && answerFrom(lastKnown, 'last-known') };
  }

  /**
   * Logs one line per outcome: `warn` if the service failed, `info` if it answered, and `debug` for a shared result, so that
   * many people who look up one account do not fill the log. The line has no e-mail address and no data of the account.
   */
  function report(outcome: LookupOutcome, startedAtMs: number, isShared: boolean, error?: unknown) {
    const { kind } = outcome;
    const [durationMs, source] = [now() - startedAtMs, answerIn(outcome)?.source];
    observe({ kind: 'lookup', outcome: kind, source: source ?? 'none', durationMs });
    const level = isShared ? 'debug' : kind === 'unavailable' ? 'warn' : 'info';
    if (!log.isLevelEnabled(level)) return outcome;
    const line = { accountId: idInLog(outcome), kind, durationMs, isShared };
    const cause = error instanceof ServiceError ? { error: factsOf(error) } : {};
    log[level]({ ...line, ...detailsOf(outcome), ...cause }, 'looked up an account');
    return outcome;
  }

  const lookup: LookupBackupStatus = async (id, { fresh = false, askedAtMs, isBackground } = {}) => {
    const startedAtMs = now();
    const known = fresh ? undefined : recent.get(id);
    if (known && isFresh(known)) {
      const outcome: LookupOutcome = { kind: 'found', id, answer: answerFrom(known, 'cached') };
      return report(outcome, startedAtMs, true);
    }
    const leftMs = Math.max(0, budgetMs - Math.max(0, startedAtMs - (askedAtMs ?? startedAtMs)));
    const { result, isJoined: isShared } = ask(id, leftMs, isBackground);
    const given = (await within(result, leftMs))?.value ?? {
      failure: { kind: 'unavailable', id, reason: 'no-answer' } as const,
    };
    const error = 'failure' in given ? given.error : undefined;
    return report(await outcomeOf(id, given), startedAtMs, isShared, error);
  };

  return {
    /**
     * Simultaneous look-ups of one id share one read, and readings of the last seconds are reused. A read has the time limit
     * of its first caller; each caller waits for as long as they have time, and then gets the last known answer.
     */
    lookup,
    /**
     * The last known answers by account id, without a request to the service: `cached` if they are fresh. Accounts about
     * which nothing is known are left out. Never rejects.
     */
    async lastKnown(ids: readonly string[]): Promise<ReadonlyMap<string, Answer>> {
      const answers = (await lastAnswers.get(ids)).map((reading) =>
        answerFrom(reading, isFresh(reading) ? 'cached' : 'last-known'),
      );
      return new Map(answers.map((answer) => [answer.account.id, answer]));
    },
    /**
     * Reads an account for its watches, after all that people typed or pressed. The result becomes the last known answer.
     * Never rejects because of the service. `isDown`: whether the service is known not to answer.
     */
    async readForWatch(id: string, isDown: () => boolean): Promise<WatchReading | FailedRead> {
      const given = await read(id, budgetMs, true);
      if ('reading' in given) return { kind: 'found', account: given.reading.account };
      const { failure } = given;
      if (failure.kind !== 'unavailable') return { kind: failure.kind };
      return { kind: 'failed', isSure: failure.reason === 'login-rejected' || isDown() };
    },
  };
}

/** Why nothing is known about the account, by the code of the error. */
const REASONS: Readonly<Record<Exclude<ServiceErrorCode, Failure['kind']>, UnavailableReason>> = {
  timeout: 'no-answer',
  network: 'no-answer',
  'server-error': 'no-answer',
  closed: 'no-answer',
  'bad-response': 'bad-response',
  unauthorized: 'login-rejected',
  'login-rejected': 'login-rejected',
  'rate-limited': 'busy',
  busy: 'busy',
};

/**
 * Converts a failure of the backup service to an outcome. This is the only place that does so. Rethrows any error that is
 * not a `ServiceError`: it is a defect, for the error handler of src/slack.
 */
export function failureOf(id: string, error: unknown): Failure {
  if (!(error instanceof ServiceError)) throw error;
  const { code, facts } = error;
  if (code === 'invalid-id' || code === 'forbidden' || code === 'not-found') return { kind: code, id };
  return { kind: 'unavailable', id, reason: REASONS[code], retryAfterMs: facts.retryAfterMs };
}

function detailsOf(outcome: LookupOutcome): Record<string, unknown> {
  if (outcome.kind === 'found') {
    return { source: outcome.answer.source, verdict: outcome.answer.verdict.level };
  }
  if (outcome.kind !== 'unavailable') return {};
  const { reason, retryAfterMs, lastKnown } = outcome;
  return { reason, retryAfterMs, lastKnownReadAtMs: lastKnown?.readAtMs };
}
