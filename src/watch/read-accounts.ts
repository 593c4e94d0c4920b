import type { AccountTerms } from '../domain/account-terms.ts';
import { HOUR_MS, MINUTE_MS } from '../domain/duration.ts';
import { provenDays } from '../domain/history/account-days.ts';
import { judgeAccount } from '../domain/judge-account.ts';
import {
  isWorse,
  nextReadAt,
  type ObservedReading,
  observeFailure,
  observeReading,
  type WatchState,
} from '../domain/watch/observe-reading.ts';
import { NO_READS, noteRead, type SourceHealth, type SourceRead } from '../domain/watch/source-outage.ts';
import type { AccountClaim, AccountStep, SourceRecord } from '../domain/watch/watch-store.ts';
import type { WatchDeps } from './ports.ts';

type ReaderDeps = Pick<
  WatchDeps,
  'store' | 'readAccount' | 'termsOf' | 'reads' | 'chance' | 'now' | 'log'
> & {
  readonly isStopped: () => boolean;
};

/** How often an account is read that is all right. */
const BASE_MS = 4 * HOUR_MS;
/** After a read that failed; while the service cannot be asked one account tries for all of them. */
const RETRY_MS = 10 * MINUTE_MS;
const OUTAGE_RETRY_MS = 60_000;
/** An account that was begun so often without an end rests: perhaps it is what ends the process. */
const ATTEMPTS_AT_MOST = 3;
const REST_MS = HOUR_MS;

/**
 * Reads the accounts that are due, no faster than allowed, and notes what became of each. Resolves with the moment at
 * which more may be done.
 */
export function createAccountReader(deps: ReaderDeps): (source: SourceRecord) => Promise<number> {
  const { store, readAccount, termsOf, reads, chance, now, log, isStopped } = deps;
  let health: SourceHealth = NO_READS;
  let [allowance, allowedAtMs] = [reads.perSecond, now()];

  /** How many reads may begin now. */
  function allowed(nowMs: number): number {
    const earned = (Math.max(0, nowMs - allowedAtMs) / 1000) * reads.perSecond;
    [allowance, allowedAtMs] = [Math.min(reads.perSecond, allowance + earned), nowMs];
    return Math.min(Math.floor(allowance), reads.atOnce);
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
  async function readOne(claim: AccountClaim): Promise<boolean> {
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
      await store.postpone(claim, nowMs + RETRY_MS);
      return true;
    }
    const { state, change } = observed;
    const plan = { baseMs: BASE_MS, chance: chance('read', accountId, nowMs) };
    const dueAtMs = reading.kind === 'failed' ? nowMs + RETRY_MS : nextReadAt(state, terms, nowMs, plan);
    const event = eventOf(known, observed, terms, nowMs);
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
    for (;;) {
      const nowMs = now();
      // While the service cannot be asked one account tries for all of them.
      const free = Math.min(allowed(nowMs), health.outageSinceMs === undefined ? reads.atOnce : 1);
      if (isStopped()) return Number.POSITIVE_INFINITY;
      if (free === 0) return nowMs + 1000 / reads.perSecond;
      const claims = await store.claimAccounts(nowMs, free);
      allowance -= claims.length;
      const canGoOn = await Promise.all(claims.map(readOne));
      if (canGoOn.includes(false)) return now() + OUTAGE_RETRY_MS;
      if (claims.length < free)
        return (await store.nextDueAtMs('watched_accounts')) ?? Number.POSITIVE_INFINITY;
    }
  };
}

/** What a reading means for the incident of an account. Absent: nothing. */
function eventOf(
  known: WatchState | undefined,
  { state, change }: ObservedReading,
  terms: AccountTerms,
  nowMs: number,
): AccountStep['event'] {
  const waits = canWait(state, terms, nowMs);
  if (change !== undefined) return { kind: 'level', ...change, ...waits };
  if (known?.level !== state.level || state.level === 'healthy') return undefined;
  // The package has not been the only cause since: that cannot wait until the morning.
  const isUrgentNow = canWait(known, terms, known.readAtMs).canWait && !waits.canWait;
  const { level, startedAtMs } = state;
  return isUrgentNow ? { kind: 'level', from: level, to: level, startedAtMs } : undefined;
}

/** Whether the package alone makes the account bad: nobody renews a contract at night. */
function canWait(
  { account, level }: WatchState,
  { thresholds, exceptions }: AccountTerms,
  nowMs: number,
): { readonly canWait?: true } {
  if (account === undefined) return {};
  const { reasons } = judgeAccount(account, nowMs, thresholds, exceptions);
  const causes = reasons.filter((reason) => reason.level !== 'note' && !isWorse(level, reason.level));
  const isPackageAlone = causes.length > 0 && causes.every(({ rule }) => rule.startsWith('package-'));
  return isPackageAlone ? ({ canWait: true } as const) : {};
}
