import { setTimeout as sleep } from 'node:timers/promises';
import type { Deadline } from './create-deadlines.ts';
import { isBackupServiceError } from './errors.ts';

const MAX_ATTEMPTS = 4;
const FIRST_DELAY_MS = 300;
const DELAY_GROWTH = 3;
const SHORTEST_ATTEMPT_MS = 100;

/**
 * Repeats what is safe to repeat while the deadline allows: network failures, attempts that ran out of time, 5xx and
 * 429. Waits 0.3, 0.9, 2.7 s, less up to half at random, or as long as Retry-After says. A wait that would leave hardly
 * any time for an attempt is not begun: the last failure is thrown at once, for it says more than that the time was up.
 * Other 4xx and unusable answers are never repeated.
 */
export async function withRetries<T>(deadline: Deadline, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const delayMs = attempts < MAX_ATTEMPTS ? delayBeforeRetry(error, attempts) : undefined;
      if (delayMs === undefined || delayMs + SHORTEST_ATTEMPT_MS > deadline.remainingMs()) throw error;
      // An abort ends the wait early; the failure that led to it says more than "aborted".
      await sleep(delayMs, undefined, { signal: deadline.signal }).catch(() => {
        throw error;
      });
    }
  }
}

function delayBeforeRetry(error: unknown, attempts: number): number | undefined {
  if (!isBackupServiceError(error)) return undefined;
  const backOffMs = FIRST_DELAY_MS * DELAY_GROWTH ** (attempts - 1) * (1 - Math.random() / 2);
  switch (error.code) {
    case 'http':
      if (error.status < 500 && error.status !== 429) return undefined;
      return Math.max(backOffMs, error.retryAfterMs ?? 0);
    case 'timeout':
      return error.waitingFor === 'response' ? backOffMs : undefined;
    case 'network':
      return error.reason === 'closed' ? undefined : backOffMs;
    case 'bad-response':
    case 'login-rejected':
    case 'circuit-open':
    case 'busy':
      return undefined;
    default:
      return error satisfies never;
  }
}
