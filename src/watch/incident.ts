import type { Ownership } from '../account/outcome.ts';
import { HOUR_MS } from '../account/time.ts';
import { VERDICT_LEVELS, type VerdictLevel } from '../account/verdict.ts';

/** A period in which an account is not healthy. An account has at most one open incident. */
export interface Incident {
  /** The last confirmed level. `unknown` only if the incident began so: later failures do not change the level. */
  readonly level: Exclude<VerdictLevel, 'healthy'>;
  /** When the account stopped being healthy, by its own dates; epoch milliseconds. */
  readonly startedAtMs: number;
  /** When it last became worse, or urgent, or began. 0: by the first read, or because limits changed: nobody is notified. */
  readonly detectedAtMs: number;
  /** The package is the only cause, and nobody can fix that at night. Absent: there are other causes. */
  readonly canWait?: true;
  /** Who acknowledged it, since when, and until when that is valid. Absent: nobody. */
  readonly owner?: Ownership & { readonly untilMs: number };
  /** When the account was healthy again. Absent: the incident is open. */
  readonly resolvedAtMs?: number;
}

/** How long an acknowledgement is valid unless its owner renews it. */
const ACKNOWLEDGED_FOR_MS = 12 * HOUR_MS;

/**
 * Whether a read found news. `level`: the level has changed. `another`: by its dates the account was healthy after the
 * previous read, so this is a new incident. `none`: this is the first read, or the level is the same under today's limits.
 */
export type News = 'another' | 'level' | 'none';

/** The result of a read. `startedAtMs`: when the account became unhealthy, or healthy again, by its own dates. */
type Found = Pick<Incident, 'startedAtMs' | 'canWait'> & {
  readonly level: VerdictLevel;
  readonly news: News;
};

/** The incident of an account after a read, given the one that is open. Undefined: there is none. */
export function nextIncident(
  open: Incident | undefined,
  { level, startedAtMs, canWait, news }: Found,
  nowMs: number,
): Incident | undefined {
  if (level === 'healthy') return open && { ...open, resolvedAtMs: startedAtMs };
  if (open !== undefined && level === 'unknown') return open;
  const noticed = { level, detectedAtMs: news === 'none' ? 0 : nowMs, canWait };
  // An incident that began as unknown is replaced as soon as the level is known.
  if (open === undefined || open.level === 'unknown' || news === 'another')
    return { startedAtMs, ...noticed };
  // The owner acknowledged something that could wait until the morning. Now it cannot.
  const isUrgentNow = level === open.level && open.canWait && !canWait;
  if (isUrgentNow) return { startedAtMs: open.startedAtMs, level, detectedAtMs: nowMs };
  if (isWorse(level, open.level)) return { startedAtMs: open.startedAtMs, ...noticed };
  return level === open.level ? open : { ...open, level };
}

/** Whether one level is worse than another. */
export const isWorse = (level: VerdictLevel, than: VerdictLevel): boolean =>
  VERDICT_LEVELS.indexOf(level) < VERDICT_LEVELS.indexOf(than);

/** Whether the account became unhealthy while it was watched. */
export const isSeen = (incident: Incident | undefined): boolean =>
  incident !== undefined && incident.detectedAtMs > 0;

/** How long before an acknowledgement expires its owner is asked whether they are still on it. */
export const ASKED_BEFORE_MS = HOUR_MS;

/** The owner of an incident that is acknowledged now. */
export const ownerFrom = (userId: string, nowMs: number): NonNullable<Incident['owner']> => ({
  userId,
  sinceMs: nowMs,
  untilMs: nowMs + ACKNOWLEDGED_FOR_MS,
});

/** The current owner of an incident, and since when: epoch milliseconds. */
export const ownerAt = ({ owner }: Pick<Incident, 'owner'>, nowMs: number): Ownership | undefined =>
  owner && owner.untilMs > nowMs ? owner : undefined;
