import { HOUR_MS, MINUTE_MS } from '../../account/time.ts';
import { provenDays } from '../history/account-days.ts';
import { eventOf } from '../incident.ts';
import { nextReadAt, type ReadPace, readPace, retryAt } from '../next-read.ts';
import { observeFailure, observeReading } from '../observe-reading.ts';
import { NO_READS, noteRead, type SourceHealth, type SourceRead } from '../source-outage.ts';
import { isGoingOn } from '../told.ts';
import type { AccountClaim, AccountStep, SourceRecord } from '../watch-store.ts';
import type { ReadForWatch, WatchDeps } from './ports.ts';

type ReaderDeps = Pick<
  WatchDeps,
  'store' | 'readAccount' | 'termsOf' | 'reads' | 'chance' | 'now' | 'log'
> & {
  readonly isStopped: () => boolean;
};

/** While the service cannot be asked. */
const OUTAGE_RETRY_MS = 60_000;
/** How long the pace of the reads stays as it is. */
const PACE_FOR_MS = 5 * MINUTE_MS;
/** An account that was begun so often without an end rests: perhaps it is what ends the process. */
const ATTEMPTS_AT_MOST = 3;
const REST_MS = HOUR_MS;
/** Each turn notes that somebody watches; with a slow service one for all that is due would last for hours. */
const TURN_AT_MOST_MS = 60_000;

/** What the reads of this process, and those of the others, say of the service itself. */
interface KnownSource {
  health: SourceHealth;
}

/**
 * Reads the accounts that are due, no faster than allowed, and notes what became of each. Resolves with the moment at
 * which more may be done.
 */
export function createAccountReader(deps: ReaderDeps): (record: SourceRecord) => Promise<number> {
  const { store, reads, now, isStopped } = deps;
  const source: KnownSource = { health: NO_READS };
  let [allowance, allowedAtMs] = [reads.perSecond, now()];
  let paced: { readonly pace: ReadPace; readonly atMs: number } | undefined;

  /** How many reads may begin now. While the service cannot be asked one account tries for all of them. */
  function allowed(nowMs: number): number {
    const earned = (Math.max(0, nowMs - allowedAtMs) / 1000) * reads.perSecond;
    [allowance, allowedAtMs] = [Math.min(reads.perSecond, allowance + earned), nowMs];
    return Math.min(Math.floor(allowance), source.health.outageSinceMs === undefined ? reads.atOnce : 1);
  }

  async function paceAt(nowMs: number): Promise<ReadPace> {
    if (paced === undefined || Math.abs(nowMs - paced.atMs) > PACE_FOR_MS)
      paced = { pace: readPace(await store.countByLevel(), reads.perSecond), atMs: nowMs };
    return paced.pace;
  }

  return async ({ outage }) => {
    if (isGoingOn(outage)) source.health = { ...source.health, outageSinceMs: outage.sinceMs };
    // Another process has seen its end.
    else if (source.health.outageSinceMs !== undefined) source.health = NO_READS;
    const startedAtMs = now();
    for (;;) {
      const nowMs = now();
      if (nowMs - startedAtMs >= TURN_AT_MOST_MS) return nowMs;
      const free = allowed(nowMs);
      if (isStopped()) return Number.POSITIVE_INFINITY;
      if (free === 0) return nowMs + 1000 / reads.perSecond;
      const pace = await paceAt(nowMs);
      const claims = await store.claimAccounts(nowMs, free);
      allowance -= claims.length;
      const canGoOn = await Promise.all(claims.map((claim) => readOne(claim, pace, source, deps)));
      if (canGoOn.includes(false)) return now() + OUTAGE_RETRY_MS;
      const dueAtMs = await store.nextDueAtMs('watched_accounts');
      if (claims.length < free || dueAtMs > now()) return dueAtMs;
    }
  };
}

/** Resolves with whether more can be read now. */
async function readOne(claim: AccountClaim, pace: ReadPace, source: KnownSource, deps: ReaderDeps) {
  const { store, readAccount, now, log } = deps;
  const { accountId, known, startedAttempts } = claim;
  if (startedAttempts > ATTEMPTS_AT_MOST) {
    log.error({ accountId, failures: startedAttempts }, 'a watched account rests: its reads did not end');
    await store.postpone(claim, now() + REST_MS);
    return true;
  }
  const reading = await readAccount(accountId);
  const nowMs = now();
  const result = reading.kind !== 'failed' ? 'answered' : reading.isSure ? 'failed-for-all' : 'failed';
  if (await noteSource(source, { accountId, atMs: nowMs, result }, deps)) {
    await store.postpone(claim, nowMs + OUTAGE_RETRY_MS);
    return result === 'answered';
  }
  const step = stepOf(claim, reading, pace, nowMs, deps);
  const finished =
    step === undefined
      ? await store.postpone(claim, retryAt(known, nowMs, pace))
      : await store.commitReading(claim, step, nowMs);
  const { from, to } = step?.event ?? {};
  if (finished === 'lost') log.warn({ accountId }, 'a read came too late: another process had taken it over');
  else if (from !== to)
    log.info({ accountId, verdictBefore: from, verdict: to }, 'a watched account has changed');
  return true;
}

/** What a read says of the service itself; all processes know it from then on. Resolves with whether it is out. */
async function noteSource(source: KnownSource, read: SourceRead, deps: ReaderDeps): Promise<boolean> {
  const { store, log } = deps;
  const wasOut = source.health.outageSinceMs !== undefined;
  source.health = noteRead(source.health, read);
  const { outageSinceMs: sinceMs } = source.health;
  const isOut = sinceMs !== undefined;
  if (isOut === wasOut) return isOut;
  log.warn(isOut ? 'watched accounts cannot be read' : 'watched accounts can be read again');
  await store.noteSource((record) => {
    const { outage } = record;
    if (isOut) return isGoingOn(outage) ? record : { ...record, outage: { sinceMs } };
    return isGoingOn(outage) ? { ...record, outage: { ...outage, overAtMs: read.atMs } } : record;
  }, read.atMs);
  return isOut;
}

/** What a read makes of an account. `undefined`: nothing new. */
function stepOf(
  { accountId, known }: AccountClaim,
  reading: Awaited<ReturnType<ReadForWatch>>,
  pace: ReadPace,
  nowMs: number,
  { termsOf, chance }: ReaderDeps,
): AccountStep | undefined {
  const terms = termsOf(accountId);
  const isFailed = reading.kind === 'failed';
  const observed = isFailed ? observeFailure(known, nowMs) : observeReading(known, reading, terms, nowMs);
  if (observed === undefined) return undefined;
  const { state, change } = observed;
  const dueAtMs = isFailed
    ? retryAt(known, nowMs, pace)
    : nextReadAt(state, terms, nowMs, pace, chance('read', accountId, nowMs));
  const event = isFailed && change === undefined ? undefined : eventOf(known, observed, terms, nowMs);
  return { state, dueAtMs, days: provenDays(known, state, terms), event };
}
