import { MINUTE_MS } from '../../account/time.ts';
import { changesOf } from '../changes.ts';
import { eventOf } from '../incident.ts';
import { nextReadAt, type ReadPace, readPace, retryAt } from '../next-read.ts';
import {
  type FailedRead,
  type ObservedReading,
  observeFailure,
  observeReading,
  type WatchReading,
} from '../observe-reading.ts';
import { isGoingOn, type SourceOutage } from '../posted.ts';
import { PROBE_EVERY_MS } from '../source-outage.ts';
import type { AccountClaim, AccountStep } from '../watch-store.ts';
import type { WatchDeps } from './ports.ts';

/** How long the pace of the reads stays as it is. */
const PACE_FOR_MS = 5 * MINUTE_MS;
/** Another process was faster. */
const TAKEN_RETRY_MS = 1_000;
/** What a read takes besides its own time: to be claimed, and to be written down. */
const WRITTEN_WITHIN_MS = 30_000;

/** Reads the accounts that are due, no faster than allowed, each in a slot of its own: a slow one holds up no other. */
export function createAccountReader(deps: WatchDeps) {
  const { store, reads, now, wake, log } = deps;
  const limits = { perSecond: reads.perSecond, leaseMs: reads.withinMs + WRITTEN_WITHIN_MS };
  const underWay = new Set<Promise<void>>();
  let failed: { readonly error: unknown } | undefined;
  let paced: { readonly pace: ReadPace; readonly atMs: number } | undefined;
  let isOut = false;

  async function paceAt(nowMs: number): Promise<ReadPace> {
    if (paced === undefined || Math.abs(nowMs - paced.atMs) > PACE_FOR_MS)
      paced = { pace: readPace(await store.countByLevel(), reads.perSecond), atMs: nowMs };
    return paced.pace;
  }

  async function readOne(claim: AccountClaim, pace: ReadPace): Promise<void> {
    const { accountId } = claim;
    const reading = await deps.readAccount(accountId);
    const nowMs = now();
    const failure = reading.kind === 'failed' ? reading : undefined;
    const { finished, outage, step } = await store.commitReading(
      claim,
      (outage) => stepOf(claim, reading, outage, nowMs, pace, deps),
      nowMs,
      failure,
    );
    const wasOut = isOut;
    isOut = isGoingOn(outage);
    if (isOut !== wasOut)
      log.warn(isOut ? 'watched accounts cannot be read' : 'watched accounts can be read again');
    const { from, to } = step.event ?? {};
    if (finished === 'lost')
      log.warn({ accountId }, 'a read came too late: another process had taken it over');
    else if (from !== to)
      log.info({ accountId, verdictBefore: from, verdict: to }, 'a watched account has changed');
  }

  return {
    /** Whether the service could not be asked when it was last. */
    isOut: () => isOut,
    /** Begins what is due, as far as there are free slots. Resolves with the moment at which more may begin. */
    async begin(): Promise<number> {
      if (failed !== undefined) {
        const { error } = failed;
        failed = undefined;
        throw error;
      }
      const free = reads.atOnce - underWay.size;
      // The end of a read wakes.
      if (free === 0) return Number.POSITIVE_INFINITY;
      const [nextAtMs, nowMs] = [await store.nextReadAtMs(), now()];
      if (nextAtMs > nowMs) return nextAtMs;
      const pace = await paceAt(nowMs);
      const claims = await store.claimAccounts(nowMs, free, limits);
      for (const claim of claims) {
        const reading = readOne(claim, pace)
          .catch((error: unknown) => {
            failed = { error };
          })
          .finally(() => {
            underWay.delete(reading);
            wake();
          });
        underWay.add(reading);
      }
      return claims.length > 0 ? nowMs : nowMs + TAKEN_RETRY_MS;
    },
    /** Resolves when nothing is under way. */
    async idle(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

/** What a read makes of an account, or only when to read it again. */
function stepOf(
  { accountId, known, failingSinceMs }: AccountClaim,
  reading: WatchReading | FailedRead,
  outage: SourceOutage | undefined,
  nowMs: number,
  pace: ReadPace,
  { termsOf, chance }: WatchDeps,
): AccountStep {
  const terms = termsOf(accountId);
  const lastOverAtMs = outage?.overAtMs ?? 0;
  let observed: ObservedReading | undefined;
  let dueAtMs: number;
  if (reading.kind !== 'failed') {
    observed = observeReading(known, reading, terms, nowMs);
    dueAtMs = nextReadAt(observed.state, terms, nowMs, pace, chance('read', accountId, nowMs));
  } else if (isGoingOn(outage)) {
    return { dueAtMs: nowMs + PROBE_EVERY_MS };
  } else {
    // An outage says nothing about an account: that it failed during one does not count afterwards.
    const sinceMs = Math.max(failingSinceMs ?? nowMs, lastOverAtMs);
    observed = observeFailure(known, sinceMs, nowMs);
    dueAtMs = retryAt(known, sinceMs, nowMs, pace);
  }
  if (observed === undefined) return { dueAtMs };
  const { state } = observed;
  return {
    state,
    dueAtMs,
    changes: changesOf(known, state, terms, nowMs),
    event: eventOf(known, observed, terms, nowMs),
  };
}
