import { DAY_MS, HOUR_MS, hashOf, type Scenario } from './scenario.ts';

/** Late after so long, and stale, as the service's customers are judged here. */
export const LATE_MS = 26 * HOUR_MS;
export const STALE_MS = 48 * HOUR_MS;

/** What really happens to an account, none of it by our own rules. */
export interface Truth {
  readonly accountId: string;
  /** When its backups ran, oldest first. */
  readonly backupsAtMs: readonly number[];
}

/** A time in which an account is stale; open when the run ends. */
export interface StaleTime {
  readonly accountId: string;
  readonly fromMs: number;
  readonly untilMs?: number;
}

/** Backups run once a night, but for some nights, now and then several in a row. */
export function truthOf({ seed, days }: Scenario, index: number, startMs: number): Truth {
  const accountId = String(1000 + index);
  const backupsAtMs: number[] = [];
  let skip = 0;
  for (let day = -1; day < days; day += 1) {
    if (day > 0 && skip === 0 && hashOf(seed, 'skip', index, day) < 0.06) {
      skip = 1 + Math.floor(hashOf(seed, 'nights', index, day) * 4);
    }
    if (skip > 0) skip -= 1;
    else {
      const atMs = startMs + day * DAY_MS + 20 * HOUR_MS;
      backupsAtMs.push(atMs + Math.floor(hashOf(seed, 'minute', index, day) * 4 * 3600) * 1000);
    }
  }
  return { accountId, backupsAtMs };
}

/** The newest backup at a moment. */
export const lastBackup = ({ backupsAtMs }: Truth, nowMs: number): number =>
  backupsAtMs.findLast((atMs) => atMs <= nowMs) ?? 0;

export function staleTimes({ accountId, backupsAtMs }: Truth, endMs: number): StaleTime[] {
  return backupsAtMs.flatMap((atMs, index): StaleTime[] => {
    const untilMs = backupsAtMs[index + 1];
    const fromMs = atMs + STALE_MS;
    if (fromMs >= (untilMs ?? endMs)) return [];
    return [{ accountId, fromMs, ...(untilMs !== undefined && { untilMs }) }];
  });
}
