import type { Logger } from 'pino';
import type { BreakerState } from '../../domain/events.ts';
import { type BackupServiceError, type CircuitOpenError, factsOf, isBackupServiceError } from '../errors.ts';
import { classifyFailure } from './classify-failure.ts';
import { createOpenState, type OpenState } from './create-open-state.ts';

/** Keeps look-ups from a service that is down, so that they fail at once instead of each using up its time. */
export interface CircuitBreaker {
  /** Runs `work`, which takes `budgetMs` at most, or rejects with `CircuitOpenError` without starting it. */
  run<T>(id: string, budgetMs: number, work: () => Promise<T>): Promise<T>;
  /** The service has answered a login: an open circuit lets the next look-up through at once. */
  loginAnswered(): void;
  /** What the next look-up will meet. `open`: it is refused, with this. */
  next(): { readonly state: BreakerState; readonly refusal?: CircuitOpenError };
}

const FAILURES_TO_OPEN = 5;
/** Failures further apart than this say nothing about one another. */
const FAILURES_COUNT_FOR_MS = 60_000;

/** `probed`: the open state that the look-up is the probe of. `answersBefore`: how many there were when it began. */
interface Course {
  readonly probed: OpenState | undefined;
  readonly answersBefore: number;
}

/**
 * Opens after five failures in a row, and closes with the first answer. A failure counts only if nothing was answered since
 * that look-up began, and only if the service did not answer: network, time-out, 5xx. Failures are counted by account,
 * because one account that the service chokes on must not shut out all others, and a failed login, which several look-ups
 * wait for, counts once. While open it lets one probe through after 10 s, doubling to 60. Whole look-ups are judged, with
 * their retries, so that a hiccup which a retry gets over opens nothing. Our own: docs/decisions/0009-the-circuit-breaker-is-ours.md.
 */
export function createCircuitBreaker(deps: {
  readonly now: () => number;
  /** From 0 to 1, for jitter. Default Math.random. */
  readonly random?: () => number;
  readonly log: Logger;
}): CircuitBreaker {
  const { now, random = Math.random, log } = deps;
  /** By account, or by failed login. */
  const failedAtMs = new Map<unknown, number>();
  let open: OpenState | undefined;
  let answers = 0;

  function answered(): void {
    answers += 1;
    failedAtMs.clear();
    if (open === undefined) return;
    open = undefined;
    log.info('the service answers again');
  }

  function failed(id: string, failure: BackupServiceError, { probed, answersBefore }: Course): void {
    if (probed !== undefined && probed === open) {
      probed.probeFailed(id, failure);
      return;
    }
    // It is not the service if others were answered meanwhile; and what began before it opened says nothing new.
    if (answers !== answersBefore || open !== undefined) return;
    for (const [subject, atMs] of failedAtMs) {
      if (Math.abs(now() - atMs) >= FAILURES_COUNT_FOR_MS) failedAtMs.delete(subject);
    }
    failedAtMs.set(failure.operation === 'login' ? failure : id, now());
    if (failedAtMs.size < FAILURES_TO_OPEN) return;
    open = createOpenState({ failure, now, random });
    log.error(factsOf(failure), 'the service does not answer; look-ups now fail at once');
  }

  /** Runs one look-up and learns from it. */
  async function judge<T>(id: string, work: () => Promise<T>, probed?: OpenState): Promise<T> {
    const answersBefore = answers;
    try {
      const result = await work();
      answered();
      return result;
    } catch (error) {
      if (isBackupServiceError(error)) {
        const evidence = classifyFailure(error);
        if (evidence === 'up') answered();
        if (evidence === 'down') failed(id, error, { probed, answersBefore });
      }
      throw error;
    }
  }

  return {
    async run(id, budgetMs, work) {
      if (open?.isProbing()) await open.probeEnded();
      const current = open;
      if (current === undefined) return judge(id, work);
      const refusal = current.refusal(id);
      if (refusal !== undefined) throw refusal;
      return current.probe(() => judge(id, work, current), budgetMs);
    },
    loginAnswered: () => open?.allowProbe(),
    next() {
      if (open === undefined) return { state: 'closed' };
      const refusal = open.isProbing() ? undefined : open.refusal('');
      return refusal ? { state: 'open', refusal } : { state: 'half-open' };
    },
  };
}
