import { setTimeout as sleep } from 'node:timers/promises';
import { HttpError, NetworkError, TimeoutError } from '../errors.ts';
import type { Deadline } from './create-deadlines.ts';

const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 300;
const DELAY_GROWTH = 3;
const SHORTEST_ATTEMPT_MS = 100;

/**
 * Repeats what is worth repeating while the deadline allows: network failures, attempts that ran out of time, 5xx and
 * 429. Waits 0.3, 0.9, 2.7 s, less up to half at random, or as long as Retry-After says. A wait that would leave hardly
 * any time for an attempt is not begun: the last failure is thrown at once, for it says more than that the time was up.
 * Other 4xx and unusable answers are never repeated.
 */
export async function withRetries<T>(deadline: Deadline, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts === MAX_ATTEMPTS || !isRepeatable(error)) throw error;
      const delayMs = delayBeforeRetry(error, attempts);
      if (delayMs + SHORTEST_ATTEMPT_MS > deadline.remainingMs()) throw error;
      // An abort ends the wait early; the failure that led to it says more than "aborted".
      await sleep(delayMs, undefined, { signal: deadline.signal }).catch(() => {
        throw error;
      });
    }
  }
}

function delayBeforeRetry(error: Error, attempts: number): number {
  const backOffMs = FIRST_DELAY_MS * DELAY_GROWTH ** (attempts - 1) * (1 - Math.random() / 2);
  return error instanceof HttpError ? Math.max(backOffMs, error.retryAfterMs ?? 0) : backOffMs;
}

/** Whether another attempt may have a different result. */
const isRepeatable = (error: unknown): error is HttpError | TimeoutError | NetworkError =>
  (error instanceof HttpError && (error.status >= 500 || error.status === 429)) ||
  (error instanceof TimeoutError && error.waitingFor === 'response') ||
  (error instanceof NetworkError && error.reason !== 'closed');
