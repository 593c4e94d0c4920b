import type { Logger } from 'pino';
import { startCountdown, within } from '../async.ts';
import type { BreakerState } from '../domain/events.ts';
import {
  type BackupServiceError,
  CircuitOpenError,
  factsOf,
  isBackupServiceError,
  isRefusedId,
} from './errors.ts';

/** Keeps look-ups from a service that is down, so that they fail at once instead of each using up its time. */
export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>;

export interface LookupHealth {
  /** What the next look-up will meet. */
  readonly breaker: BreakerState;
  /** When the service last gave an account or refused an id, epoch milliseconds; absent before the first time. */
  readonly answeredAtMs?: number;
  /** Since when every look-up has failed, and how the latest did. Absent when the last one was answered. */
  readonly failing?: {
    readonly sinceMs: number;
    readonly error: BackupServiceError;
    /** Until a look-up is put to the service again; 0: the next one is. */
    readonly retryAfterMs: number;
  };
}

const FAILURES_TO_OPEN = 5;
/** Failures further apart than this say nothing about one another. */
const FAILURES_COUNT_FOR_MS = 60_000;
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;
const PROBE_WAIT_MS = 1_000;

/**
 * Opens after five failures in a row, and closes with the first answer. A failure counts only if nothing was answered since
 * that look-up began, and only if the service did not answer: network, time-out, 5xx. Failures are counted by account,
 * because one account that the service chokes on must not shut out all others, and a failed login, which several look-ups
 * wait for, counts once. While open it lets one probe through after 10 s, doubling to 60. Whole look-ups are judged, with
 * their retries, so that a hiccup which a retry gets over opens nothing. Our own: docs/decisions/0009-the-circuit-breaker-is-ours.md.
 */
export function createCircuitBreaker({ now, log }: { now: () => number; log: Logger }) {
  const failures = createFailureCount(now);
  let open: OpenCircuit | undefined;
  let answers = 0;
  let answeredAtMs: number | undefined;
  let failing: { sinceMs: number; error: BackupServiceError } | undefined;

  function answered(evidence: 'about-account' | 'up'): void {
    answers += 1;
    if (evidence === 'about-account') [answeredAtMs, failing] = [now(), undefined];
    failures.clear();
    if (open) log.info('the service answers again');
    open = undefined;
  }

  function failed(id: string, error: BackupServiceError, answersBefore: number): void {
    const evidence = classifyFailure(error);
    if (evidence === 'none') return;
    // Others may have been answered while this look-up waited in vain.
    const isLatest = answers === answersBefore;
    if (isLatest) failing = { sinceMs: failing?.sinceMs ?? now(), error };
    if (evidence !== 'down') answered(evidence);
    // A look-up that began before the circuit opened says nothing new.
    else if (!open && isLatest && failures.add(id, error) >= FAILURES_TO_OPEN) {
      open = openCircuit(error, now);
      log.error(factsOf(error), 'the service does not answer; look-ups now fail at once');
    }
  }

  async function judge<T>(id: string, work: () => Promise<T>): Promise<T> {
    const answersBefore = answers;
    try {
      const result = await work();
      answered('about-account');
      return result;
    } catch (error) {
      if (isBackupServiceError(error)) failed(id, error, answersBefore);
      throw error;
    }
  }

  return {
    /** Runs `work`, which takes `budgetMs` at most, or rejects with `CircuitOpenError` without starting it. */
    async run<T>(id: string, budgetMs: number, work: () => Promise<T>) {
      if (open?.probing()) await open.probing();
      const refusal = open?.refusal();
      if (refusal) throw refusal;
      return open ? open.probe(budgetMs, () => judge(id, work)) : judge(id, work);
    },
    /** The service has answered a login: an open circuit lets the next look-up through at once. */
    loginAnswered: () => open?.allowProbe(),
    /** What the look-ups so far say of the service. */
    health() {
      const { breaker, retryAfterMs } = open?.next() ?? { breaker: 'closed', retryAfterMs: 0 };
      return {
        breaker,
        answeredAtMs,
        failing: failing && { ...failing, retryAfterMs },
      };
    },
  };
}

/** The failures of the last minute. */
function createFailureCount(now: () => number) {
  /** By account, or by failed login. */
  const failedAtMs = new Map<unknown, number>();
  return {
    clear: () => failedAtMs.clear(),
    /** How many there are with this one. */
    add(id: string, failure: BackupServiceError): number {
      for (const [subject, atMs] of failedAtMs) {
        if (Math.abs(now() - atMs) >= FAILURES_COUNT_FOR_MS) failedAtMs.delete(subject);
      }
      return failedAtMs.set(failure.operation === 'login' ? failure : id, now()).size;
    },
  };
}

type OpenCircuit = ReturnType<typeof openCircuit>;

/** The open circuit: how long look-ups are refused, and the probe that finds out whether the service answers again. */
function openCircuit(failure: BackupServiceError, now: () => number) {
  let latest = failure;
  let waitMs = FIRST_WAIT_MS;
  const startWait = () => startCountdown(now, Math.round(waitMs * (1 - Math.random() / 4)));
  let leftMs = startWait();
  let probe: { readonly leftMs: () => number; readonly over: Promise<unknown> } | undefined;
  const nextWaitMs = () => Math.min(waitMs * 2, LONGEST_WAIT_MS);

  const retryAfterMs = () => (probe ? probe.leftMs() + nextWaitMs() : leftMs());

  return {
    /** What the next look-up will meet. */
    next(): { breaker: BreakerState; retryAfterMs: number } {
      const waitsForMs = probe ? 0 : retryAfterMs();
      return { breaker: waitsForMs > 0 ? 'open' : 'half-open', retryAfterMs: waitsForMs };
    },
    /** What this look-up is refused with, with the time until it may probe at the latest; undefined: it may probe now. */
    refusal(): CircuitOpenError | undefined {
      const waitsForMs = retryAfterMs();
      return waitsForMs === 0
        ? undefined
        : new CircuitOpenError({ failure: latest, retryAfterMs: waitsForMs });
    },
    /** Runs the probe, which takes `budgetMs` at most. If there is no answer, the next one waits twice as long. */
    async probe<T>(budgetMs: number, work: () => Promise<T>): Promise<T> {
      const result = work();
      const over = within(Promise.allSettled([result]), PROBE_WAIT_MS);
      probe = { leftMs: startCountdown(now, budgetMs), over };
      try {
        return await result;
      } catch (error) {
        if (isBackupServiceError(error) && classifyFailure(error) === 'down') {
          latest = error;
          waitMs = nextWaitMs();
          leftMs = startWait();
        }
        throw error;
      } finally {
        probe = undefined;
      }
    },
    /** While there is a probe: its end, or a second after its start. Nobody waits longer for another's look-up. */
    probing: () => probe?.over,
    /** Lets the next look-up probe at once. */
    allowProbe(): void {
      leftMs = () => 0;
    },
  };
}

/** What a failure says of the service: it answers about the account, it answers, it does not, or nothing, for it was not asked. */
function classifyFailure(error: BackupServiceError): 'about-account' | 'up' | 'down' | 'none' {
  switch (error.code) {
    case 'http': {
      const { status, hasErrorObject, isThisAccountAlone } = error;
      if (isThisAccountAlone || isRefusedId(error)) return 'about-account';
      return status === 429 || (status < 500 && hasErrorObject) ? 'up' : 'down';
    }
    case 'network':
      return error.reason === 'closed' ? 'none' : 'down';
    case 'timeout':
      return error.waitingFor === 'slot' ? 'none' : 'down';
    case 'bad-response':
    case 'login-rejected':
      return 'up';
    case 'circuit-open':
    case 'busy':
      return 'none';
    default:
      return error satisfies never;
  }
}
