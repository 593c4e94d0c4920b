import type { WatchState } from '../../src/watch/observe-reading.ts';
import type { AccountClaim } from '../../src/watch/watch-store.ts';
import { HOUR_MS, MINUTE_MS, SKEW_AT_MOST_MS } from './scenario.ts';
import { lastBackup, lateAfter, staleAfter, type Truth } from './truth.ts';
import type { Committed, World } from './world.ts';

/** Where the service's days begin and end. One change of clocks lies two weeks after the start. */
export const SERVICE_ZONE = 'Africa/Casablanca';

const ACCOUNTS_AT_MOST = 50;
/** A walk in steps of a minute may be as much beside each of the changes of a day. */
const BESIDE_MS = 4 * MINUTE_MS;
/** Longer than the reads of an account are ever planned apart. */
const LONG_MS = 5 * HOUR_MS;

const LEVELS = ['critical', 'attention', 'healthy'] as const;
type Times = Record<(typeof LEVELS)[number], number>;

/** The days that were written down are what a walk through every minute of the truth finds. */
export async function wrongHistory(world: World): Promise<string | undefined> {
  const { db, truths, committed, scenario } = world;
  // With several backups within hours more runs unseen than one read can prove.
  if (scenario.hoursADay !== undefined) return undefined;
  const dayAt = daysByHour();
  for (const truth of [...truths.values()].slice(0, ACCOUNTS_AT_MOST)) {
    const { accountId } = truth;
    const found = walk(truth, committed.get(accountId) ?? [], world, dayAt);
    const rows = await db
      .selectFrom('account_days')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    const written = new Map(rows.map((row) => [row.day, row]));
    for (const [day, times] of found) {
      for (const level of LEVELS) {
        const ms = written.get(day)?.[`${level}_ms`] ?? 0;
        if (Math.abs(ms - times[level]) > BESIDE_MS)
          return `${accountId} was ${level} for ${times[level] / MINUTE_MS} min on day ${day}, not for ${ms / MINUTE_MS}`;
      }
    }
    const other = rows.find(({ day, unknown_ms }) => !found.has(day) || unknown_ms > 0);
    if (other !== undefined) return `day ${other.day} of ${accountId} has what nobody saw`;
  }
  return undefined;
}

/** Notes a read that was written down. */
export function noteCommitted(
  { committed, nowMs }: World,
  { accountId, known }: AccountClaim,
  { readAtMs, account }: WatchState,
): void {
  const reads = committed.get(accountId) ?? [];
  committed.set(accountId, reads);
  const last = reads.at(-1);
  if (Math.abs(readAtMs - nowMs) <= SKEW_AT_MOST_MS)
    reads.push({ atMs: nowMs, seenFromMs: known?.candidate?.seenAtMs ?? nowMs });
  else if (account === undefined && last !== undefined) last.isForgotten = true;
}

function walk(
  truth: Truth,
  reads: readonly Committed[],
  { scenario }: World,
  dayAt: (atMs: number) => number,
): ReadonlyMap<number, Times> {
  const [lateMs, staleMs] = [lateAfter(scenario), staleAfter(scenario)];
  const days = new Map<number, Times>();
  for (const [index, after] of reads.entries()) {
    const before = reads[index - 1];
    const named = lastBackup(truth, after.atMs);
    const isShort = before !== undefined && after.atMs - before.atMs <= LONG_MS;
    for (let atMs = before?.atMs ?? after.atMs; atMs <= after.atMs; atMs += MINUTE_MS) {
      const times = days.get(dayAt(atMs)) ?? { critical: 0, attention: 0, healthy: 0 };
      days.set(dayAt(atMs), times);
      if (before === undefined || atMs === after.atMs) continue;
      const isFine = atMs - lastBackup(truth, before.atMs) < lateMs;
      const isKnown = !before.isForgotten && (isShort || isFine);
      if (named > atMs && atMs < after.seenFromMs && !isKnown) continue;
      const ageMs = atMs - lastBackup(truth, atMs);
      times[ageMs >= staleMs ? 'critical' : ageMs >= lateMs ? 'attention' : 'healthy'] += MINUTE_MS;
    }
  }
  return days;
}

/** The calendar day of a moment, counted from 1970; asked of Intl once an hour. */
function daysByHour(): (atMs: number) => number {
  const iso = new Intl.DateTimeFormat('en-CA', { timeZone: SERVICE_ZONE });
  const known = new Map<number, number>();
  return (atMs) => {
    const hour = Math.floor(atMs / HOUR_MS);
    const day = known.get(hour) ?? Date.parse(iso.format(hour * HOUR_MS)) / (24 * HOUR_MS);
    known.set(hour, day);
    return day;
  };
}
