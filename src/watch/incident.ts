import type { Ownership } from '../account/outcome.ts';
import { HOUR_MS } from '../account/time.ts';
import type { VerdictLevel } from '../account/verdict.ts';
import { isWorse, type LevelEvent } from './observe.ts';

/** A time in which an account was not all right. One is open for an account at most. */
export interface Incident {
  /** The worst level that is confirmed for now. Not knowing for a while changes nothing. */
  readonly level: Exclude<VerdictLevel, 'healthy'>;
  /** Since when the account is not all right, by its own dates: epoch milliseconds. */
  readonly startedAtMs: number;
  /** When this level was noticed. 0: it was there when the account was first read, so it is no news anywhere. */
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

/** What an event makes of the open incident of an account; `undefined` where there is none, before or after. */
export function nextIncident(
  open: Incident | undefined,
  { from, to, startedAtMs, unhealthySinceMs = startedAtMs, canWait, isAnew, isFirst }: LevelEvent,
  nowMs: number,
): Incident | undefined {
  if (to === 'healthy') {
    if (open !== undefined) return { ...open, resolvedAtMs: startedAtMs };
    // It was there when the watch began. Nobody was notified, but summary and history say that it is over.
    return from === 'healthy'
      ? undefined
      : { level: from, startedAtMs: unhealthySinceMs, detectedAtMs: nowMs, resolvedAtMs: startedAtMs };
  }
  // The same, and it is less bad now: no news.
  if (open === undefined && !isAnew && to !== 'unknown' && isWorse(from, to)) return undefined;
  const noticed = { level: to, detectedAtMs: isFirst ? 0 : nowMs, canWait };
  if (open === undefined) return { startedAtMs, ...noticed };
  if (to === 'unknown') return open;
  // After not knowing, the incident begins with what is known.
  if (open.level === 'unknown' || isAnew) return { startedAtMs, ...noticed };
  // The person who took over something smaller has not seen this. Nor may what could wait until the morning.
  if (isWorse(to, open.level) || (to === open.level && open.canWait && !canWait))
    return { startedAtMs: open.startedAtMs, ...noticed };
  return { ...open, level: to };
}

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
