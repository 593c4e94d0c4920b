import { MINUTE_MS } from '../account/time.ts';

/** A period in which the service could not be reached. `overAtMs` absent: it is still going on. */
export interface SourceOutage {
  readonly sinceMs: number;
  readonly overAtMs?: number;
}

/** Whether the service cannot be reached now. */
export const isGoingOn = (outage: SourceOutage | undefined): outage is SourceOutage =>
  outage !== undefined && outage.overAtMs === undefined;

/** A period of downtime or outage, which says nothing about any account. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A shorter period without any process, such as a restart, is not downtime. */
export const DOWNTIME_AFTER_MS = 15 * MINUTE_MS;

/** What the newest read of each account within `JUDGED_WITHIN_MS` says about the service itself. */
export interface RecentReads {
  /** Accounts that were read; during an outage, only those that were read since it began. */
  readonly accounts: number;
  /** How many of them got no answer. */
  readonly failing: number;
  /** Watched accounts; counted up to `ACCOUNTS_TO_JUDGE`. */
  readonly watched: number;
}

export const JUDGED_WITHIN_MS = 5 * MINUTE_MS;
/** With fewer accounts, the cause may be the accounts themselves. */
export const ACCOUNTS_TO_JUDGE = 5;
/** How many accounts must answer to end an outage: a single answer may be luck. */
const ANSWERS_TO_END = 3;
/** However few accounts are watched, one of them is read at least this often, so that an outage is noticed. */
export const MAX_SILENT_MS = 5 * MINUTE_MS;
/** During an outage only one account is read this often, for all of them. */
export const PROBE_EVERY_MS = MINUTE_MS;

/**
 * Whether there is an outage. It begins when enough accounts were read and more than half of them failed. It ends when
 * enough answer, and at least as many as fail. Of two or three accounts one may fail for good, so it need not answer.
 */
export function isOutNow({ accounts, failing, watched }: RecentReads, wasOut: boolean): boolean {
  if (!wasOut) return accounts >= Math.min(ACCOUNTS_TO_JUDGE, watched) && failing * 2 > accounts;
  const answering = accounts - failing;
  return answering < Math.min(ANSWERS_TO_END, Math.ceil(watched / 2)) || failing > answering;
}
