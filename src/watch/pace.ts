import { nextChangeAt } from '../account/level-over-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../account/time.ts';
import type { AccountRules, VerdictLevel } from '../account/verdict.ts';
import { CONFIRM_AFTER_MS, type WatchState } from './observe.ts';

/** How many watched accounts have each level, by their last read. Accounts that were never read count as `unknown`. */
export type AccountsByLevel = Readonly<Record<VerdictLevel, number>>;

/** The intervals at which accounts are read, in milliseconds; bad ones more often. */
export type ReadPace = ReturnType<typeof readPace>;

/** If a row has been due for longer, the watches cannot keep up. */
export const LATE_AFTER_MS = 10 * MINUTE_MS;

const FEW = 1_000;
const FEW_EVERY_MS = HOUR_MS;
const MANY_EVERY_MS = 4 * HOUR_MS;
const BAD_EVERY_MS = 10 * MINUTE_MS;
const LONG_BAD_EVERY_MS = 30 * MINUTE_MS;
/** The shortest wait after a failed read. */
const RETRY_MS = 10 * MINUTE_MS;
/** The share of the allowed rate for regular reads. The rest is for reads at a known time of change and for second reads. */
const SHARE_OF_RATE = 0.8;
/** The part of that for unknown accounts whose reads fail: there may always be thousands of them. */
const SHARE_OF_UNKNOWN = 0.1;
/** A change at a known time is read a little later, so that the service's clock has passed that time too. */
const AFTER_CHANGE_MS = 60_000;

/**
 * The pace at which the reads of all accounts fit into the allowed rate. With too many accounts the intervals grow, first
 * those of bad accounts, so that reads that are due do not pile up.
 */
export function readPace({ healthy, unknown, attention, critical }: AccountsByLevel, perSecond: number) {
  const perMs = (perSecond * SHARE_OF_RATE) / 1_000;
  const [good, bad] = [healthy + unknown, attention + critical];
  const everyMs = Math.max(good + bad <= FEW ? FEW_EVERY_MS : MANY_EVERY_MS, good / (perMs / 2));
  const leastMs = bad / (perMs - good / everyMs);
  return {
    everyMs,
    badEveryMs: Math.max(BAD_EVERY_MS, leastMs),
    /** For accounts that have been bad for a day. */
    longBadEveryMs: Math.max(LONG_BAD_EVERY_MS, leastMs),
    /** For accounts whose reads fail and whose level is unknown. */
    unknownEveryMs: Math.min(everyMs, Math.max(LONG_BAD_EVERY_MS, unknown / (perMs * SHARE_OF_UNKNOWN))),
  };
}

/**
 * When to read a watched account next: at this pace, or earlier if its level changes by age. `chance`, from 0 to 1, spreads
 * the reads of healthy accounts by up to a tenth of the interval in both directions.
 */
export function nextReadAt(
  { level, startedAtMs, account, candidate }: WatchState,
  rules: AccountRules,
  nowMs: number,
  pace: ReadPace,
  chance: number,
): number {
  if (candidate !== undefined) return nowMs + CONFIRM_AFTER_MS;
  const isBad = level === 'critical' || level === 'attention';
  const badEveryMs = nowMs - startedAtMs < DAY_MS ? pace.badEveryMs : pace.longBadEveryMs;
  const everyMs = isBad ? badEveryMs : pace.everyMs * (0.9 + 0.2 * chance);
  const changeAtMs = account && nextChangeAt(account, nowMs, rules);
  return Math.round(Math.min(nowMs + everyMs, (changeAtMs ?? Number.POSITIVE_INFINITY) + AFTER_CHANGE_MS));
}

/**
 * When to read an account again whose reads have failed since `failingSinceMs`: the longer they fail, the longer the wait.
 * An account with a known level may have become worse meanwhile, so it waits no longer than a bad one.
 */
export function retryAt(
  known: WatchState | undefined,
  failingSinceMs: number,
  nowMs: number,
  { longBadEveryMs, unknownEveryMs }: ReadPace,
): number {
  const isKnown = known !== undefined && known.level !== 'unknown';
  const maxMs = isKnown ? longBadEveryMs : unknownEveryMs;
  return Math.round(nowMs + Math.min(Math.max(nowMs - failingSinceMs, RETRY_MS), maxMs));
}
