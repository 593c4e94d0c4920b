import type { AccountClaim } from '../../src/store/watch/engine.ts';
import { readChanges, readGaps } from '../../src/store/watch/source.ts';
import { historyOf } from '../../src/watch/history.ts';
import type { WatchState } from '../../src/watch/observe.ts';
import type { Gap } from '../../src/watch/outage.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './scenario.ts';
import { lastBackup, lateAfter, staleAfter, type Truth } from './truth.ts';
import type { CommittedRead, World } from './world.ts';

/** Where the service's days begin and end. Its clocks change two weeks after the start. */
export const SERVICE_ZONE = 'Africa/Casablanca';

const MAX_ACCOUNTS = 50;
/** The error of a walk in steps of a minute, for every change of a day together. */
const BESIDE_MS = 4 * MINUTE_MS;
/** Longer than the planned time between two reads of an account. */
const LONG_MS = 5 * HOUR_MS;

const LEVELS = ['critical', 'attention', 'healthy', 'unseen'] as const;
type Times = Record<(typeof LEVELS)[number], number>;

/** The history of an account equals a walk through every minute of the truth, and each incident begins at a true start. */
export async function* wrongHistory(world: World) {
  const { db, truths, committed, scenario, startMs } = world;
  // With several backups within hours, more run unseen than one read can prove.
  if (scenario.hoursADay !== undefined) return;
  const dayAt = daysByHour();
  const gaps = await readGaps(db);
  for (const truth of [...truths.values()].slice(0, MAX_ACCOUNTS)) {
    const { accountId, backups } = truth;
    if (truth.package !== undefined) continue;
    const reads = committed.get(accountId) ?? [];
    const found = walk(truth, reads, gaps, world, dayAt);
    const toMs = reads.at(-1)?.clockMs ?? startMs;
    const span = { fromMs: startMs, toMs, zoneId: SERVICE_ZONE };
    const history = historyOf(await readChanges(db, accountId), gaps, span);
    // Changes are kept a little longer than that, also those of an account that was retired weeks ago.
    const keptFromDay = dayAt(world.nowMs - 33 * DAY_MS);
    for (const { day, times } of history.days.filter((one) => one.day >= keptFromDay)) {
      for (const level of LEVELS) {
        const [ms, walked] = [times[level], found.get(day)?.[level] ?? 0];
        if (Math.abs(ms - walked) > BESIDE_MS)
          yield `${accountId} was ${level} for ${walked / MINUTE_MS} min on day ${day}, not for ${ms / MINUTE_MS}`;
      }
      if (times.unknown > 0) yield `day ${day} of ${accountId} has what nobody saw`;
    }
    const starts = [lateAfter(scenario), staleAfter(scenario)].flatMap((ageMs) =>
      backups.map(({ ranAtMs }) => ranAtMs + ageMs),
    );
    for (const { startedAtMs } of history.incidents)
      if (starts.every((atMs) => Math.abs(atMs - startedAtMs) > MINUTE_MS))
        yield `an incident of ${accountId} begins at ${new Date(startedAtMs).toISOString()}`;
  }
}

/** Records a read that was stored and agrees with the known state, by a process whose clock is `skewMs` ahead. */
export function noteCommitted(
  { committed }: World,
  { accountId, known }: AccountClaim,
  { readAtMs }: WatchState,
  skewMs: number,
): void {
  const reads = committed.get(accountId) ?? [];
  committed.set(accountId, reads);
  if (readAtMs !== known?.readAtMs) reads.push({ clockMs: readAtMs, atMs: readAtMs - skewMs });
}

function walk(
  truth: Truth,
  reads: readonly CommittedRead[],
  gaps: readonly Gap[],
  { scenario }: World,
  dayAt: (atMs: number) => number,
): ReadonlyMap<number, Times> {
  const [lateMs, staleMs] = [lateAfter(scenario), staleAfter(scenario)];
  const days = new Map<number, Times>();
  for (const [index, after] of reads.entries()) {
    const before = reads[index - 1];
    const [beforeMs, afterMs] = [before?.clockMs, after.clockMs];
    for (let atMs = beforeMs ?? afterMs; atMs < afterMs; atMs += MINUTE_MS) {
      const times = days.get(dayAt(atMs)) ?? { critical: 0, attention: 0, unseen: 0, healthy: 0 };
      days.set(dayAt(atMs), times);
      // A read shows one backup. One that was reported late counts from the read before the one that found it.
      const found = lastBackup(truth, after.atMs);
      const ageMs = atMs - (found <= atMs ? found : lastBackup(truth, before?.atMs ?? atMs));
      const level = ageMs >= staleMs ? 'critical' : ageMs >= lateMs ? 'attention' : 'healthy';
      const isSilent = beforeMs === undefined || afterMs - beforeMs > LONG_MS;
      const isGap = gaps.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
      // Clocks of the processes differ by seconds, and so do the ends of the walk.
      times[isSilent || isGap ? 'unseen' : level] += Math.min(MINUTE_MS, afterMs - atMs);
    }
  }
  return days;
}

/** The calendar day of a time, counted from 1970. Asks Intl once per hour of time. */
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
