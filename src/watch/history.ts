import { dayNumber, dayStartMs, MINUTE_MS, weekdayOf } from '../account/time.ts';
import { VERDICT_LEVELS, type VerdictLevel } from '../account/verdict.ts';
import { isWorse } from './incident.ts';
import { type Change, HOLDS_FOR_MS } from './observe.ts';
import type { Gap } from './outage.ts';
import type { AccountRecord } from './watch-list.ts';

/** The sign of a day: the worst level that lasted. `not-counted`: before the first read, or after the last. */
export type HistorySign = VerdictLevel | 'not-seen' | 'not-counted';

/** How long an account had each level, and how long its level was not known, in milliseconds. */
export type HistoryTimes = Readonly<Record<VerdictLevel | 'unseen', number>>;

/** A period in which an account was not healthy. */
export interface PastIncident {
  /** The worst level during that time. */
  readonly level: Exclude<VerdictLevel, 'healthy'>;
  /** By the dates of the account, epoch milliseconds. */
  readonly startedAtMs: number;
  /** When the account was healthy again, or no longer read. Absent: it was still open at the last read. */
  readonly endedAtMs?: number;
}

export type History = ReturnType<typeof historyOf>;

/** How many days a history shows. */
const DAYS = 30;
/** A level that lasted for less does not decide the sign of a day. */
const SHOWN_FROM_MS = 15 * MINUTE_MS;
const NO_TIMES: HistoryTimes = { critical: 0, attention: 0, unknown: 0, healthy: 0, unseen: 0 };

/** The recorded past of an account. */
export type AccountHistory = ReturnType<typeof accountHistory>;

/** The last 30 days of an account, including today. If it is no longer watched, they end with its last read. */
export function accountHistory({ changes, gaps, state, isWatched, zoneId }: AccountRecord, nowMs: number) {
  const last = changes.at(-1);
  const expired = state ? [{ fromMs: state.readAtMs + HOLDS_FOR_MS, toMs: nowMs }] : [];
  const toMs = isWatched || last?.level !== 'unseen' ? nowMs : last.startedAtMs;
  const fromMs = dayStartMs(dayNumber(nowMs, zoneId) - DAYS + 1, zoneId);
  return { ...historyOf(changes, [...gaps, ...expired], { fromMs, toMs, zoneId }), isWatched };
}

/**
 * The history of an account between two times, from its changes, oldest first. `zoneId` decides when days begin. The newest
 * change before `fromMs` gives the level at the start. Time before the first read does not count; gaps count as unseen.
 */
export function historyOf(
  changes: readonly Change[],
  gaps: readonly Gap[],
  { fromMs, toMs, zoneId }: Gap & { readonly zoneId: string },
) {
  const levels = levelsOf(changes);
  const firstDay = dayNumber(fromMs, zoneId);
  const length = Math.max(0, dayNumber(toMs, zoneId) - firstDay + 1);
  const starts = Array.from({ length }, (_, index) => dayStartMs(firstDay + index, zoneId));
  const cuts = [fromMs, toMs, ...starts, ...levels.map((one) => one.fromMs)]
    .concat(gaps.flatMap((gap) => [gap.fromMs, gap.toMs]))
    .filter((atMs) => atMs >= fromMs && atMs <= toMs)
    .toSorted((one, other) => one - other);
  const [all, times] = [{ ...NO_TIMES }, starts.map(() => ({ ...NO_TIMES }))];
  for (const [index, atMs] of cuts.entries()) {
    const known = levels.findLast((one) => one.fromMs <= atMs)?.level;
    const day = times[dayNumber(atMs, zoneId) - firstDay];
    if (known === undefined || day === undefined) continue;
    const isGap = gaps.some((gap) => gap.fromMs <= atMs && atMs < gap.toMs);
    for (const sum of [day, all]) sum[isGap ? 'unseen' : known] += (cuts[index + 1] ?? atMs) - atMs;
  }
  const days = times.map((day, index) => ({
    /** Its `dayNumber`. A day has 23 or 25 hours when the clocks change. */
    day: firstDay + index,
    times: day as HistoryTimes,
    sign: signOf(day),
  }));
  return {
    /** Oldest first. */
    days,
    /** The same days by week. Weeks begin on Monday; the first and the current one may be shorter. */
    weeks: [...Map.groupBy(days, ({ day }) => day - weekdayOf(day)).values()],
    times: all as HistoryTimes,
    /** Newest first. */
    incidents: incidentsOf(changes)
      .filter(({ endedAtMs = toMs }) => endedAtMs >= fromMs)
      .toReversed(),
  };
}

/** When each level began. After a gap, a level counts from its read: nothing is known about the time before that. */
function levelsOf(changes: readonly Change[]) {
  const levels: { readonly level: Change['level']; readonly fromMs: number }[] = [];
  for (const { level, startedAtMs, detectedAtMs } of changes) {
    const before = levels.at(-1);
    if (before?.level === level) continue;
    const isBlind = before === undefined || before.level === 'unseen';
    const fromMs = isBlind ? detectedAtMs : startedAtMs;
    levels.push({ level, fromMs: Math.max(fromMs, before?.fromMs ?? fromMs) });
  }
  return levels;
}

/** The worst level that lasted for 15 minutes, or for a quarter of a day that has only just begun. */
function signOf(times: HistoryTimes): HistorySign {
  const countedMs = seenMs(times) + times.unseen;
  if (countedMs === 0) return 'not-counted';
  const leastMs = Math.min(SHOWN_FROM_MS, countedMs / 4);
  return VERDICT_LEVELS.find((level) => times[level] >= leastMs) ?? 'not-seen';
}

/** Oldest first. An incident continues across a gap, unless the dates after the gap show that it began during the gap. */
function incidentsOf(changes: readonly Change[]): readonly PastIncident[] {
  const ended: PastIncident[] = [];
  let open: PastIncident | undefined;
  let unseenFromMs = Number.POSITIVE_INFINITY;
  for (const { level, startedAtMs } of changes) {
    if (level === 'unseen') {
      unseenFromMs = Math.min(unseenFromMs, startedAtMs);
      continue;
    }
    const isOther = level === 'healthy' || startedAtMs > unseenFromMs;
    if (open !== undefined && isOther) {
      ended.push({ ...open, endedAtMs: level === 'healthy' ? startedAtMs : unseenFromMs });
      open = undefined;
    }
    unseenFromMs = Number.POSITIVE_INFINITY;
    if (level === 'healthy') continue;
    if (open === undefined) open = { level, startedAtMs };
    else if (isWorse(level, open.level)) open = { ...open, level };
  }
  return open === undefined ? ended : [...ended, open];
}

/** How long the level was known, in milliseconds. */
const seenMs = (times: HistoryTimes): number => VERDICT_LEVELS.reduce((sum, level) => sum + times[level], 0);

/** The share of the known time in which the account was protected, from 0 to 1. Undefined: its level was never known. */
export function protectedShare({ times }: Pick<History, 'times'>): number | undefined {
  const seen = seenMs(times);
  return seen === 0 ? undefined : (times.healthy + times.attention) / seen;
}

/** Whether there is a history to show: the account is watched, or was read within these days. */
export const isKnown = ({ isWatched, days }: AccountHistory): boolean =>
  isWatched || days.some(({ sign }) => sign !== 'not-counted');
