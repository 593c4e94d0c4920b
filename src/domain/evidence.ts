import type { Account } from './account.ts';
import { DAY_MS } from './duration.ts';
import { type Clock, isRunning, type RunningClock, readClock } from './read-clock.ts';
import type { BackupKind, Exceptions, Thresholds } from './verdict.ts';
import { dayNumber, isoDayMs } from './zoned-time.ts';

/** All that a rule may look at. Made once, so that every rule sees the same. */
export interface Evidence {
  readonly account: Account;
  readonly thresholds: Thresholds;
  readonly exceptions: Exceptions;
  readonly clocks: Readonly<Record<BackupKind, Clock>>;
  /**
   * The newer backup. Undefined when none ever ran, and while one lies in the future: then nobody knows how old the newer
   * one is.
   */
  readonly newest: RunningClock | undefined;
  readonly packageDaysLeft: number | undefined;
}

/** Holds an account against `nowMs`. Ages are elapsed time: no clock change moves them. */
export function gatherEvidence(
  account: Account,
  nowMs: number,
  thresholds: Thresholds,
  exceptions: Exceptions,
): Evidence {
  const terms = { nowMs, thresholds, exceptions };
  const clocks = {
    database: readClock(account, 'database', terms),
    folders: readClock(account, 'folders', terms),
  };
  return {
    account,
    thresholds,
    exceptions,
    clocks,
    newest: newestOf(Object.values(clocks)),
    packageDaysLeft: packageDaysLeft(account, nowMs),
  };
}

/**
 * Calendar days from today to the last day of the package, both in the service's zone: 0 on that day, negative after it.
 * `undefined` without an end date, or with one that is no date.
 */
export function packageDaysLeft({ packageEndsOn, zone }: Account, nowMs: number): number | undefined {
  if (packageEndsOn === undefined) return undefined;
  const daysLeft = isoDayMs(packageEndsOn) / DAY_MS - dayNumber(nowMs, zone.id);
  return Number.isNaN(daysLeft) ? undefined : daysLeft;
}

function newestOf(clocks: readonly Clock[]): RunningClock | undefined {
  if (clocks.some((clock) => clock.kind === 'ahead')) return undefined;
  const [newest] = clocks.filter(isRunning).toSorted((one, other) => one.ageMs - other.ageMs);
  return newest;
}
