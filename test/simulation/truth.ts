import { dayOf, hashOf, type Scenario } from './scenario.ts';

/** After these times an account is late and stale. */
export const lateAfter = (scenario: Scenario) => (26 / 24) * dayOf(scenario);
export const staleAfter = (scenario: Scenario) => 2 * dayOf(scenario);

/** What really happens to an account, without any of our rules. */
export interface Truth {
  readonly accountId: string;
  /** When its backups ran, oldest first. */
  readonly backupsAtMs: readonly number[];
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

/** Backups run once a night, except for some nights, sometimes several in a row. */
export function truthOf(scenario: Scenario, index: number, startMs: number): Truth {
  const { seed, days, massOutageOnDay: mass } = scenario;
  const dayMs = dayOf(scenario);
  const accountId = String(1000 + index);
  const backupsAtMs: number[] = [];
  const isStale = hashOf(seed, 'stale from the start', index) < STALE_FROM_THE_START;
  let skip = 0;
  for (let day = -1; day < days; day += 1) {
    if (day > 0 && skip === 0 && hashOf(seed, 'skip', index, day) < SKIPS) {
      skip = 1 + Math.floor(hashOf(seed, 'nights', index, day) * 4);
    }
    if (mass !== undefined && day >= mass - 1 && day < mass + 3) {
      // The same minute for all accounts, then nothing for three nights.
      if (day === mass - 1) backupsAtMs.push(startMs + (day + 22 / 24) * dayMs + index * 50);
    } else if (skip > 0) skip -= 1;
    else {
      const atMs = startMs + (day + 20 / 24 - (day === -1 && isStale ? 3 : 0)) * dayMs;
      backupsAtMs.push(atMs + Math.floor((hashOf(seed, 'minute', index, day) * dayMs) / 6000) * 1000);
    }
  }
  return { accountId, backupsAtMs };
}

/** The newest backup at this time. */
export const lastBackup = ({ backupsAtMs }: Truth, nowMs: number): number =>
  backupsAtMs.findLast((atMs) => atMs <= nowMs) ?? 0;

export function staleTimes(
  { accountId, backupsAtMs }: Truth,
  staleAfterMs: number,
  endMs: number,
): StaleTime[] {
  return backupsAtMs.flatMap((atMs, index): StaleTime[] => {
    const untilMs = backupsAtMs[index + 1];
    const fromMs = atMs + staleAfterMs;
    if (fromMs >= (untilMs ?? endMs)) return [];
    return [{ accountId, fromMs, untilMs }];
  });
}
