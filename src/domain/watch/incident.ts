import { HOUR_MS } from '../duration.ts';
import type { VerdictLevel } from '../verdict.ts';
import { isWorse, type LevelChange } from './observe-reading.ts';

/** A time in which an account was not all right. One is open for an account at most. */
export interface Incident {
  /** The worst level that is confirmed for now. Not knowing for a while changes nothing. */
  readonly level: Exclude<VerdictLevel, 'healthy'>;
  /** Since when the account is not all right, by its own dates: epoch milliseconds. */
  readonly startedAtMs: number;
  /** When this level was noticed. */
  readonly detectedAtMs: number;
  /** The package is the only cause, and nobody can fix that at night. Absent: there are other causes. */
  readonly canWait?: true;
  /** Who is on it. Absent: nobody. */
  readonly owner?: { readonly userId: string; readonly untilMs: number };
  /** When the account was all right again. Absent: the incident is open. */
  readonly resolvedAtMs?: number;
}

/** A confirmed change of level. */
export type LevelEvent = { readonly kind: 'level' } & LevelChange &
  Pick<Incident, 'canWait'> & {
    /** Since when it was not all right before, epoch milliseconds. Absent: it was. */
    readonly unwellSinceMs?: number;
  };

export type IncidentEvent =
  | LevelEvent
  | { readonly kind: 'acknowledged'; readonly userId: string }
  | { readonly kind: 'released' };

/** How long somebody stays on an incident without doing anything more. */
const ACKNOWLEDGED_FOR_MS = 12 * HOUR_MS;

/** What an event makes of the open incident of an account; `undefined` where there is none, before or after. */
export function nextIncident(
  open: Incident | undefined,
  event: IncidentEvent,
  nowMs: number,
): Incident | undefined {
  switch (event.kind) {
    case 'level':
      return ofLevel(open, event, nowMs);
    case 'acknowledged':
      return open && { ...open, owner: ownerFrom(event.userId, nowMs) };
    case 'released':
      return open && withoutOwner(open);
    default:
      throw new Error(`unknown event: ${JSON.stringify(event satisfies never)}`);
  }
}

function ofLevel(
  open: Incident | undefined,
  { from, to, startedAtMs, unwellSinceMs = startedAtMs, canWait, isAnew }: LevelEvent,
  nowMs: number,
): Incident | undefined {
  if (to === 'healthy') {
    if (open !== undefined) return { ...open, resolvedAtMs: startedAtMs };
    // It was there when the watch began. Nobody was told, but summary and history say that it is over.
    return from === 'healthy'
      ? undefined
      : { level: from, startedAtMs: unwellSinceMs, detectedAtMs: nowMs, resolvedAtMs: startedAtMs };
  }
  // The same, and it is less bad now: no news.
  if (open === undefined && !isAnew && to !== 'unknown' && isWorse(from, to)) return undefined;
  const told = { level: to, detectedAtMs: nowMs, ...(canWait && { canWait }) };
  if (open === undefined) return { startedAtMs, ...told };
  if (to === 'unknown') return open;
  // What began as not knowing begins anew with what is known.
  if (open.level === 'unknown' || isAnew) return { startedAtMs, ...told };
  // The person who took over something smaller has not seen this. Nor may what could wait until the morning.
  if (isWorse(to, open.level) || (to === open.level && open.canWait && !canWait))
    return { startedAtMs: open.startedAtMs, ...told };
  return { ...open, level: to };
}

const withoutOwner = ({ owner: _owner, ...incident }: Incident): Incident => incident;

/** Somebody who takes incidents over now. */
export const ownerFrom = (userId: string, nowMs: number): NonNullable<Incident['owner']> => ({
  userId,
  untilMs: nowMs + ACKNOWLEDGED_FOR_MS,
});

/** Who is on an incident now. */
export const ownerAt = ({ owner }: Incident, nowMs: number): string | undefined =>
  owner !== undefined && owner.untilMs > nowMs ? owner.userId : undefined;

/** Since when somebody is on it, epoch milliseconds. */
export const ownedSinceMs = ({ untilMs }: NonNullable<Incident['owner']>): number =>
  untilMs - ACKNOWLEDGED_FOR_MS;
