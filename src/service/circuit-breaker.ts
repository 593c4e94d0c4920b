import type { Logger } from 'pino';
import { createStopwatch } from '../async.ts';
import { factsOf, isAnswer, ServiceError, type ServiceErrorCode } from './errors.ts';

const DOWN: readonly ServiceErrorCode[] = ['timeout', 'network', 'server-error'];
const ACCOUNTS_TO_OPEN = 5;
const PAUSE_MS = 10_000;

/**
 * Opens when look-ups of five different accounts, or one login, have failed since the last answer, so that a single bad
 * account does not block the others. It then refuses look-ups for 10 s, and again after each further failure. After a 429 it
 * refuses them for as long as the service asks, or 10 s, without opening. Counts whole look-ups, including their retries.
 * Why it is our own: docs/decisions/0009-the-circuit-breaker-is-ours.md.
 */
export function createCircuitBreaker({ now, log }: { readonly now: () => number; readonly log: Logger }) {
  /** Since the last answer: the accounts whose look-ups failed, the latest error, and whether the breaker is open. */
  let failing: { ids: Set<string>; sinceMs: number; error: ServiceError; isOpen: boolean } | undefined;
  let answer: { readonly atMs: number } | undefined;
  let pause: (Pick<ServiceError, 'code' | 'facts'> & { readonly leftMs: () => number }) | undefined;
  const leftMs = () => pause?.leftMs() ?? 0;
  const refuse = ({ code, facts }: ServiceError, forMs: number) => {
    const since = createStopwatch(now);
    pause = { code, facts, leftMs: () => since.leftMs(forMs) };
  };

  function answered(): void {
    if (failing?.isOpen) {
      log.info('the service answers again');
      pause = undefined;
    }
    answer = { atMs: now() };
    failing = undefined;
  }

  function failed(id: string, error: ServiceError): void {
    failing = { ids: new Set(), sinceMs: now(), isOpen: false, ...failing, error };
    // A look-up that began before the breaker opened tells nothing new.
    if (!DOWN.includes(error.code) || leftMs() > 0) return;
    failing.ids.add(id);
    if (failing.ids.size < ACCOUNTS_TO_OPEN && error.facts.operation !== 'login') return;
    if (!failing.isOpen) log.error(factsOf(error), 'the service does not answer; look-ups now fail at once');
    failing.isOpen = true;
    refuse(error, PAUSE_MS);
  }

  /** Throws a ServiceError while look-ups are refused, with the time that is left. */
  function throwIfRefused(): void {
    if (pause && leftMs() > 0) throw new ServiceError(pause.code, { ...pause.facts, retryAfterMs: leftMs() });
  }

  return {
    throwIfRefused,
    /** Runs one look-up, unless look-ups are refused now, and records how it ends. */
    async judge<T>(id: string, work: () => Promise<T>): Promise<T> {
      throwIfRefused();
      const answerBefore = answer;
      try {
        const result = await work();
        answered();
        return result;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.code === 'rate-limited') refuse(error, error.facts.retryAfterMs ?? PAUSE_MS);
        if (isAnswer(error)) answered();
        // If others were answered while this one ran, its failure does not count.
        else if (answer === answerBefore) failed(id, error);
        throw error;
      }
    },
    /**
     * The state of the service according to the look-ups. `isOpen`: nothing was answered since the breaker opened.
     * `answeredAtMs`: when the service last returned an account or rejected an id. `failing`: absent after an answer.
     */
    health: () => ({
      isOpen: failing?.isOpen === true,
      answeredAtMs: answer?.atMs,
      failing: failing && { sinceMs: failing.sinceMs, error: failing.error, retryAfterMs: leftMs() },
    }),
  };
}
