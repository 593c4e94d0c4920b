import type { Logger } from 'pino';
import type { BreakerState } from '../../domain/events.ts';
import { type BackupServiceError, type CircuitOpenError, isBackupServiceError } from '../errors.ts';
import { factsOf } from '../facts-of.ts';
import { createFailureCount } from './create-failure-count.ts';
import { createOutage, type Outage } from './create-outage.ts';
import { testimonyOf } from './testimony-of.ts';

/** Keeps look-ups from a service that is down, so that they fail at once instead of each using up its time. */
export interface CircuitBreaker {
  /** Runs `work`, which takes `budgetMs` at most, or rejects with `CircuitOpenError` without beginning it. */
  run<T>(id: string, budgetMs: number, work: () => Promise<T>): Promise<T>;
  /** The service has answered a login: if look-ups are kept back, the next one goes through at once. */
  loginAnswered(): void;
  /** What the next look-up will meet. `open`: it is refused, with this. */
  next(): { readonly state: BreakerState; readonly refusal?: CircuitOpenError };
}

export interface CircuitBreakerDeps {
  readonly now: () => number;
  /** From 0 to 1, for jitter. Default Math.random. */
  readonly random?: () => number;
  readonly log: Logger;
}

/** One look-up. `probed`: the outage whose end it was to find out. `answersBefore`: how many there were when it began. */
interface Judged {
  readonly id: string;
  readonly probed: Outage | undefined;
  readonly answersBefore: number;
}

/**
 * Opens after five failures in a row, and closes with the first answer. A failure counts only if nothing was answered since
 * that look-up began. Only a service that does not answer counts: network,
 * time-out, 5xx. Failures are counted by account, because one account that the service chokes on must not shut out all
 * others, and a failed login, which several look-ups wait for, counts once. While open it lets one probe through after 10 s,
 * doubling to 60. Whole look-ups are judged, with their retries, so that a hiccup which a retry gets over opens nothing.
 * Our own: cockatiel's breakers are told of a failure, but not of which account, and go by Date.now, which a test can move
 * for the whole process only.
 */
export function createCircuitBreaker(deps: CircuitBreakerDeps): CircuitBreaker {
  const { now, random = Math.random, log } = deps;
  const failures = createFailureCount(now);
  let outage: Outage | undefined;
  let answers = 0;

  function answered(): void {
    answers += 1;
    failures.clear();
    if (outage === undefined) return;
    outage = undefined;
    log.info('the service answers again');
  }

  function failed(id: string, failure: BackupServiceError): void {
    if (outage !== undefined) return; // Begun before it opened.
    failures.add(failure.operation === 'login' ? failure : id);
    if (!failures.isOutage()) return;
    outage = createOutage({ failure, now, random });
    log.error({ ...factsOf(failure) }, 'the service does not answer; look-ups now fail at once');
  }

  function learnFrom(error: BackupServiceError, { id, probed, answersBefore }: Judged): void {
    const testimony = testimonyOf(error);
    if (testimony === 'up') answered();
    if (testimony !== 'down') return;
    if (probed !== undefined && probed === outage) probed.probeFailed(id, error);
    // While it failed others may have been answered: then it is not the service.
    else if (answers === answersBefore) failed(id, error);
  }

  /** Runs one look-up and learns from it. */
  async function judge<T>(id: string, work: () => Promise<T>, probed?: Outage): Promise<T> {
    const answersBefore = answers;
    try {
      const result = await work();
      answered();
      return result;
    } catch (error) {
      if (isBackupServiceError(error)) learnFrom(error, { id, probed, answersBefore });
      throw error;
    }
  }

  return {
    async run(id, budgetMs, work) {
      const current = outage;
      if (current === undefined) return judge(id, work);
      if (current.isProbing()) {
        await current.probeEnded();
        if (outage === undefined) return judge(id, work);
        throw current.refusal(id);
      }
      if (!current.mayProbe(id)) throw current.refusal(id);
      return current.probe(() => judge(id, work, current), budgetMs);
    },
    loginAnswered: () => outage?.endPause(),
    next() {
      if (outage === undefined) return { state: 'closed' };
      if (outage.isProbing() || outage.mayProbe('')) return { state: 'half-open' };
      return { state: 'open', refusal: outage.refusal('') };
    },
  };
}
