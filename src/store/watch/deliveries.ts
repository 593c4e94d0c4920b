import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { sql } from 'kysely';
import { DAY_MS, MINUTE_MS } from '../../account/time.ts';
import { isGoingOn } from '../../watch/outage.ts';
import { GROUP_WAIT_MS } from '../../watch/plan-notification.ts';
import { inDaytime } from '../../watch/schedule.ts';
import type { Delivery, Target, TargetAnswer } from '../../watch/watch-list.ts';
import { type Tables, type Tx, toWatchedIncident } from '../tables.ts';
import { COVERS, isCovered, quietUntil } from './coverage.ts';
import { claimDue, type Finished, finishDue, skipLocked } from './due.ts';
import { readSource } from './source.ts';

/** A claimed target, with its next call. */
export type TargetClaim = Awaited<ReturnType<typeof claimCalls>>[number];

/** The last call to a target about an incident (null: none), and its key if the answer is not known. */
type LastCall = Pick<Tables['deliveries'], 'key'> & { readonly told: Delivery['action'] | null };

/** The wait after a call that was not accepted. Short, so that a target that was down is called soon after it is back. */
const RETRY_MS = MINUTE_MS;
/** How many calls are considered. Calls about packages come last, and at night they are skipped. */
const MAX_READ = 50;

/**
 * Claims the targets that have to be called now, and saves the calls. Incidents in `lastIds` come last. A call without an
 * answer is repeated with the same key while it is still right; otherwise it counts as done, because the target may have it.
 */
export async function claimCalls(tx: Tx, targets: readonly Target[], lastIds: readonly string[]) {
  const { db, nowMs } = tx;
  const { rows: free } = await sql<Pick<Tables['targets'], 'id'>>`
    select id from targets
    where id in (${sql.join(targets)}) and due_at_ms <= ${nowMs} and lease_until_ms <= ${nowMs}
    order by id ${skipLocked(db)}`.execute(db);
  const claims = [];
  for (const { id: target } of free) {
    await yieldToEventLoop();
    const call = await nextCall(tx, target, lastIds);
    const [row] = call ? await claimDue(tx, 'targets', 1, { and: sql`and id = ${target}` }) : [];
    if (call === undefined || row === undefined) continue;
    await saveLastCall(tx, target, call, { told: call.action, key: call.key });
    claims.push({
      ...call,
      target,
      /** Writes with an older one are ignored. */
      fencingToken: row.epoch,
      /** The time at which all of this was read. */
      atMs: nowMs,
      /** Until then no other process calls the target. */
      leaseUntilMs: row.lease_until_ms,
    });
  }
  return claims;
}

/** Saves how a call ended. */
export async function finishCall(tx: Tx, claim: TargetClaim, kind: TargetAnswer['kind']): Promise<Finished> {
  const { target, fencingToken, action, before } = claim;
  const dueAtMs = tx.nowMs + (kind === 'sent' ? 0 : RETRY_MS);
  const finished = await finishDue(tx.db, 'targets', { id: target, fencingToken, dueAtMs });
  if (finished === 'lost' || kind === 'unconfirmed') return finished;
  // A resolved incident may begin again.
  const sent = { told: action === 'resolve' ? null : action, key: null };
  await saveLastCall(tx, target, claim, kind === 'sent' ? sent : before);
  return finished;
}

async function saveLastCall(
  { db }: Tx,
  target: Target,
  { incidentId, accountId }: Delivery,
  { told, key }: LastCall,
): Promise<void> {
  if (told === null)
    await sql`delete from deliveries where target = ${target} and incident_id = ${incidentId}`.execute(db);
  else
    await sql`insert into deliveries (target, incident_id, account_id, told, key)
      values (${target}, ${incidentId}, ${accountId}, ${told}, ${key})
      on conflict (target, incident_id) do update set told = excluded.told, key = excluded.key`.execute(db);
}

/** The column of a watch that tells since when it has the target. */
export const sinceOf = (target: Target) => sql.ref<number | null>(`${target}_since_ms`);

const IS_CRITICAL = sql`closed_at_ms is null and incidents.level = 'critical'`;

type Row = Tables['incidents'] &
  Pick<Tables['watched_accounts'], 'state'> &
  Pick<Delivery, 'action'> &
  LastCall & { readonly incident_id: string; readonly of_account: string; readonly zone: string | null };

/**
 * The next call to a target, and the one before it about the same incident: first about new incidents, then about changed
 * ones, then calls without an answer, then those in `lastIds`. Packages come last: at night they are skipped.
 */
async function nextCall(
  { db, nowMs }: Tx,
  target: Target,
  lastIds: readonly string[],
): Promise<(Delivery & { readonly before: LastCall }) | undefined> {
  const isOwned = sql`coalesce(owner_until_ms, 0) > ${nowMs}`;
  const hasTarget = sql`${sinceOf(target)} is not null`;
  const isHeard = sql`${quietUntil(sql`incidents.account_id`, sql`watches.channel_id`, nowMs)} is null`;
  const { outage } = await readSource({ db });
  // During an outage of the service there are no new incidents.
  const news = isGoingOn(outage)
    ? sql``
    : sql`union all
      select id, account_id, null, null from incidents
      where ${IS_CRITICAL} and not ${isOwned} and detected_at_ms <= ${nowMs - GROUP_WAIT_MS}
        and not exists (select 1 from deliveries where target = ${target} and incident_id = incidents.id)
        and ${isCovered(sql`${sinceOf(target)} < detected_at_ms and ${isHeard}`)}`;
  const { rows } = await sql<Row>`
    select incidents.*, state,
      (select min(zone) from watches where ${hasTarget} and ${COVERS}) as zone
    from (
      select * from (
        select incidents.*, called.*,
          case when told is null then 'trigger'
            when told = 'resolve' or incidents.id is null
              or not (${IS_CRITICAL} and ${isCovered(hasTarget)}) then 'resolve'
            when told = 'trigger' and (${isOwned} or not ${isCovered(sql`${hasTarget} and ${isHeard}`)})
              then 'acknowledge'
            when key is not null then told end as action,
          case when told is null and can_wait = 1 then 4
            when incident_id in (${sql.join(['', ...lastIds])}) then 3
            when told is null then 0 when key is null then 1 else 2 end as urgency
        from (
          select incident_id, account_id as of_account, told, key from deliveries where target = ${target} ${news}
        ) called
        left join incidents on incidents.id = incident_id
      ) calls
      where action is not null
      order by urgency, detected_at_ms, incident_id limit ${sql.lit(MAX_READ)}
    ) incidents
    left join watched_accounts on watched_accounts.id = of_account
    order by urgency, detected_at_ms, incident_id`.execute(db);
  // No target is called about a package at night.
  const mayCall = ({ told, can_wait, zone }: Row) =>
    told !== null || can_wait === 0 || inDaytime(nowMs, zone ?? 'UTC', DAY_MS) === nowMs;
  const row = rows.find(mayCall);
  if (row === undefined) return undefined;
  const { action, incident_id: incidentId, of_account: accountId, told, key } = row;
  return {
    action,
    incidentId,
    accountId,
    key: (action === told ? key : null) ?? `${incidentId}:${action}@${nowMs}`,
    incident: row.id === null ? undefined : toWatchedIncident(row),
    zone: row.zone ?? 'UTC',
    before: { told, key },
  };
}
