import { LRUCache } from 'lru-cache';
import { startCountdown } from '../../async/countdown.ts';
import { within } from '../../async/within.ts';
import { type BackupServiceError, CircuitOpenError } from '../errors.ts';

/** The open circuit: how long look-ups are refused, and the probe that finds out whether the service answers again. */
export interface OpenState {
  /** What this look-up is refused with, with the time until it may probe at the latest; undefined: it may probe now. */
  refusal(id: string): CircuitOpenError | undefined;
  /** Runs the probe, which takes `budgetMs` at most. */
  probe<T>(work: () => Promise<T>, budgetMs: number): Promise<T>;
  isProbing(): boolean;
  /** Resolves with the end of the probe, or a second after its start: nobody waits longer for another's look-up. */
  probeEnded(): Promise<void>;
  /** The next probe waits twice as long. */
  probeFailed(id: string, failure: BackupServiceError): void;
  /** Lets the next look-up probe at once. */
  allowProbe(): void;
}

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;
const PROBE_WAIT_MS = 1_000;
/** An account whose probe failed leaves others so much time to be the next one. */
const HANDICAP_MS = 5_000;
const FAILED_PROBES_KEPT = 100;

export function createOpenState(deps: {
  readonly failure: BackupServiceError;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}): OpenState {
  const { now, random } = deps;
  const failedProbes = new LRUCache<string, true>({ max: FAILED_PROBES_KEPT });
  let { failure } = deps;
  let waitMs = FIRST_WAIT_MS;
  /** Until an account with a handicap may probe. */
  let leftMs = startWait();
  let probing: { startedAt: number; leftMs: () => number; ended: Promise<unknown> } | undefined;

  function startWait(): () => number {
    return startCountdown(now, Math.round(waitMs * (1 - random() / 4)) + HANDICAP_MS);
  }

  const nextWaitMs = () => Math.min(waitMs * 2, LONGEST_WAIT_MS);

  return {
    refusal(id) {
      const handicapMs = failedProbes.has(id) ? HANDICAP_MS : 0;
      const retryAfterMs = probing
        ? probing.leftMs() + nextWaitMs() + handicapMs
        : Math.max(0, leftMs() - HANDICAP_MS + handicapMs);
      return retryAfterMs === 0 ? undefined : new CircuitOpenError({ failure, retryAfterMs });
    },
    async probe(work, budgetMs) {
      const result = work();
      const ended = Promise.allSettled([result]);
      probing = { startedAt: performance.now(), leftMs: startCountdown(now, budgetMs), ended };
      try {
        return await result;
      } finally {
        probing = undefined;
      }
    },
    isProbing: () => probing !== undefined,
    async probeEnded() {
      if (probing === undefined) return;
      const restMs = Math.ceil(PROBE_WAIT_MS - (performance.now() - probing.startedAt));
      if (restMs > 0) await within(probing.ended, restMs);
    },
    probeFailed(id, latest) {
      failure = latest;
      waitMs = nextWaitMs();
      leftMs = startWait();
      failedProbes.set(id, true);
    },
    allowProbe() {
      if (leftMs() > HANDICAP_MS) leftMs = startCountdown(now, HANDICAP_MS);
    },
  };
}
