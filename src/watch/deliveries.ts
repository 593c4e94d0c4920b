import { DAY_MS } from '../account/time.ts';
import { ownerAt } from './incident.ts';
import { GROUP_WAIT_MS, type Plan } from './plan-notification.ts';
import type { Delivery, Posted, WatchedIncident } from './posted.ts';
import { inDaytime } from './schedule.ts';

/** What may be called beside Slack. Operators set them, and each watch chooses among those that are set. */
export const TARGETS = ['pagerduty', 'ntfy', 'webhook'] as const;
export type Target = (typeof TARGETS)[number];
/** What people call them. */
export const TARGET_NAMES: Readonly<Record<Target, string>> = {
  pagerduty: 'PagerDuty',
  ntfy: 'ntfy',
  webhook: 'Webhook',
};

/** The id of the row of a target, beside those of channels and people. */
export const rowOf = (target: Target): string => `target:${target}`;

/** The target whose row that is; undefined: it is that of a channel, or a person. */
export const targetOf = (id: string): Target | undefined => TARGETS.find((target) => rowOf(target) === id);

/** An incident that a target may have to be called about. */
export interface Deliverable {
  readonly incidentId: string;
  readonly accountId: string;
  /** Absent: it is over, and nothing more is known of it. */
  readonly incident?: WatchedIncident;
  /** What the target was called with last. Absent: nothing, or that it is over. */
  readonly told?: 'trigger' | 'acknowledge';
  /** Critical, and covered by a watch with the target. */
  readonly isWanted: boolean;
  /** Wanted, began since the target was chosen, and is not quiet. */
  readonly isNews: boolean;
  /** IANA name, of the watch. */
  readonly zone: string;
}

/** The incidents of a target for which something may have to be done, at most some at a time. */
export interface Deliveries {
  readonly due: readonly Deliverable[];
  /** When the next quiet time ends. Absent: nothing is quiet. */
  readonly quietEndsAtMs?: number;
}

/**
 * Plans the next call of a target. A call without an answer is repeated with its key while it is still right; otherwise it
 * counts as done, because the target may have it.
 */
export function planDelivery(
  { due, quietEndsAtMs }: Deliveries,
  { pending, ...posted }: Posted,
  nowMs: number,
): Plan {
  const begun = pending?.about.kind === 'delivery' ? pending.about : undefined;
  if (pending !== undefined && begun !== undefined) {
    const one = due.find(({ incidentId }) => incidentId === begun.incidentId);
    if (one !== undefined && actionFor(one, nowMs) === begun.action)
      return call(one, begun.action, pending.key, posted);
    return { kind: 'wait', untilMs: nowMs, posted, delivered: pending.mayExist && begun };
  }
  for (const one of due) {
    const action = actionFor(one, nowMs);
    if (action !== undefined) return call(one, action, `${one.incidentId}:${action}@${nowMs}`, posted);
  }
  const times = [
    ...due.flatMap(({ incident }) => (incident ? [incident.owner?.untilMs ?? nowMs] : [])),
    ...due.map(readyAt),
    quietEndsAtMs ?? nowMs,
  ].filter((atMs) => atMs > nowMs);
  return { kind: 'wait', untilMs: times.length === 0 ? undefined : Math.min(...times) };
}

function actionFor(one: Deliverable, nowMs: number): Delivery['action'] | undefined {
  const { incident, told, isWanted, isNews } = one;
  const isOwned = incident !== undefined && ownerAt(incident, nowMs) !== undefined;
  if (told === undefined) return isNews && !isOwned && readyAt(one) <= nowMs ? 'trigger' : undefined;
  if (!isWanted) return 'resolve';
  return told === 'trigger' && isOwned ? 'acknowledge' : undefined;
}

/** As in a channel: changes settle for a minute, and nobody is called at night about a package. */
function readyAt({ incident, zone }: Deliverable): number {
  const atMs = (incident?.detectedAtMs ?? 0) + GROUP_WAIT_MS;
  return incident?.canWait ? inDaytime(atMs, zone, DAY_MS) : atMs;
}

function call(
  { incidentId, accountId, incident, zone }: Deliverable,
  action: Delivery['action'],
  key: string,
  posted: Posted,
): Plan {
  const delivery = { action, incidentId, accountId };
  return {
    kind: 'post',
    notification: { kind: 'delivery', ...delivery, incident, zone },
    pending: { key, about: { kind: 'delivery', ...delivery } },
    done: () => posted,
    delivered: delivery,
  };
}
