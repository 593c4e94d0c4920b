// What time alone makes of an account: when its level changes, and since when it is as it is.
import type { Account, LastBackup } from './account.ts';
import { CLOCK_AHEAD_MS, judge } from './judge.ts';
import type { Answer } from './outcome.ts';
import { afterWeekdayMs, DAY_MS, dayEndMs, instantOf, isoDayMs, thresholdMs } from './time.ts';
import { type AccountRules, BACKUP_KINDS, type Thresholds, type VerdictLevel } from './verdict.ts';

/** A time at which time alone may change the verdict. */
interface TurningPoint {
  readonly atMs: number;
  /** Since when it applies: the same time, or for a backup from the future the time at which that backup ran. */
  readonly startsAtMs: number;
}

/**
 * The first time after `nowMs` at which the account has another level if nothing about it changes but its age.
 * `undefined`: never. Between now and then the level stays as it is.
 */
export function nextChangeAt(account: Account, nowMs: number, rules: AccountRules): number | undefined {
  const { level } = judge(account, nowMs, rules);
  return turningPoints(account, rules)
    .map(({ atMs }) => atMs)
    .filter((atMs) => atMs > nowMs)
    .sort((one, other) => one - other)
    .find((atMs) => judge(account, atMs, rules).level !== level);
}

/**
 * Since when the account has had its present level, by its own dates. `undefined`: no date in it says so, because the
 * level follows from something else, such as the version of the client.
 */
export function levelSince(account: Account, nowMs: number, rules: AccountRules): number | undefined {
  const { level } = judge(account, nowMs, rules);
  return sinceLast(account, nowMs, rules, (before) => before !== level);
}

/** Since when the account has not been all right, by its own dates, at any level. `undefined`: no date says so. */
export const unhealthySince = (account: Account, nowMs: number, rules: AccountRules): number | undefined =>
  sinceLast(account, nowMs, rules, (before) => before === 'healthy');

/** The start of what began at the last turning point just before which the account had such a level. */
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
 * Since when a watched account has the level that is known of it, epoch milliseconds. `undefined`: it had it when its watch
 * began, and no date says since when. `account` is as of the last read, and absent where the service knows none;
 * `startedAtMs` is since when the level is known. `isSeen`: it became bad while it was watched.
 */
export function stateSince(
  {
    account,
    readAtMs,
    startedAtMs,
  }: { readonly account?: Account; readonly readAtMs: number; readonly startedAtMs: number },
  rules: AccountRules,
  isSeen: boolean,
): number | undefined {
  const isDated = account !== undefined && levelSince(account, readAtMs, rules) !== undefined;
  return isDated || isSeen ? startedAtMs : undefined;
}

/**
 * Since when an account has been as bad as an answer says, epoch milliseconds: by its own dates, and as a watch has seen it.
 * `undefined`: neither says so, or nothing is bad, or the answer is an earlier one and the present is unknown.
 */
export function answerSince(answer: Answer): number | undefined {
  const { account, verdict, readAtMs, source, seen } = answer;
  const { level } = verdict;
  if (level === 'healthy' || source === 'last-known') return undefined;
  // A verdict is made later than the reading it is based on.
  const datedMs =
    judge(account, readAtMs, verdict).level === level ? levelSince(account, readAtMs, verdict) : undefined;
  const seenMs = seen?.level === level ? seen.startedAtMs : undefined;
  // Just before either of them it had another level.
  return datedMs === undefined || seenMs === undefined ? (datedMs ?? seenMs) : Math.max(datedMs, seenMs);
}

function turningPoints(account: Account, rules: AccountRules): TurningPoint[] {
  const counted = BACKUP_KINDS.filter((backup) => rules.exceptions?.ignored?.backup !== backup);
  return [
    ...counted.flatMap((backup) => pointsOfBackup(account[backup], account.zone.id, rules)),
    ...pointsOfPackage(account, rules.thresholds),
  ].filter(({ atMs }) => Number.isFinite(atMs));
}

function pointsOfBackup(
  last: LastBackup,
  zoneId: string,
  { thresholds, exceptions }: AccountRules,
): TurningPoint[] {
  if (last.kind !== 'at') return [];
  const { late, stale } = thresholds;
  const believedAtMs = last.atMs - CLOCK_AHEAD_MS;
  // A bare date counts as the end of that day.
  const fromMs = last.precision === 'day' ? dayEndMs(last.atMs, zoneId) : last.atMs;
  const isWeekdaysOnly = exceptions?.weekdaysOnly !== undefined;
  const ages = [late, stale].map(thresholdMs);
  return [
    { atMs: believedAtMs, startsAtMs: last.atMs },
    ...ages.map((ageMs) => at(isWeekdaysOnly ? afterWeekdayMs(fromMs, ageMs, zoneId) : fromMs + ageMs)),
  ];
}

/** Midnights in the service's zone: the package begins to end soon, and it has ended. */
function pointsOfPackage({ packageEndsOn, zone }: Account, { packageEndsSoon }: Thresholds): TurningPoint[] {
  if (packageEndsOn === undefined) return [];
  const lastDayMs = isoDayMs(packageEndsOn);
  const soonDays = Math.floor(thresholdMs(packageEndsSoon) / DAY_MS);
  return [lastDayMs - soonDays * DAY_MS, lastDayMs + DAY_MS].map((midnightMs) =>
    at(instantOf(midnightMs, zone.id)),
  );
}

const at = (atMs: number): TurningPoint => ({ atMs, startsAtMs: atMs });
