import { type BackupServiceError, CircuitOpenError } from '../errors.ts';
import { orAborted } from '../http/or-aborted.ts';
import { startSpan } from './start-span.ts';

/** One time during which the service does not answer, from the first look-up that is turned away to the first answer. */
export interface Outage {
  /** Whether this one may try what has become of the service. */
  mayProbe(id: string): boolean;
  /** Runs the probe, which takes `budgetMs` at most; others can wait for it meanwhile. */
  probe<T>(work: () => Promise<T>, budgetMs: number): Promise<T>;
  readonly isProbing: () => boolean;
  /** Resolves with the end of the probe, or a second after its beginning: nobody waits longer for another's look-up. */
  probeEnded(): Promise<void>;
  /** The next pause is twice as long. */
  probeFailed(id: string, failure: BackupServiceError): void;
  /** From now on the next look-up is a probe. */
  endPause(): void;
  /**
   * What a look-up that may not probe ends with: when that time is over it may, whatever becomes of a probe under way.
   */
  refusal(id: string): CircuitOpenError;
}

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;
const PROBE_WAIT_MS = 1_000;
/** An account that was a failing probe leaves others so much time to be the next one. */
const PROBE_HANDICAP_MS = 5_000;
const FAILED_PROBES_KEPT = 100;

export function createOutage(deps: {
  readonly failure: BackupServiceError;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}): Outage {
  const { now, random } = deps;
  const failedProbes = new Set<string>();
  let failure = deps.failure;
  let pauseMs = FIRST_PAUSE_MS;
  /** For an account that was a failing probe; for others less the handicap. */
  let handicappedForMs = startPause();
  let probing:
    | { readonly startedAt: number; readonly leftMs: () => number; readonly ended: Promise<unknown> }
    | undefined;

  function startPause(): () => number {
    return startSpan(now, jittered(pauseMs) + PROBE_HANDICAP_MS);
  }

  const handicapMs = (id: string) => (failedProbes.has(id) ? PROBE_HANDICAP_MS : 0);

  const pausesForMs = (id: string) => Math.max(0, handicappedForMs() - PROBE_HANDICAP_MS + handicapMs(id));

  const nextPauseMs = () => Math.min(pauseMs * 2, LONGEST_PAUSE_MS);

  function jittered(ms: number): number {
    return Math.round(ms * (1 - random() / 4));
  }

  return {
    mayProbe: (id) => pausesForMs(id) === 0,
    async probe(work, budgetMs) {
      const result = work();
      probing = {
        startedAt: performance.now(),
        leftMs: startSpan(now, budgetMs),
        ended: Promise.allSettled([result]),
      };
      try {
        return await result;
      } finally {
        probing = undefined;
      }
    },
    isProbing: () => probing !== undefined,
    async probeEnded() {
      if (probing === undefined) return;
      const waitMs = Math.ceil(PROBE_WAIT_MS - (performance.now() - probing.startedAt));
      if (waitMs <= 0) return;
      const patience = AbortSignal.timeout(waitMs);
      await orAborted(probing.ended, patience, () => new Error('patience is over')).catch(() => undefined);
    },
    probeFailed(id, latest) {
      failure = latest;
      pauseMs = nextPauseMs();
      handicappedForMs = startPause();
      failedProbes.add(id);
      for (const oldest of failedProbes)
        if (failedProbes.size > FAILED_PROBES_KEPT) failedProbes.delete(oldest);
    },
    endPause() {
      if (handicappedForMs() > PROBE_HANDICAP_MS) handicappedForMs = startSpan(now, PROBE_HANDICAP_MS);
    },
    refusal(id) {
      const retryAfterMs =
        probing === undefined ? pausesForMs(id) : probing.leftMs() + nextPauseMs() + handicapMs(id);
      return new CircuitOpenError({ failure, retryAfterMs });
    },
  };
}
