import { stateSince } from '../../account/level-over-time.ts';
import { dayNumber } from '../../account/time.ts';
import type { Terms, VerdictLevel } from '../../account/verdict.ts';
import { isSeen } from '../incident.ts';
import type { AccountRecord } from '../watch-list.ts';
import { addDays, daysZoneId, inDays } from './account-days.ts';
import { type History, historyOf } from './history.ts';
import { heldSpans } from './proven-spans.ts';

/** For how many days the history of accounts is kept. */
export const KEPT_DAYS = 90;
/** How many days a history shows. */
const LENGTH = 30;

/** What is known of an account's past, up to now. */
export interface AccountHistory extends History, Pick<AccountRecord, 'incidents' | 'isWatched'> {
  /** Absent: nobody watches it now, or it was not read yet. */
  readonly level?: VerdictLevel;
  /** Since when it has this level, epoch milliseconds. Absent: not known exactly. */
  readonly sinceMs?: number;
}

/** The stored days that a history of so many days needs: one before the first says that counting began earlier. */
export function daysToRead(
  nowMs: number,
  length: number = LENGTH,
): { readonly first: number; readonly last: number } {
  const today = dayNumber(nowMs, 'UTC');
  // In the service's zone it may be a day earlier or later.
  return { first: today - length - 1, last: today + 1 };
}

/** Whether anything is known of it, or will be. */
export const isKnown = ({ isWatched, days }: AccountHistory): boolean =>
  isWatched || days.some(({ sign }) => sign !== 'not-counted');

export function accountHistory(record: AccountRecord, terms: Terms, nowMs: number): AccountHistory {
  const { state, days, incidents, isWatched } = record;
  const zoneId = daysZoneId(state);
  const held = state ? inDays(heldSpans(state, nowMs, terms), zoneId) : [];
  const history = historyOf(addDays([...days, ...held]), { zoneId, nowMs, length: LENGTH });
  return { ...history, incidents, isWatched, level: state?.level, sinceMs: exactSince(record, terms) };
}

/** A healthy account is so since its last incident; a bad one since its own dates say so, or its watch has seen it. */
function exactSince({ state, incidents }: AccountRecord, terms: Terms): number | undefined {
  if (state === undefined) return undefined;
  const [newest] = incidents;
  if (state.level === 'healthy') return newest?.resolvedAtMs;
  return stateSince(state, terms, newest?.resolvedAtMs === undefined && isSeen(newest));
}
