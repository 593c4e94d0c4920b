import { MINUTE_MS } from '../account/time.ts';

/** A time in which the service could not be asked. Absent end: it goes on. */
export interface SourceOutage {
  readonly sinceMs: number;
  readonly overAtMs?: number;
}

/** Whether the service cannot be asked now. */
export const isGoingOn = (outage: SourceOutage | undefined): outage is SourceOutage =>
  outage !== undefined && outage.overAtMs === undefined;

/** A time in which nobody watched, or the service could not be asked. It proves nothing about any account. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** So long nobody watched: a restart is no downtime. */
export const DOWNTIME_AFTER_MS = 15 * MINUTE_MS;

/** What the newest read of each account within `JUDGED_WITHIN_MS` says of the service itself. */
export interface RecentReads {
  /** Accounts that were read; during an outage those that were read since it began. */
  readonly accounts: number;
  /** Those of them that got no answer. */
  readonly failing: number;
  /** Accounts that are watched; those beyond `ACCOUNTS_TO_JUDGE` need not be counted. */
  readonly watched: number;
}

export const JUDGED_WITHIN_MS = 5 * MINUTE_MS;
/** Fewer failures may be those of single accounts. */
export const ACCOUNTS_TO_JUDGE = 5;
/** A single answer during an outage may be luck. */
const ANSWERS_TO_END = 3;
/** However few are watched, and whenever they are due, one is read as often: or nobody would notice an outage. */
export const MAX_SILENT_MS = 5 * MINUTE_MS;
/** While the service cannot be asked one account is tried for all of them. */
export const PROBE_EVERY_MS = MINUTE_MS;

/**
 * Whether the service cannot be asked: more than half of the accounts failed, of as many as it takes to judge. It can be
 * again when as many answer as fail. Of two or three accounts one may always fail, so it need not answer.
 */
export function isOutNow({ accounts, failing, watched }: RecentReads, wasOut: boolean): boolean {
  if (!wasOut) return accounts >= Math.min(ACCOUNTS_TO_JUDGE, watched) && failing * 2 > accounts;
  const answering = accounts - failing;
  return answering < Math.min(ANSWERS_TO_END, Math.ceil(watched / 2)) || failing > answering;
}
