import type { Account, LastBackup } from '../../account/account.ts';
import { CLOCK_AHEAD_MS, judge } from '../../account/judge.ts';
import { afterWeekdayMs, DAY_MS, dayEndMs, isoDayMs, momentOf, thresholdMs } from '../../account/time.ts';
import { BACKUP_KINDS, type Thresholds, type VerdictLevel } from '../../account/verdict.ts';
import type { AccountTerms } from '../account-terms.ts';

/** The terms that a verdict depends on. */
export type JudgedBy = Pick<AccountTerms, 'thresholds' | 'exceptions'>;

/** A moment at which time alone may change the verdict. */
interface TurningPoint {
  readonly atMs: number;
  /** Since when it applies: the same moment, or for a backup from the future the moment at which that backup ran. */
  readonly startsAtMs: number;
}

/** The level of an account as if it had been read at that moment, epoch milliseconds. */
export const levelAt = (account: Account, atMs: number, terms: JudgedBy): VerdictLevel =>
  judge(account, atMs, terms).level;

/**
 * The first moment after `nowMs` at which the account has another level if nothing about it changes but its age.
 * `undefined`: never. Between now and then the level stays as it is.
 */
export function nextChangeAt(account: Account, nowMs: number, terms: JudgedBy): number | undefined {
  const level = levelAt(account, nowMs, terms);
  return turningPoints(account, terms)
    .map(({ atMs }) => atMs)
    .filter((atMs) => atMs > nowMs)
    .sort((one, other) => one - other)
    .find((atMs) => levelAt(account, atMs, terms) !== level);
}

/**
 * Since when the account has had its present level, by its own dates. `undefined`: no date in it says so, because the
 * level follows from something else, such as the version of the client.
 */
export function levelSince(account: Account, nowMs: number, terms: JudgedBy): number | undefined {
  const level = levelAt(account, nowMs, terms);
  return sinceLast(account, nowMs, terms, (before) => before !== level);
}

/** Since when the account has not been all right, by its own dates, at any level. `undefined`: no date says so. */
export const unwellSince = (account: Account, nowMs: number, terms: JudgedBy): number | undefined =>
  sinceLast(account, nowMs, terms, (before) => before === 'healthy');

/** The start of what began at the last turning point just before which the account had such a level. */
const sinceLast = (
  account: Account,
  nowMs: number,
  terms: JudgedBy,
  isOther: (before: VerdictLevel) => boolean,
): number | undefined =>
  turningPoints(account, terms)
    .filter(({ atMs }) => atMs <= nowMs)
    .sort((one, other) => other.atMs - one.atMs)
    .find(({ atMs }) => isOther(levelAt(account, atMs - 1, terms)))?.startsAtMs;

/** The moments in between at which the level may become another one by age alone. */
export const changesBetween = (account: Account, fromMs: number, toMs: number, terms: JudgedBy): number[] =>
  turningPoints(account, terms)
    .map(({ atMs }) => atMs)
    .filter((atMs) => atMs > fromMs && atMs < toMs);

function turningPoints(account: Account, terms: JudgedBy): TurningPoint[] {
  const { thresholds, exceptions } = terms;
  const counted = BACKUP_KINDS.filter((backup) => exceptions.ignored?.backup !== backup);
  return [
    ...counted.flatMap((backup) => pointsOfBackup(account[backup], account.zone.id, terms)),
    ...pointsOfPackage(account, thresholds),
  ].filter(({ atMs }) => Number.isFinite(atMs));
}

function pointsOfBackup(
  last: LastBackup,
  zoneId: string,
  { thresholds, exceptions }: JudgedBy,
): TurningPoint[] {
  if (last.kind !== 'at') return [];
  const { late, stale } = thresholds;
  const believedAtMs = last.atMs - CLOCK_AHEAD_MS;
  // A bare date counts as the end of that day.
  const fromMs = last.precision === 'day' ? dayEndMs(last.atMs, zoneId) : last.atMs;
  const isWeekdaysOnly = exceptions.weekdaysOnly !== undefined;
  const ages = [late, stale].map(thresholdMs);
  return [
    { atMs: believedAtMs, startsAtMs: last.atMs },
    ...ages.map((ageMs) =>
      sameMoment(isWeekdaysOnly ? afterWeekdayMs(fromMs, ageMs, zoneId) : fromMs + ageMs),
    ),
  ];
}

/** Midnights in the service's zone: the package begins to end soon, and it has ended. */
function pointsOfPackage({ packageEndsOn, zone }: Account, { packageEndsSoon }: Thresholds): TurningPoint[] {
  if (packageEndsOn === undefined) return [];
  const lastDayMs = isoDayMs(packageEndsOn);
  const soonDays = Math.floor(thresholdMs(packageEndsSoon) / DAY_MS);
  return [lastDayMs - soonDays * DAY_MS, lastDayMs + DAY_MS].map((midnightMs) =>
    sameMoment(momentOf(midnightMs, zone.id)),
  );
}

const sameMoment = (atMs: number): TurningPoint => ({ atMs, startsAtMs: atMs });
