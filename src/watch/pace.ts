import { nextChangeAt } from '../account/level-over-time.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../account/time.ts';
import type { AccountRules, VerdictLevel } from '../account/verdict.ts';
import { CONFIRM_AFTER_MS, type WatchState } from './observe.ts';

/** How many watched accounts are at each level, by their last read. One that was never read counts as `unknown`. */
export type AccountsByLevel = Readonly<Record<VerdictLevel, number>>;

/** How often accounts are read; bad ones more often. */
export interface ReadPace {
  readonly everyMs: number;
  readonly badEveryMs: number;
  /** Once it has been bad for a day. */
  readonly longBadEveryMs: number;
  /** When it gets no answer and nothing is known about it. */
  readonly unknownEveryMs: number;
}

/** A row that has been due for longer means that the watches are too slow. */
export const LATE_AFTER_MS = 10 * MINUTE_MS;

const FEW = 1_000;
const FEW_EVERY_MS = HOUR_MS;
const MANY_EVERY_MS = 4 * HOUR_MS;
const BAD_EVERY_MS = 10 * MINUTE_MS;
const LONG_BAD_EVERY_MS = 30 * MINUTE_MS;
/** After a read that failed. */
const RETRY_MS = 10 * MINUTE_MS;
/** The rest is for reads at a known time of change, and for second reads. */
const SHARE_OF_RATE = 0.8;
/** The part of it for unknown accounts that get no answer: there may be thousands of them for ever. */
const SHARE_OF_UNKNOWN = 0.1;
/** A change at a known time is read a little later, so that the service's clock has passed that time too. */
const AFTER_CHANGE_MS = 60_000;

/**
 * The pace at which the reads of all accounts fit into the allowed rate. With too many accounts the intervals grow, first
 * those of bad accounts, so that nothing that is due has to wait.
 */
export function readPace(
  { healthy, unknown, attention, critical }: AccountsByLevel,
  perSecond: number,
): ReadPace {
  const perMs = (perSecond * SHARE_OF_RATE) / 1_000;
  const [good, bad] = [healthy + unknown, attention + critical];
  const everyMs = Math.max(good + bad <= FEW ? FEW_EVERY_MS : MANY_EVERY_MS, good / (perMs / 2));
  const leastMs = bad / (perMs - good / everyMs);
  return {
    everyMs,
    badEveryMs: Math.max(BAD_EVERY_MS, leastMs),
    longBadEveryMs: Math.max(LONG_BAD_EVERY_MS, leastMs),
    unknownEveryMs: Math.min(everyMs, Math.max(LONG_BAD_EVERY_MS, unknown / (perMs * SHARE_OF_UNKNOWN))),
  };
}

/**
 * When a watched account is read next: when its level changes by age, or earlier at this pace. `chance`, from 0 to 1,
 * spreads the reads of healthy accounts by a tenth to either side.
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
  const everyMs = isBad ? badEveryMs : Math.round(pace.everyMs * (0.9 + 0.2 * chance));
  const changeAtMs = account && nextChangeAt(account, nowMs, rules);
  return Math.min(nowMs + everyMs, (changeAtMs ?? Number.POSITIVE_INFINITY) + AFTER_CHANGE_MS);
}

/**
 * When to read an account again whose reads have failed since then: soon at first, and later the longer it gets no answer.
 * It may have become worse since, so it waits no longer than a bad one.
 */
export function retryAt(
  known: WatchState | undefined,
  failingSinceMs: number,
  nowMs: number,
  { longBadEveryMs, unknownEveryMs }: ReadPace,
): number {
  const isKnown = known !== undefined && known.level !== 'unknown';
  const maxMs = isKnown ? longBadEveryMs : unknownEveryMs;
  return nowMs + Math.min(Math.max(nowMs - failingSinceMs, RETRY_MS), maxMs);
}
