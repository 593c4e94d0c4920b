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
import { createSingleFlight, within } from '../async.ts';
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

export interface LookupDeps
  extends Instruments,
    Pick<BackupService, 'readAccount'>,
    Pick<typeof LOOKUP_LIMITS, 'freshForMs' | 'budgetMs'> {
  /** Whether the service is known not to answer. */
  readonly health: () => Pick<ReturnType<BackupService['health']>, 'isOpen'>;
  readonly lastAnswers: LastAnswers;
  /** The rules of each account. Called for every answer, so that rules can change. */
  readonly rulesOf: RulesOf;
}

const MAX_RECENT_READINGS = 1_000;

/** The ways to look accounts up. Each answer gets its own verdict, as of the time at which it is given. */
export function createLookups(deps: LookupDeps) {
  const { readAccount, health, lastAnswers, rulesOf, freshForMs, budgetMs, now, log } = deps;
  const { observe = () => {} } = deps;
  // Does not use lru-cache's own `ttl`: finding expired entries takes longer than parsing an account.
  const recent = new LRUCache<string, Reading>({ max: MAX_RECENT_READINGS });

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

  /** Reads an account now. Without an answer, resolves with the error of the service. */
  async function read(id: string, withinMs: number, isBackground = false): Promise<Reading | ServiceError> {
    try {
      const account = await readAccount(id, { budgetMs: withinMs, isBackground });
      const reading = { account, readAtMs: now() };
      recent.set(id, reading);
      void lastAnswers.set(id, reading); // Never rejects, and the look-up need not wait for it.
      return reading;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The service no longer knows this id, or no longer shows it to us.
      if (failureOf(id, error).kind !== 'unavailable') {
        recent.delete(id);
        await lastAnswers.drop(id);
      }
      return error;
    }
  }
  const ask = createSingleFlight(read);

  async function outcomeOf(id: string, given: Reading | ServiceError): Promise<LookupOutcome> {
    if (!(given instanceof ServiceError)) return { kind: 'found', id, answer: answerFrom(given, 'live') };
    const failure = failureOf(id, given);
    if (failure.kind !== 'unavailable') return failure;
    const [lastKnown] = await lastAnswers.get([id]);
    return { ...failure, lastKnown: lastKnown && answerFrom(lastKnown, 'last-known') };
  }

  /**
   * Logs one line per outcome: `warn` if the service failed, `info` if it answered, and `debug` for a shared result, so that
   * many people who look up one account do not fill the log. The line has no e-mail address and no data of the account.
   */
  function report(outcome: LookupOutcome, startedAtMs: number, isShared: boolean, given?: unknown) {
    const { kind } = outcome;
    const [durationMs, answer] = [now() - startedAtMs, answerIn(outcome)];
    observe({ kind: 'lookup', outcome: kind, source: answer?.source ?? 'none', durationMs });
    const failed = kind === 'unavailable' ? outcome : undefined;
    const line = {
      ...{ accountId: idInLog(outcome), kind, durationMs, isShared },
      ...{ source: answer?.source, verdict: answer?.verdict.level },
      ...{ reason: failed?.reason, retryAfterMs: failed?.retryAfterMs },
      lastKnownReadAtMs: failed?.lastKnown?.readAtMs,
      error: given instanceof ServiceError ? factsOf(given) : undefined,
    };
    log[isShared ? 'debug' : failed ? 'warn' : 'info'](line, 'looked up an account');
    return outcome;
  }

  const lookup: LookupBackupStatus = async (id, { fresh = false, askedAtMs, isBackground } = {}) => {
    const startedAtMs = now();
    const known = fresh ? undefined : recent.get(id);
    if (known && isFresh(known))
      return report({ kind: 'found', id, answer: answerFrom(known, 'cached') }, startedAtMs, true);
    const leftMs = Math.max(0, budgetMs - Math.max(0, startedAtMs - (askedAtMs ?? startedAtMs)));
    const { result, isJoined } = ask(id, leftMs, isBackground);
    const done = await within(result, leftMs);
    const given = done ? done.value : new ServiceError('timeout', { operation: 'general-info' });
    return report(await outcomeOf(id, given), startedAtMs, isJoined, given);
  };

  async function watchReading(id: string): Promise<WatchReading | FailedRead> {
    const given = await read(id, budgetMs, true);
    if (!(given instanceof ServiceError)) return { kind: 'found', account: given.account };
    const failure = failureOf(id, given);
    if (failure.kind !== 'unavailable') return { kind: failure.kind };
    return { kind: 'failed', isSure: failure.reason === 'login-rejected' || health().isOpen };
  }

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
     * Never rejects because of the service.
     */
    async readForWatch(id: string): Promise<WatchReading | FailedRead> {
      const reading = await watchReading(id);
      observe({ kind: 'watch-read', result: reading.kind });
      return reading;
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

/** Converts a failure of the backup service to an outcome. This is the only place that does so. */
export function failureOf(id: string, { code, facts }: ServiceError): Failure {
  if (code === 'invalid-id' || code === 'forbidden' || code === 'not-found') return { kind: code, id };
  return { kind: 'unavailable', id, reason: REASONS[code], retryAfterMs: facts.retryAfterMs };
}
