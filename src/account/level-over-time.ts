// How the level of an account changes with time alone: when it changes next, and since when it has been what it is.
import type { Account, LastBackup } from './account.ts';
import { CLOCK_AHEAD_MS, judge } from './judge.ts';
import type { Answer } from './outcome.ts';
import { afterWeekdayMs, DAY_MS, dayEndMs, instantOf, isoDayMs, thresholdMs } from './time.ts';
import { type AccountRules, BACKUP_KINDS, type Thresholds, type VerdictLevel } from './verdict.ts';

/**
 * An instant at which the verdict may change only because time passes. `startsAtMs`: since when the new verdict applies: the
 * same instant, or for a backup in the future, the time of that backup.
 */
type TurningPoint = Readonly<Record<'atMs' | 'startsAtMs', number>>;

/**
 * The first time after `nowMs` at which the level of the account changes if no new backup runs. Until then the level stays
 * as it is. Undefined: it never changes.
 */
export function nextChangeAt(account: Account, nowMs: number, rules: AccountRules): number | undefined {
  const { level } = judge(account, nowMs, rules);
  return turningPoints(account, rules)
    .sort((one, other) => one.atMs - other.atMs)
    .find(({ atMs }) => atMs > nowMs && judge(account, atMs, rules).level !== level)?.atMs;
}

/** Since when the account has had its present level, by its own dates, epoch milliseconds. Undefined: no date tells. */
export function levelSince(account: Account, nowMs: number, rules: AccountRules): number | undefined {
  const { level } = judge(account, nowMs, rules);
  return sinceLast(account, nowMs, rules, (before) => before !== level);
}

/** Since when the account has been unhealthy, at any level, by its own dates. Undefined: no date tells. */
export const unhealthySince = (account: Account, nowMs: number, rules: AccountRules): number | undefined =>
  sinceLast(account, nowMs, rules, (before) => before === 'healthy');

/** The start of what began at the last turning point before which `isOther` held for the level. */
const sinceLast = (
  account: Account,
  nowMs: number,
  rules: AccountRules,
  isOther: (before: VerdictLevel) => boolean,
): number | undefined =>
  turningPoints(account, rules)
    .filter(({ atMs }) => atMs <= nowMs)
    .sort((one, other) => other.atMs - one.atMs)
    .find(({ atMs }) => isOther(judge(account, atMs - 1, rules).level))?.startsAtMs;

/**
 * Since when a watched account has had its known level, epoch milliseconds. Undefined: it had the level when its watch
 * began, and no date tells since when. `account`: as of the last read; absent if the service knows none. `startedAtMs`:
 * since when the level is known. `isSeen`: the account became bad while it was watched.
 */
export function stateSince(
  state: { readonly account?: Account; readonly readAtMs: number; readonly startedAtMs: number },
  rules: AccountRules,
  isSeen: boolean,
): number | undefined {
  const { account, readAtMs, startedAtMs } = state;
  const isDated = account !== undefined && levelSince(account, readAtMs, rules) !== undefined;
  return isDated || isSeen ? startedAtMs : undefined;
}

/**
 * Since when an account has had the level of an answer, epoch milliseconds: by its own dates and its watches. Undefined:
 * neither tells, or the account is healthy, or the answer is `last-known`, so that the present level is unknown.
 */
export function answerSince(answer: Answer): number | undefined {
  const { account, verdict, readAtMs, source, seen } = answer;
  const { level } = verdict;
  if (level === 'healthy' || source === 'last-known') return undefined;
  // The verdict is later than its reading, so the level may have changed since.
  const datedMs =
    judge(account, readAtMs, verdict).level === level ? levelSince(account, readAtMs, verdict) : undefined;
  const seenMs = seen?.level === level ? seen.startedAtMs : undefined;
  // The account had another level before either time, so the later one counts.
  return datedMs === undefined || seenMs === undefined ? (datedMs ?? seenMs) : Math.max(datedMs, seenMs);
}

function turningPoints(account: Account, rules: AccountRules): TurningPoint[] {
  const counted = BACKUP_KINDS.filter((backup) => rules.exceptions?.ignored?.backup !== backup);
  return [
    ...counted.flatMap((backup) => pointsOfBackup(account[backup], account.zone.id, rules)),
    ...pointsOfPackage(account, rules.thresholds),
    // Leaves out what no calendar has.
  ].filter(({ atMs }) => !Number.isNaN(new Date(atMs).getTime()));
}

function pointsOfBackup(last: LastBackup, zoneId: string, rules: AccountRules): TurningPoint[] {
  if (last.kind !== 'at') return [];
  const { late, stale } = rules.thresholds;
  // A date without a time counts as the end of that day.
  const fromMs = last.precision === 'day' ? dayEndMs(last.atMs, zoneId) : last.atMs;
  const whenAged = (ageMs: number) =>
    rules.exceptions?.weekdaysOnly ? afterWeekdayMs(fromMs, ageMs, zoneId) : fromMs + ageMs;
  const believed = { atMs: last.atMs - CLOCK_AHEAD_MS, startsAtMs: last.atMs };
  return [believed, ...[late, stale].map((limit) => at(whenAged(thresholdMs(limit))))];
}

/** Midnights in the service's zone: from the first on the package ends soon, from the second on it has ended. */
function pointsOfPackage({ packageEndsOn, zone }: Account, { packageEndsSoon }: Thresholds): TurningPoint[] {
  if (packageEndsOn === undefined) return [];
  const lastDayMs = isoDayMs(packageEndsOn);
  const soonDays = Math.floor(thresholdMs(packageEndsSoon) / DAY_MS);
  return [lastDayMs - soonDays * DAY_MS, lastDayMs + DAY_MS].map((midnightMs) =>
    at(instantOf(midnightMs, zone.id)),
  );
}

const at = (atMs: number): TurningPoint => ({ atMs, startsAtMs: atMs });
