import type { AccountTerms } from '../domain/account-terms.ts';
import { judgeAccount } from '../domain/judge-account.ts';
import { isWorse, nextReadAt, observeReading, type WatchState } from '../domain/watch/observe-reading.ts';
import { NO_READS, noteRead, type SourceHealth, type SourceRead } from '../domain/watch/source-outage.ts';
import type { AccountClaim, SourceRecord } from '../domain/watch/watch-store.ts';
import type { WatchDeps } from './ports.ts';

type ReaderDeps = Pick<
  WatchDeps,
  'store' | 'readAccount' | 'termsOf' | 'reads' | 'chance' | 'now' | 'log'
> & {
  readonly isStopped: () => boolean;
};

const HOUR_MS = 60 * 60_000;
/** How often an account is read that is all right. */
const BASE_MS = 4 * HOUR_MS;
/** After a read that failed; while the service cannot be asked one account tries for all of them. */
const RETRY_MS = 10 * 60_000;
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

  async function noteSource(read: SourceRead, source: SourceRecord): Promise<void> {
    const wasOutage = health.outageSinceMs !== undefined;
    health = noteRead(health, read);
    const isOutage = health.outageSinceMs !== undefined;
    if (wasOutage === isOutage) return;
    const outage = isOutage
      ? { sinceMs: health.outageSinceMs ?? read.atMs }
      : { sinceMs: source.outage?.sinceMs ?? read.atMs, overAtMs: read.atMs };
    log.warn(isOutage ? 'watched accounts cannot be read' : 'watched accounts can be read again');
    await store.writeSource({ ...(await store.readSource()), outage });
    await store.wakeChannels(read.atMs);
  }

  async function readOne(claim: AccountClaim, source: SourceRecord): Promise<void> {
    const { accountId, known, startedAttempts } = claim;
    if (startedAttempts > ATTEMPTS_AT_MOST) {
      log.error({ accountId, failures: startedAttempts }, 'a watched account rests: its reads did not end');
      await store.postpone(claim, now() + REST_MS);
      return;
    }
    const reading = await readAccount(accountId);
    const nowMs = now();
    if (reading.kind === 'failed') {
      await noteSource({ atMs: nowMs, result: reading.isSure ? 'failed-for-all' : 'failed' }, source);
      await store.postpone(claim, nowMs + (health.outageSinceMs === undefined ? RETRY_MS : OUTAGE_RETRY_MS));
      return;
    }
    await noteSource({ atMs: nowMs, result: 'answered' }, source);
    if (health.outageSinceMs !== undefined) {
      await store.postpone(claim, nowMs + OUTAGE_RETRY_MS);
      return;
    }
    const terms = termsOf(accountId);
    const { state, change } = observeReading(known, reading, terms, nowMs);
    const plan = { baseMs: BASE_MS, chance: chance('read', accountId, nowMs) };
    const event = change && { kind: 'level' as const, ...change, ...canWait(state, terms, nowMs) };
    const step = { state, dueAtMs: nextReadAt(state, terms, nowMs, plan), ...(event && { event }) };
    const finished = await store.commitReading(claim, step, nowMs);
    if (finished === 'lost')
      log.warn({ accountId }, 'a read came too late: another process had taken it over');
    else if (change)
      log.info(
        { accountId, verdict: change.to, verdictBefore: change.from },
        'a watched account has changed',
      );
  }

  return async (source) => {
    health = {
      ...health,
      ...(source.outage && source.outage.overAtMs === undefined && { outageSinceMs: source.outage.sinceMs }),
    };
    for (;;) {
      const nowMs = now();
      const free = health.outageSinceMs === undefined ? allowed(nowMs) : Math.min(1, allowed(nowMs));
      if (isStopped()) return Number.POSITIVE_INFINITY;
      if (free === 0) return nowMs + 1000 / reads.perSecond;
      const claims = await store.claimAccounts(nowMs, free);
      if (claims.length === 0) return (await store.nextDueAtMs()).accountAtMs ?? Number.POSITIVE_INFINITY;
      allowance -= claims.length;
      await Promise.all(claims.map((claim) => readOne(claim, source)));
    }
  };
}

/** Whether the package alone makes the account bad: nobody renews a contract at night. */
function canWait({ account, level }: WatchState, { thresholds, exceptions }: AccountTerms, nowMs: number) {
  if (account === undefined) return {};
  const { reasons } = judgeAccount(account, nowMs, thresholds, exceptions);
  const causes = reasons.filter((reason) => reason.level !== 'note' && !isWorse(level, reason.level));
  const isPackageAlone = causes.length > 0 && causes.every(({ rule }) => rule.startsWith('package-'));
  return isPackageAlone ? ({ canWait: true } as const) : {};
}
