import type { Thresholds } from '../../src/account/verdict.ts';
import { THRESHOLDS } from '../account/accounts.ts';
import { dayOf, HOUR_MS, hashOf, type Scenario } from './scenario.ts';

/** After these times an account is late and stale. */
export const lateAfter = (scenario: Scenario) => (26 / 24) * dayOf(scenario);
export const staleAfter = (scenario: Scenario) => 2 * dayOf(scenario);

/** The limits that an operator has set for that. */
export function thresholdsOf(scenario: Scenario): Thresholds {
  const hours = (ms: number) => ({ ...THRESHOLDS.late, value: ms / HOUR_MS, unit: 'hour' as const });
  const packageEndsSoon = { ...THRESHOLDS.packageEndsSoon, value: 0 };
  return { packageEndsSoon, late: hours(lateAfter(scenario)), stale: hours(staleAfter(scenario)) };
}

/** What really happens to an account, without any of our rules. */
export interface Truth {
  readonly accountId: string;
  /** Oldest first. */
  readonly backups: readonly Backup[];
  /** A package that ends, which can wait until the morning; days later backups stop, too, which cannot. Most have none. */
  readonly package?: { readonly endsOn: string; readonly endedAtMs: number; readonly renewedAtMs: number };
}

/** A backup: when it ran, and since when the service knows it. A client that was offline reports it later. */
interface Backup {
  readonly ranAtMs: number;
  readonly atMs: number;
}

/** A time in which an account is stale. Without an end if it lasts beyond the run. */
export interface StaleTime {
  readonly accountId: string;
  readonly fromMs: number;
  readonly untilMs?: number;
}

/** The share of nights without a backup, which may be followed by more. */
const SKIPS = 0.04;
/** The share of accounts that are stale when their watch begins, until the first night. */
const STALE_FROM_THE_START = 0.1;
/** The share of pauses that end with a backup of 40 hours ago, so that the account is late first, and healthy hours later. */
const ENDS_LATE = 0.5;

/** The account whose package ends, in runs that are long enough. */
const WITH_PACKAGE = 5;

/** Backups run once a night, except for some nights, sometimes several in a row. */
export function truthOf(scenario: Scenario, index: number, startMs: number): Truth {
  const { seed, days, massOutageOnDay: mass } = scenario;
  const dayMs = dayOf(scenario);
  const accountId = String(1000 + index);
  const backups: Backup[] = [];
  const ran = (atMs: number, ranAtMs = atMs) => backups.push({ atMs, ranAtMs });
  const isStale = hashOf(seed, 'stale from the start', index) < STALE_FROM_THE_START;
  const hasPackage = index === WITH_PACKAGE && days > 8 && scenario.hoursADay === undefined;
  const endDay = hasPackage ? 3 + Math.floor(hashOf(seed, 'package ends') * (days - 8)) : undefined;
  let skip = 0;
  for (let day = -1; day < days; day += 1) {
    if (day > 0 && skip === 0 && hashOf(seed, 'skip', index, day) < SKIPS) {
      skip = 1 + Math.floor(hashOf(seed, 'nights', index, day) * 4);
    }
    if (day === endDay) skip = 3;
    if (mass !== undefined && day >= mass - 1 && day < mass + 3) {
      // The same minute for all accounts, then nothing for three nights.
      if (day === mass - 1) ran(startMs + (day + 22 / 24) * dayMs + index * 50);
    } else if (skip > 0) skip -= 1;
    else {
      const atMs = startMs + (day + 20 / 24 - (day === -1 && isStale ? 3 : 0)) * dayMs;
      const minuteMs = Math.floor((hashOf(seed, 'minute', index, day) * dayMs) / 6000) * 1000;
      const isPauseOver = atMs - (backups.at(-1)?.atMs ?? atMs) > 1.5 * dayMs;
      const endsLate = isPauseOver && hashOf(seed, 'ends late', index, day) < ENDS_LATE;
      const afterMs = ((1 + Math.floor(hashOf(seed, 'late for', index, day) * 5)) / 24) * dayMs;
      if (endsLate) ran(atMs + minuteMs, atMs + minuteMs - (40 / 24) * dayMs);
      ran(atMs + minuteMs + (endsLate ? afterMs : 0));
    }
  }
  if (endDay === undefined) return { accountId, backups };
  const endedAtMs = startMs + endDay * dayMs;
  const endsOn = new Date(endedAtMs - 1).toISOString().slice(0, 10);
  const renewedAtMs = endedAtMs + (1 + hashOf(seed, 'renewed') * 4) * dayMs;
  return { accountId, backups, package: { endsOn, endedAtMs, renewedAtMs } };
}

/** When the newest backup ran that the service knows at this time. */
export const lastBackup = ({ backups }: Truth, nowMs: number): number =>
  backups.findLast(({ atMs }) => atMs <= nowMs)?.ranAtMs ?? 0;

/** Since when an account is not healthy, if it is not healthy at this time. */
export const unhealthySince = (truth: Truth, nowMs: number, scenario: Scenario): number =>
  Math.min(
    lastBackup(truth, nowMs) + lateAfter(scenario),
    nowMs < (truth.package?.renewedAtMs ?? 0) ? (truth.package?.endedAtMs ?? 0) : Number.POSITIVE_INFINITY,
  );

export function staleTimes({ accountId, backups }: Truth, staleAfterMs: number, endMs: number): StaleTime[] {
  return backups.flatMap(({ ranAtMs }, index): StaleTime[] => {
    const untilMs = backups[index + 1]?.atMs;
    const fromMs = ranAtMs + staleAfterMs;
    if (fromMs >= (untilMs ?? endMs)) return [];
    return [{ accountId, fromMs, untilMs }];
  });
}
