import type { Account, LastBackup } from '../../account/account.ts';
import { judge } from '../../account/judge.ts';
import { changesBetween } from '../../account/level-over-time.ts';
import { HOUR_MS } from '../../account/time.ts';
import type { Terms } from '../../account/verdict.ts';
import { BACKUP_KINDS, type BackupKind, type VerdictLevel } from '../../account/verdict.ts';
import type { WatchState } from '../observe-reading.ts';

/** A time in which an account had one level. What lies in none was not seen. */
export interface LevelSpan {
  readonly level: VerdictLevel;
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * For how long an answer holds by itself: planned reads are never further apart. In a longer gap backups may have run
 * that no answer names, since each names the last one only.
 */
const HOLDS_FOR_MS = 5 * HOUR_MS;

/**
 * What two reads that follow one another prove of the time between them: until a newer backup ran it was as the older
 * answer says, after it as the newer one does. A healthy account was healthy until then however long that was; anything
 * worse may have ended in between without a trace. Nothing, while a second read has to confirm what was seen.
 */
export function provenSpans(known: WatchState, read: WatchState, terms: Terms): readonly LevelSpan[] {
  const { account: before, readAtMs: fromMs, candidate } = known;
  const toMs = read.readAtMs;
  const isConfirmed = candidate?.level === read.level && toMs - candidate.seenAtMs <= HOLDS_FOR_MS;
  const seenAtMs = isConfirmed ? candidate.seenAtMs : toMs;
  return [
    ...spansBetween({ before, after: read.account, fromMs, toMs: seenAtMs }, terms),
    { level: read.level, fromMs: seenAtMs, toMs },
  ].filter((span) => span.toMs > span.fromMs);
}

/** How it has been since the last read, as far as that says. The next read may know better. */
export function heldSpans(known: WatchState, nowMs: number, terms: Terms): readonly LevelSpan[] {
  const { account: before, readAtMs: fromMs } = known;
  // Perhaps the service has not answered since.
  if (before === undefined && nowMs - fromMs > HOLDS_FOR_MS) return [];
  const toMs = Math.min(nowMs, fromMs + HOLDS_FOR_MS);
  return toMs > fromMs ? spansBetween({ before, after: undefined, fromMs, toMs }, terms) : [];
}

interface Between {
  /** As of `fromMs` and `toMs`. Absent: the service knew no such account, or had not answered for long. */
  readonly before: Account | undefined;
  readonly after: Account | undefined;
  readonly fromMs: number;
  readonly toMs: number;
}

function spansBetween(between: Between, terms: Terms): LevelSpan[] {
  const { before, after, fromMs, toMs } = between;
  const moments = [
    ...[before, after].flatMap((account) => (account ? changesBetween(account, fromMs, toMs, terms) : [])),
    ...BACKUP_KINDS.map((backup) => newerSinceMs(backup, between)),
  ];
  const cuts = moments.filter((atMs) => atMs > fromMs && atMs < toMs).sort((one, other) => one - other);
  return [fromMs, ...cuts].flatMap((startMs, index): LevelSpan[] => {
    const level = levelBetween(startMs, between, terms);
    return level === undefined ? [] : [{ level, fromMs: startMs, toMs: cuts[index] ?? toMs }];
  });
}

/** Undefined: nobody can say. */
function levelBetween(atMs: number, between: Between, terms: Terms): VerdictLevel | undefined {
  const { before, after, fromMs, toMs } = between;
  const isAfterAll = BACKUP_KINDS.every((backup) => newerSinceMs(backup, between) <= atMs);
  const holds = toMs - fromMs <= HOLDS_FOR_MS;
  if (before === undefined && after !== undefined && isAfterAll) return judge(after, atMs, terms).level;
  if (before === undefined) return holds ? 'unknown' : undefined;
  const ran = (backup: BackupKind): LastBackup =>
    after !== undefined && newerSinceMs(backup, between) <= atMs && isNewer(backup, between)
      ? after[backup]
      : before[backup];
  const account = { ...before, database: ran('database'), folders: ran('folders') };
  const level = judge(account, atMs, terms).level;
  const isProven = after !== undefined && (isAfterAll || level === 'healthy');
  return holds || isProven ? level : undefined;
}

/** From when on the newer answer counts for one of the backups. */
function newerSinceMs(backup: BackupKind, between: Between): number {
  const last = between.after?.[backup];
  if (last?.kind !== 'at' || !isNewer(backup, between)) return Number.NEGATIVE_INFINITY;
  // Nobody knows when on its day it ran.
  return last.precision === 'day' ? between.toMs : last.atMs;
}

function isNewer(backup: BackupKind, { before, after }: Between): boolean {
  const [older, newer] = [before?.[backup], after?.[backup]];
  return newer?.kind === 'at' && (older?.kind !== 'at' || newer.atMs > older.atMs);
}
