import type { Account } from './account.ts';
import { DAY_MS } from './duration.ts';
import { type Clock, isRunning, type RunningClock, readClock } from './read-clock.ts';
import type { BackupKind, Exceptions, Thresholds } from './verdict.ts';
import { dayNumber, isoDayMs } from './zoned-time.ts';

/** When an account was read, and when it is judged: epoch milliseconds, the same for an answer of this moment. */
export interface Moments {
  readonly readAtMs: number;
  readonly nowMs: number;
}

type Clocks = Readonly<Record<BackupKind, Clock>>;

/** What became of an earlier answer by its age alone. Nobody asked since, so nothing bad follows from it: only doubt. */
export interface Since {
  readonly notAskedMs: number;
  /** As of now. */
  readonly clocks: Clocks;
  readonly packageDaysLeft: number | undefined;
  /** The service's calendar has another day by now. */
  readonly isAnotherDay: boolean;
}

/** All that a rule may look at, as it was when the account was read. Made once, so that every rule sees the same. */
export interface Evidence {
  readonly account: Account;
  readonly thresholds: Thresholds;
  readonly exceptions: Exceptions;
  readonly clocks: Clocks;
  /**
   * The newer backup. Undefined when none ever ran, and while one lies in the future: then nobody knows how old the newer
   * one is.
   */
  readonly newest: RunningClock | undefined;
  readonly packageDaysLeft: number | undefined;
  /** Undefined for an answer of this moment. */
  readonly since: Since | undefined;
}

/** Holds an account against the moments. Ages are elapsed time: no clock change moves them. */
export function gatherEvidence(
  account: Account,
  { readAtMs, nowMs }: Moments,
  thresholds: Thresholds,
  exceptions: Exceptions,
): Evidence {
  const clocksAt = (atMs: number): Clocks => {
    const terms = { nowMs: atMs, readAtMs, thresholds, exceptions };
    return {
      database: readClock(account, 'database', terms),
      folders: readClock(account, 'folders', terms),
    };
  };
  const clocks = clocksAt(readAtMs);
  const { id: zoneId } = account.zone;
  return {
    account,
    thresholds,
    exceptions,
    clocks,
    newest: newestOf(Object.values(clocks)),
    packageDaysLeft: packageDaysLeft(account, readAtMs),
    // A clock that was set back makes nothing younger.
    since:
      nowMs <= readAtMs
        ? undefined
        : {
            notAskedMs: nowMs - readAtMs,
            clocks: clocksAt(nowMs),
            packageDaysLeft: packageDaysLeft(account, nowMs),
            isAnotherDay: dayNumber(readAtMs, zoneId) !== dayNumber(nowMs, zoneId),
          },
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
