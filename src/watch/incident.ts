import type { Ownership } from '../account/outcome.ts';
import { HOUR_MS } from '../account/time.ts';
import { VERDICT_LEVELS, type VerdictLevel } from '../account/verdict.ts';

/** A time in which an account was not all right. One is open for an account at most. */
export interface Incident {
  /** The worst level that is confirmed for now. Not knowing for a while changes nothing. */
  readonly level: Exclude<VerdictLevel, 'healthy'>;
  /** Since when the account is not all right, by its own dates: epoch milliseconds. */
  readonly startedAtMs: number;
  /** When this level was noticed. 0: it was there at the first read, or limits brought it, so it is no news anywhere. */
  readonly detectedAtMs: number;
  /** The package is the only cause, and nobody can fix that at night. Absent: there are other causes. */
  readonly canWait?: true;
  /** Who is on it, since when, and until when unless they stay. Absent: nobody. */
  readonly owner?: Ownership & { readonly untilMs: number };
  /** When the account was all right again. Absent: the incident is open. */
  readonly resolvedAtMs?: number;
}

/** How long somebody stays on an incident without doing anything more. */
const ACKNOWLEDGED_FOR_MS = 12 * HOUR_MS;

/**
 * How far what a read has found is news. `another`: by its dates the account was healthy after the read before, so this is
 * not what was bad then. `none`: it is as it was when its watch began, or when its limits changed.
 */
export type News = 'another' | 'level' | 'none';

/** What a read has found. */
interface Found {
  readonly level: VerdictLevel;
  /** Since when it is unhealthy, or healthy again, by its own dates. */
  readonly startedAtMs: number;
  readonly canWait?: true;
  readonly news: News;
}

/** The incident of an account once it was read, given the open one. `undefined`: there is none. */
export function nextIncident(
  open: Incident | undefined,
  { level, startedAtMs, canWait, news }: Found,
  nowMs: number,
): Incident | undefined {
  if (level === 'healthy') return open && { ...open, resolvedAtMs: startedAtMs };
  if (open !== undefined && level === 'unknown') return open;
  const noticed = { level, detectedAtMs: news === 'none' ? 0 : nowMs, canWait };
  // After not knowing, the incident begins with what is known.
  if (open === undefined || open.level === 'unknown' || news === 'another')
    return { startedAtMs, ...noticed };
  // The person who took over something smaller has not seen this. Nor may what could wait until the morning.
  const isUrgentNow = level === open.level && open.canWait && !canWait;
  if (isUrgentNow) return { startedAtMs: open.startedAtMs, level, detectedAtMs: nowMs };
  if (isWorse(level, open.level)) return { startedAtMs: open.startedAtMs, ...noticed };
  return level === open.level ? open : { ...open, level };
}

/** Whether one level is listed before another. */
export const isWorse = (level: VerdictLevel, than: VerdictLevel): boolean =>
  VERDICT_LEVELS.indexOf(level) < VERDICT_LEVELS.indexOf(than);

/** Whether an account became so while it was watched. */
export const isSeen = (incident: Incident | undefined): boolean =>
  incident !== undefined && incident.detectedAtMs > 0;

/** How long before the end they are asked whether they still are. */
export const ASKED_BEFORE_MS = HOUR_MS;

/** Somebody who takes incidents over now. */
export const ownerFrom = (userId: string, nowMs: number): NonNullable<Incident['owner']> => ({
  userId,
  sinceMs: nowMs,
  untilMs: nowMs + ACKNOWLEDGED_FOR_MS,
});

/** Who is on an incident now. */
export const ownerAt = ({ owner }: Pick<Incident, 'owner'>, nowMs: number): string | undefined =>
  owner !== undefined && owner.untilMs > nowMs ? owner.userId : undefined;

/** The same, with since when: epoch milliseconds. */
export function ownershipAt({ owner }: Pick<Incident, 'owner'>, nowMs: number): Ownership | undefined {
  if (owner === undefined || owner.untilMs <= nowMs) return undefined;
  return { userId: owner.userId, sinceMs: owner.sinceMs };
}
