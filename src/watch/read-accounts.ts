import { HOUR_MS, MINUTE_MS } from '../domain/duration.ts';
import { provenDays } from '../domain/history/account-days.ts';
import { eventOf } from '../domain/watch/event-of-reading.ts';
import { nextReadAt, type ReadPace, readPace, retryAt } from '../domain/watch/next-read.ts';
import { observeFailure, observeReading } from '../domain/watch/observe-reading.ts';
import { NO_READS, noteRead, type SourceHealth, type SourceRead } from '../domain/watch/source-outage.ts';
import type { AccountClaim, SourceRecord } from '../domain/watch/watch-store.ts';
import type { WatchDeps } from './ports.ts';

type ReaderDeps = Pick<
  WatchDeps,
  'store' | 'readAccount' | 'termsOf' | 'reads' | 'chance' | 'now' | 'log'
> & {
  readonly isStopped: () => boolean;
};

/** While the service cannot be asked one account tries for all of them. */
const OUTAGE_RETRY_MS = 60_000;
/** How long the pace of the reads stays as it is. */
const PACE_FOR_MS = 5 * MINUTE_MS;
/** An account that was begun so often without an end rests: perhaps it is what ends the process. */
const ATTEMPTS_AT_MOST = 3;
const REST_MS = HOUR_MS;
/** Each turn notes that somebody watches; with a slow service one for all that is due would last for hours. */
const TURN_AT_MOST_MS = 60_000;

/**
 * Reads the accounts that are due, no faster than allowed, and notes what became of each. Resolves with the moment at
 * which more may be done.
 */
export function createAccountReader(deps: ReaderDeps): (source: SourceRecord) => Promise<number> {
  const { store, readAccount, termsOf, reads, chance, now, log, isStopped } = deps;
  let health: SourceHealth = NO_READS;
  let [allowance, allowedAtMs] = [reads.perSecond, now()];
  let paced: { readonly pace: ReadPace; readonly atMs: number } | undefined;

  /** How many reads may begin now. */
  function allowed(nowMs: number): number {
    const earned = (Math.max(0, nowMs - allowedAtMs) / 1000) * reads.perSecond;
    [allowance, allowedAtMs] = [Math.min(reads.perSecond, allowance + earned), nowMs];
    return Math.min(Math.floor(allowance), reads.atOnce);
  }

  async function paceAt(nowMs: number): Promise<ReadPace> {
    if (paced === undefined || Math.abs(nowMs - paced.atMs) > PACE_FOR_MS)
      paced = { pace: readPace(await store.countByLevel(), reads.perSecond), atMs: nowMs };
    return paced.pace;
  }

  /** What a read says of the service itself; all processes know it from then on. Resolves with whether it is out. */
  async function noteSource(read: SourceRead): Promise<boolean> {
    const { outageSinceMs } = health;
    health = noteRead(health, read);
    const sinceMs = health.outageSinceMs;
    if ((sinceMs === undefined) === (outageSinceMs === undefined)) return sinceMs !== undefined;
    log.warn(
      sinceMs === undefined ? 'watched accounts can be read again' : 'watched accounts cannot be read',
    );
    await store.noteSource((record) => {
      const { outage } = record;
      const isOpen = outage !== undefined && outage.overAtMs === undefined;
      if (sinceMs !== undefined) return isOpen ? record : { ...record, outage: { sinceMs } };
      return isOpen ? { ...record, outage: { ...outage, overAtMs: read.atMs } } : record;
    }, read.atMs);
    return sinceMs !== undefined;
  }

  /** Resolves with whether more can be read now. */
  async function readOne(claim: AccountClaim, pace: ReadPace): Promise<boolean> {
    const { accountId, known, startedAttempts } = claim;
    if (startedAttempts > ATTEMPTS_AT_MOST) {
      log.error({ accountId, failures: startedAttempts }, 'a watched account rests: its reads did not end');
      await store.postpone(claim, now() + REST_MS);
      return true;
    }
    const reading = await readAccount(accountId);
    const nowMs = now();
    const result = reading.kind !== 'failed' ? 'answered' : reading.isSure ? 'failed-for-all' : 'failed';
    if (await noteSource({ accountId, atMs: nowMs, result })) {
      await store.postpone(claim, nowMs + OUTAGE_RETRY_MS);
      return result === 'answered';
    }
    const terms = termsOf(accountId);
    const observed =
      reading.kind === 'failed' ? observeFailure(known, nowMs) : observeReading(known, reading, terms, nowMs);
    if (observed === undefined) {
      await store.postpone(claim, retryAt(known, nowMs, pace));
      return true;
    }
    const { state, change } = observed;
    const dueAtMs =
      reading.kind === 'failed'
        ? retryAt(known, nowMs, pace)
        : nextReadAt(state, terms, nowMs, pace, chance('read', accountId, nowMs));
    const isNews = reading.kind !== 'failed' || change !== undefined;
    const event = isNews ? eventOf(known, observed, terms, nowMs) : undefined;
    const days = provenDays(known, state, terms);
    const step = { state, dueAtMs, days, ...(event && { event }) };
    const finished = await store.commitReading(claim, step, nowMs);
    if (finished === 'lost')
      log.warn({ accountId }, 'a read came too late: another process had taken it over');
    else if (change)
      log.info(
        { accountId, verdictBefore: change.from, verdict: change.to },
        'a watched account has changed',
      );
    return true;
  }

  return async ({ outage }) => {
    const isOut = outage !== undefined && outage.overAtMs === undefined;
    if (isOut) health = { ...health, outageSinceMs: outage.sinceMs };
    // Another process has seen its end.
    else if (health.outageSinceMs !== undefined) health = NO_READS;
    const startedAtMs = now();
    for (;;) {
      const nowMs = now();
      if (nowMs - startedAtMs >= TURN_AT_MOST_MS) return nowMs;
      // While the service cannot be asked one account tries for all of them.
      const free = Math.min(allowed(nowMs), health.outageSinceMs === undefined ? reads.atOnce : 1);
      if (isStopped()) return Number.POSITIVE_INFINITY;
      if (free === 0) return nowMs + 1000 / reads.perSecond;
      const pace = await paceAt(nowMs);
      const claims = await store.claimAccounts(nowMs, free);
      allowance -= claims.length;
      const canGoOn = await Promise.all(claims.map((claim) => readOne(claim, pace)));
      if (canGoOn.includes(false)) return now() + OUTAGE_RETRY_MS;
      const dueAtMs = (await store.nextDueAtMs('watched_accounts')) ?? Number.POSITIVE_INFINITY;
      if (claims.length < free || dueAtMs > now()) return dueAtMs;
    }
  };
}
