import type { Logger } from 'pino';
import { startCountdown } from '../async.ts';
import { factsOf, isAnswer, ServiceError, type ServiceErrorCode } from './errors.ts';

const DOWN: readonly ServiceErrorCode[] = ['timeout', 'network', 'server-error'];
const ACCOUNTS_TO_OPEN = 5;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Opens when look-ups of five accounts, or one login, failed since the last answer: one account that the service chokes
 * on shuts out nobody. Then look-ups are refused for 10 s, and after each further failure for twice as long, up to 60 s.
 * So they are, without opening, for as long as the service asks by a 429. Judges whole look-ups with their retries.
 * Our own: docs/decisions/0009-the-circuit-breaker-is-ours.md.
 */
export function createCircuitBreaker({ now, log }: { readonly now: () => number; readonly log: Logger }) {
  /** Since the last answer: the accounts whose look-ups failed, since when, and how the latest did. */
  const failedIds = new Set<string>();
  let failing: { readonly sinceMs: number; readonly error: ServiceError } | undefined;
  let answer: { readonly atMs: number } | undefined;
  /** 0: it is closed. */
  let waitMs = 0;
  let pause: { readonly error: ServiceError; readonly leftMs: () => number } | undefined;
  const leftMs = () => pause?.leftMs() ?? 0;

  function answered(): void {
    if (waitMs > 0) log.info('the service answers again');
    if (waitMs > 0) pause = undefined;
    answer = { atMs: now() };
    failedIds.clear();
    failing = undefined;
    waitMs = 0;
  }

  function refuse(error: ServiceError, forMs: number): void {
    if (forMs > leftMs()) pause = { error, leftMs: startCountdown(now, forMs) };
  }

  function failed(id: string, error: ServiceError): void {
    failing = { sinceMs: failing?.sinceMs ?? now(), error };
    // A look-up that began before the breaker opened says nothing new.
    if (!DOWN.includes(error.code) || leftMs() > 0) return;
    failedIds.add(id);
    if (failedIds.size < ACCOUNTS_TO_OPEN && error.facts.operation !== 'login') return;
    if (waitMs === 0) log.error(factsOf(error), 'the service does not answer; look-ups now fail at once');
    waitMs = Math.min(Math.max(FIRST_WAIT_MS, waitMs * 2), LONGEST_WAIT_MS);
    refuse(error, Math.round(waitMs * (1 - Math.random() / 4)));
  }

  return {
    /** What a look-up is refused with now, with the time until it is tried again. */
    refusal: () => (leftMs() > 0 ? pause?.error.withRetryAfter(leftMs()) : undefined),
    /** Runs one look-up and learns from how it ends. */
    async judge<T>(id: string, work: () => Promise<T>): Promise<T> {
      const answerBefore = answer;
      try {
        const result = await work();
        answered();
        return result;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.code === 'rate-limited') refuse(error, error.retryAfterMs ?? 0);
        if (isAnswer(error)) answered();
        // Otherwise others may have been answered while this one waited in vain.
        else if (answer === answerBefore) failed(id, error);
        throw error;
      }
    },
    /** What the look-ups so far say of the service. `failing`: absent after an answer; its last look-up, and since when. */
    health: () => ({
      /** Since it opened nothing has been answered. */
      breaker: waitMs > 0 ? ('open' as const) : ('closed' as const),
      /** When the service last gave an account or refused an id, epoch milliseconds. */
      answeredAtMs: answer?.atMs,
      failing: failing && { ...failing, retryAfterMs: leftMs() },
    }),
  };
}
