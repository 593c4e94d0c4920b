import type { Logger } from 'pino';
import type { Observe } from '../domain/events.ts';
import { createFailureCount } from './create-failure-count.ts';
import { type BackupServiceError, CircuitOpenError, isBackupServiceError } from './errors.ts';
import { factsOf } from './facts-of.ts';
import { orAborted } from './or-aborted.ts';
import { testimonyOf } from './testimony-of.ts';

/** Keeps look-ups from a service that is down, so that they fail at once instead of each using up its time. */
export interface CircuitBreaker {
  /** Runs `work`, or rejects with `CircuitOpenError` without beginning it. */
  run<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** The service has answered a login: if look-ups are kept back, the next one goes through at once. */
  loginAnswered(): void;
}

export interface CircuitBreakerDeps {
  readonly now: () => number;
  /** From 0 to 1, for jitter. Default Math.random. */
  readonly random?: () => number;
  readonly observe?: Observe;
  readonly log: Logger;
}

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;
/** Others wait so long for the probe: when the service is back, nobody who asks beside it is turned away. */
const PROBE_WAIT_MS = 1_000;
/** An account that was a failing probe leaves others so much time to be the next one. */
const PROBE_HANDICAP_MS = 5_000;
const FAILED_PROBES_KEPT = 100;

interface Outage {
  /** What the look-ups that are turned away are told. */
  failure: BackupServiceError;
  pauseMs: number;
  opensAtMs: number;
  probe: { readonly startedAt: number; readonly ended: Promise<void> } | undefined;
  readonly failedProbes: Set<string>;
}

/**
 * Opens after five failures in a row, and closes with the first answer. Only a service that does not answer counts: network,
 * time-out, 5xx. Failures are counted by account, because one account that the service chokes on must not shut out all
 * others, and a failed login, which several look-ups wait for, counts once. While open it lets one probe through after 10 s,
 * doubling to 60. Whole look-ups are judged, with their retries, so that a hiccup which a retry gets over opens nothing.
 * Our own: cockatiel's reads Date.now, which no test can move, and cannot tell one account from another.
 */
export function createCircuitBreaker(deps: CircuitBreakerDeps): CircuitBreaker {
  const { now, random = Math.random, observe = () => {}, log } = deps;
  const failures = createFailureCount(now);
  let outage: Outage | undefined;

  const jittered = (pauseMs: number) => Math.round(pauseMs * (1 - random() / 4));

  function open(failure: BackupServiceError): void {
    outage = {
      failure,
      pauseMs: FIRST_PAUSE_MS,
      opensAtMs: now() + jittered(FIRST_PAUSE_MS),
      probe: undefined,
      failedProbes: new Set(),
    };
    observe({ kind: 'breaker', state: 'open' });
    log.error({ ...factsOf(failure) }, 'the service does not answer; look-ups now fail at once');
  }

  function answered(): void {
    failures.clear();
    if (outage === undefined) return;
    outage = undefined;
    observe({ kind: 'breaker', state: 'closed' });
    log.info('the service answers again');
  }

  function failed(id: string, failure: BackupServiceError): void {
    if (outage !== undefined) return; // Begun before it opened.
    failures.add(failure.operation === 'login' ? failure : id);
    if (failures.isOutage()) open(failure);
  }

  function probeFailed(during: Outage, id: string, failure: BackupServiceError): void {
    during.failure = failure;
    during.pauseMs = Math.min(during.pauseMs * 2, LONGEST_PAUSE_MS);
    during.opensAtMs = now() + jittered(during.pauseMs);
    during.failedProbes.add(id);
    for (const oldest of during.failedProbes) {
      if (during.failedProbes.size > FAILED_PROBES_KEPT) during.failedProbes.delete(oldest);
    }
    observe({ kind: 'breaker', state: 'open' });
  }

  function learnFrom(error: BackupServiceError, id: string, during: Outage | undefined): void {
    const testimony = testimonyOf(error);
    if (testimony === 'up') answered();
    if (testimony !== 'down') return;
    if (during !== undefined && during === outage) probeFailed(during, id, error);
    else failed(id, error);
  }

  /** Runs one look-up and learns from it. */
  async function judge<T>(id: string, work: () => Promise<T>, during?: Outage): Promise<T> {
    try {
      const result = await work();
      answered();
      return result;
    } catch (error) {
      if (isBackupServiceError(error)) learnFrom(error, id, during);
      throw error;
    }
  }

  function probe<T>(during: Outage, id: string, work: () => Promise<T>): Promise<T> {
    observe({ kind: 'breaker', state: 'half-open' });
    const probing = judge(id, work, during).finally(() => {
      during.probe = undefined;
    });
    const ended = probing.then(
      () => undefined,
      () => undefined, // Whoever asked hears of it.
    );
    during.probe = { startedAt: performance.now(), ended };
    return probing;
  }

  const turnedAway = ({ failure, opensAtMs }: Outage) =>
    new CircuitOpenError({ failure, retryAfterMs: Math.max(1_000, opensAtMs - now()) });

  /** Whether this one may try what has become of the service. */
  function mayProbe({ opensAtMs, pauseMs, failedProbes }: Outage, id: string): boolean {
    const sinceMs = now() - opensAtMs;
    const isClockSetBack = -sinceMs > pauseMs;
    return isClockSetBack || sinceMs >= (failedProbes.has(id) ? PROBE_HANDICAP_MS : 0);
  }

  return {
    async run(id, work) {
      const during = outage;
      if (during === undefined) return judge(id, work);
      if (during.probe !== undefined) {
        const waitMs = PROBE_WAIT_MS - (performance.now() - during.probe.startedAt);
        if (waitMs > 0) await patiently(during.probe.ended, waitMs);
        if (outage === undefined) return judge(id, work);
        throw turnedAway(during);
      }
      if (!mayProbe(during, id)) throw turnedAway(during);
      return probe(during, id, work);
    },
    loginAnswered() {
      if (outage !== undefined) outage.opensAtMs = Math.min(outage.opensAtMs, now());
    },
  };
}

/** Waits for something that never rejects, but no longer than `ms`. */
const patiently = (ended: Promise<void>, ms: number): Promise<void> =>
  orAborted(ended, AbortSignal.timeout(Math.ceil(ms)), () => new Error('patience is over')).catch(
    () => undefined,
  );
