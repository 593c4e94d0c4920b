import { type RawBuilder, sql } from 'kysely';
import { type Deliverable, type Deliveries, rowOf, TARGETS, type Target } from '../../watch/deliveries.ts';
import { isGoingOn } from '../../watch/outage.ts';
import type { Delivery, Posted } from '../../watch/posted.ts';
import { type Tables, type Tx, toWatchedIncident } from '../tables.ts';
import { wakeChannels } from './due.ts';
import { quietUntil } from './quiet.ts';
import { readSource } from './source.ts';

/** More are read with the next claim, after a call for one of these. */
const MAX_READ = 20;

/** The watches with a target that cover the account of an incident. */
const watchesWith = (target: Target, and: RawBuilder<unknown> = sql``) => sql`
  from watch_targets join watches using (channel_id, pattern)
  where target = ${target} and pattern in (incidents.account_id,
    substr(incidents.account_id, 1, length(pattern) - 1) || '*') ${and}`;

const isWanted = (target: Target, and?: RawBuilder<unknown>) => sql`(
  closed_at_ms is null and incidents.level = 'critical' and exists (select 1 ${watchesWith(target, and)}))`;

type Row = Tables['incidents'] &
  Pick<Tables['watched_accounts'], 'state'> &
  Pick<Tables['deliveries'], 'incident_id'> & {
    readonly told: Deliverable['told'] | null;
    readonly known_id: string | null;
    readonly wanted: number;
    readonly zone: string | null;
  };

/** What a target may have to be called about. During an outage of the service nothing is new. */
export async function readDeliveries(tx: Tx, target: Target, { pending }: Posted): Promise<Deliveries> {
  const { db, nowMs } = tx;
  const begunId = pending?.about.kind === 'delivery' ? pending.about.incidentId : '';
  /** The one that a call was begun for comes first, then those that nobody is on. */
  const inOrder = (
    id: RawBuilder<unknown>,
  ) => sql`order by case when ${id} = ${begunId} then 0 when owner_until_ms > ${nowMs} then 2 else 1 end,
    can_wait, detected_at_ms, ${id} limit ${MAX_READ}`;
  const isOwned = sql`(told = 'trigger' and owner_until_ms > ${nowMs})`;
  const { rows: told } = await sql<Row>`
    select incidents.*, incidents.id as known_id, deliveries.incident_id, deliveries.account_id, told, state,
      (select min(zone) ${watchesWith(target)}) as zone,
      case when ${isWanted(target)} then 1 else 0 end as wanted
    from deliveries
    left join incidents on incidents.id = incident_id
    left join watched_accounts on watched_accounts.id = deliveries.account_id
    where target = ${target} and (incidents.id is null or ${isOwned} or not ${isWanted(target)}
      or incident_id = ${begunId}) ${inOrder(sql`incident_id`)}`.execute(db);
  const isHeard = sql`${quietUntil(sql`incidents.account_id`, sql`watches.channel_id`, nowMs)} is null`;
  const isNew = sql`and since_ms < detected_at_ms and ${isHeard}`;
  const { outage } = await readSource({ db });
  const { rows: news } = isGoingOn(outage)
    ? { rows: [] }
    : await sql<Row>`
      select incidents.*, incidents.id as known_id, incidents.id as incident_id, null as told, state, 1 as wanted,
        (select min(zone) ${watchesWith(target)}) as zone
      from incidents
      left join watched_accounts on watched_accounts.id = account_id
      where ${isWanted(target, isNew)} and incidents.id not in (
        select incident_id from deliveries where target = ${target})
      ${inOrder(sql`incidents.id`)}`.execute(db);
  const { rows: quiet } = await sql<{ readonly endsAtMs: number | null }>`
    select min(until_ms) as "endsAtMs" from quiet where until_ms > ${nowMs}`.execute(db);
  return {
    due: [...news.map((row) => toDeliverable(row, true)), ...told.map((row) => toDeliverable(row, false))],
    quietEndsAtMs: quiet[0]?.endsAtMs ?? undefined,
  };
}

const toDeliverable = (row: Row, isNews: boolean): Deliverable => ({
  incidentId: row.incident_id,
  accountId: row.account_id,
  incident: row.known_id === null ? undefined : toWatchedIncident(row),
  told: row.told ?? undefined,
  isWanted: row.wanted === 1,
  isNews,
  zone: row.zone ?? 'UTC',
});

/** Saves what a target has been called with. What is over may begin again. */
export async function saveDelivery({ db }: Tx, target: Target, delivery: Delivery): Promise<void> {
  const { action, incidentId, accountId } = delivery;
  if (action === 'resolve')
    await sql`delete from deliveries where target = ${target} and incident_id = ${incidentId}`.execute(db);
  else
    await sql`insert into deliveries (target, incident_id, account_id, told)
      values (${target}, ${incidentId}, ${accountId}, ${action})
      on conflict (target, incident_id) do update set told = excluded.told`.execute(db);
}

/** Sets the targets of the watches of a conversation. What began before a target was chosen is not news for it. */
export async function setTargets(
  tx: Tx,
  channelId: string,
  patterns: readonly string[],
  targets: readonly Target[],
): Promise<void> {
  const { db, nowMs } = tx;
  const others = TARGETS.filter((target) => !targets.includes(target));
  if (others.length > 0)
    await db
      .deleteFrom('watch_targets')
      .where('channel_id', '=', channelId)
      .where('pattern', 'in', patterns)
      .where('target', 'in', others)
      .execute();
  for (const target of targets) {
    await sql`insert into channels (id, team_id, due_at_ms, lease_until_ms, epoch, started_attempts)
      select ${rowOf(target)}, team_id, ${sql.lit(nowMs)}, 0, 0, 0 from channels where id = ${channelId}
      on conflict (id) do nothing`.execute(db);
    await db
      .insertInto('watch_targets')
      .values(patterns.map((pattern) => ({ channel_id: channelId, pattern, target, since_ms: nowMs })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await wakeChannels(tx, [channelId]);
}

/** The targets of each watch of a conversation, by its pattern. */
export async function targetsOf({ db }: Pick<Tx, 'db'>, channelId: string): Promise<Map<string, Target[]>> {
  const rows = await db
    .selectFrom('watch_targets')
    .select(['pattern', 'target'])
    .where('channel_id', '=', channelId)
    .orderBy('target')
    .execute();
  const byPattern = Map.groupBy(rows, ({ pattern }) => pattern);
  return new Map([...byPattern].map(([pattern, its]) => [pattern, its.map(({ target }) => target)]));
}
