import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import { AGAIN_AFTER_MS, GROUP_WAIT_MS, UNKNOWN_SHOWN_AFTER_MS } from '../../watch/plan-notification.ts';
import type { BadCounts, ChannelState, NewsKind, WatchedIncident } from '../../watch/posted.ts';
import type { KnownAccount } from '../../watch/summary.ts';
import {
  CHANGED_AT_ONCE,
  changeAll,
  type Db,
  stateIn,
  type Tables,
  type Tx,
  toIncident,
  toWatchedIncident,
} from '../tables.ts';
import { COVERS, coveredBy, quietIds, quietUntil } from './coverage.ts';
import { notesOf } from './quiet.ts';

/** The open incident of an account, locked until the transaction ends. Undefined: there is none. */
export async function lockOpen(db: Db, accountId: string): Promise<Tables['incidents'] | undefined> {
  const open = db.updateTable('incidents').set({ account_id: accountId }).where('closed_at_ms', 'is', null);
  return await open.where('account_id', '=', accountId).returningAll().executeTakeFirst();
}

/**
 * Watched accounts with their open incidents, and until when they are quiet in the conversation. `where` may include an
 * order and a limit.
 */
export async function readKnown(
  { db, nowMs }: Tx,
  channelId: string,
  where: RawBuilder<unknown>,
): Promise<readonly KnownAccount[]> {
  // Without an incident, all of its columns are null.
  const { rows } = await sql<IncidentRow & { readonly watched: string }>`
    select incidents.*, watched_accounts.id as watched, state,
      ${quietUntil(sql`watched_accounts.id`, channelId, nowMs)} as "quietUntilMs"
    from watched_accounts
    left join incidents on account_id = watched_accounts.id and closed_at_ms is null
    where ${where}`.execute(db);
  const bad = rows.flatMap((row) => (row.id === null ? [] : [row.watched]));
  const notes = await notesOf({ db, nowMs }, bad);
  return rows.map((row) => ({
    accountId: row.watched,
    state: stateIn(row),
    incident: row.id === null ? undefined : toIncident(row),
    quietUntilMs: row.quietUntilMs ?? undefined,
    note: notes.get(row.watched),
  }));
}

type IncidentRow = Tables['incidents'] &
  Pick<Tables['watched_accounts'], 'state'> & { readonly quietUntilMs: number | null };

/**
 * Incidents, including those of accounts that are no longer watched. They are chosen first: thousands may be open, and what
 * is read beside them takes longest.
 */
export async function readSome(
  { db, nowMs }: Tx,
  channelId: string,
  where: RawBuilder<unknown>,
  { order = WORST_FIRST, from = 0, maxEntries = 10 } = {},
) {
  await yieldToEventLoop();
  const { rows } = await sql<
    IncidentRow & Readonly<Record<'oftenCount' | 'shortestMs' | 'longestMs', number>>
  >`
    select incidents.*, state,
      case when closed_at_ms is null
        then ${quietUntil(sql`incidents.account_id`, channelId, nowMs)} end as "quietUntilMs",
      ${pastWeek(sql`count(*)`, nowMs)} as "oftenCount",
      ${pastWeek(sql`min(past.resolved_at_ms - past.started_at_ms)`, nowMs)} as "shortestMs",
      ${pastWeek(sql`max(past.resolved_at_ms - past.started_at_ms)`, nowMs)} as "longestMs"
    from (
      select * from incidents where ${where}
      order by ${order} limit ${sql.lit(maxEntries)} offset ${sql.lit(from)}
    ) incidents
    left join watched_accounts on watched_accounts.id = incidents.account_id
    order by ${order}`.execute(db);
  const open = rows.flatMap((row) => (row.closed_at_ms === null ? [row.account_id] : []));
  const notes = await notesOf({ db, nowMs }, open);
  return rows.map(
    (row): WatchedIncident => ({
      ...toWatchedIncident(row),
      quietUntilMs: row.quietUntilMs ?? undefined,
      note: row.closed_at_ms === null ? notes.get(row.account_id) : undefined,
      often:
        row.oftenCount < OFTEN
          ? undefined
          : { count: row.oftenCount, shortestMs: row.shortestMs, longestMs: row.longestMs },
    }),
  );
}

/** This many incidents within a week are worth a line. */
const OFTEN = 3;
const WEEK_MS = 7 * DAY_MS;

/** SQL: an aggregate over the account's incidents of the last week. Open ones have no duration. */
const pastWeek = (what: RawBuilder<unknown>, nowMs: number) => sql`(
  select ${what} from incidents past
  where past.account_id = incidents.account_id and past.detected_at_ms > ${nowMs - WEEK_MS}
    and past.level <> 'unknown')`;

const WORST_FIRST = sql`case incidents.level when 'critical' then 0 when 'attention' then 1 else 2 end,
  started_at_ms, incidents.id`;

/** What a conversation watches. Conditions on its incidents are made of this: a lookup for each row takes five times as long. */
export interface Place {
  readonly channelId: string;
  readonly watches: readonly Tables['watches'][];
}

/** SQL: whether an incident is open and a watch of the place covers it at its level. `isNew`: it is newer than the watch. */
function concernsIn({ watches }: Place, isNew = false) {
  const conditions = watches.map(({ pattern, tell_of, created_at_ms, widened_at_ms }) => {
    const isAsked = tell_of === 'attention' ? sql`` : sql`and incidents.level <> 'attention'`;
    const isLater = sql`and detected_at_ms > ${created_at_ms}
      and (incidents.level <> 'attention' or detected_at_ms > ${widened_at_ms ?? created_at_ms})`;
    return sql`${coveredBy([pattern], sql`incidents.account_id`)} ${isAsked} ${isNew ? isLater : sql``}`;
  });
  return sql`closed_at_ms is null and (${conditions.length > 0 ? sql.join(conditions, sql` or `) : sql`false`})`;
}

/** SQL: whether the level is known, or has been unknown for a day. Before that it is not shown. */
const isKnown = (nowMs: number) =>
  sql`(incidents.level <> 'unknown' or started_at_ms <= ${nowMs - UNKNOWN_SHOWN_AFTER_MS})`;

/** SQL: whether an incident is open in a channel and not quiet there. */
export const openIn = (place: Place, nowMs: number) => sql`
  ${concernsIn(place)} and ${isKnown(nowMs)} and ${isHeard(place, nowMs)}`;

const isHeard = ({ channelId }: Place, nowMs: number) =>
  sql`incidents.account_id not in (${quietIds(channelId, nowMs)})`;

/** SQL: incidents, joined with what the channel was notified of. */
const withNotified = ({ channelId }: Place) => sql`
  incidents left join notified on notified.channel_id = ${channelId} and incident_id = incidents.id`;

/**
 * A condition on `withNotified`: the channel was not notified of this open incident at its level, and the incident is newer
 * than the watch; or it is critical, and the channel is to be notified again because nobody is on it.
 */
const newsIn = (place: Place, nowMs: number) => sql`
  ${concernsIn(place, true)} and ${isHeard(place, nowMs)}
  and (incident_id is null
    or (notified.level not in ('critical', incidents.level) and incidents.level <> 'unknown')
    or (${IS_AGAIN} and again_at_ms is not null and incidents.level = 'critical' and can_wait = 0
      and (owner_until_ms is null or owner_until_ms <= ${nowMs})))`;

/** A condition on news: the channel was notified before, and still nobody is on it. */
const IS_AGAIN = sql`notified.level = 'critical'`;

/** SQL: whether an open incident needs no post: the channel was notified of it at its level, or it is older than the watch. */
export const isPosted = (place: Place) => sql`(
  exists (select 1 from notified where channel_id = ${place.channelId} and incident_id = incidents.id
    and notified.level in ('critical', incidents.level))
  or not (${concernsIn(place, true)}))`;

/** News that may be posted, apart from the wait in which changes are grouped. */
const readyIn = (place: Place, nowMs: number) => sql`
  ${newsIn(place, nowMs)} and ${isKnown(nowMs)}
  and (incident_id is null or not ${IS_AGAIN} or again_at_ms <= ${nowMs})`;

const KIND = sql`case when incidents.level <> 'critical' then incidents.level
  when can_wait = 1 then 'waits' else 'urgent' end`;

/** SQL: when to notify again, given how often that was done already. Null: not again. */
const againAt = (repeats: RawBuilder<unknown>, nowMs: number) =>
  sql`case ${repeats} when 0 then ${sql.lit(nowMs + AGAIN_AFTER_MS[0])} when 1 then ${sql.lit(nowMs + AGAIN_AFTER_MS[1])} end`;

/** SQL: whether the channel was notified of an incident that is over. */
const recoveredIn = (channelId: string, nowMs: number) => sql`
  closed_at_ms <= ${nowMs}
  and incidents.id in (select incident_id from notified where channel_id = ${channelId})`;

/**
 * The open, new and recovered incidents of a channel. `namedIds`: those in its alert. With thousands of incidents each
 * statement takes milliseconds and blocks SQLite's thread, so other work gets a turn in between.
 */
export async function readIncidents(
  tx: Tx,
  place: Place,
  namedIds: readonly string[],
): Promise<Pick<ChannelState, 'open' | 'news' | 'newest' | 'again' | 'named' | 'recovered'>> {
  const { db, nowMs } = tx;
  const { channelId } = place;
  const open = openIn(place, nowMs);
  const { rows: counted } = await sql<{ readonly level: keyof BadCounts; readonly count: number }>`
    select level, count(*) as count from incidents where ${open} group by level`.execute(db);
  const counts = { critical: 0, attention: 0, unknown: 0 };
  for (const { level, count } of counted) counts[level] = count;
  await yieldToEventLoop();
  const { rows: news } = await sql<ChannelState['news'][number]>`
    select ${KIND} as kind, count(*) as count, min(case
      when ${IS_AGAIN} then again_at_ms
      when incidents.level = 'unknown' and started_at_ms + ${UNKNOWN_SHOWN_AFTER_MS} > detected_at_ms + ${GROUP_WAIT_MS}
        then started_at_ms + ${UNKNOWN_SHOWN_AFTER_MS}
      else detected_at_ms + ${GROUP_WAIT_MS} end) as "readyAtMs"
    from ${withNotified(place)} where ${newsIn(place, nowMs)} group by ${KIND}`.execute(db);
  await yieldToEventLoop();
  const recovered = recoveredIn(channelId, nowMs);
  const { rows: over } = await sql<{ readonly count: number; readonly since: number | null }>`
    select count(*) as count, min(closed_at_ms) as since from incidents where ${recovered}`.execute(db);
  const { count = 0, since } = over[0] ?? {};
  const patterns = place.watches.map(({ pattern }) => pattern);
  const ids = sql`(${sql.join(namedIds)})`;
  // By now an account in the alert may have another incident.
  const relapsed = sql`closed_at_ms is null and ${isKnown(nowMs)}
    and incidents.account_id in (select account_id from incidents where id in ${ids})`;
  const named = sql`(incidents.id in ${ids} or ${relapsed}) and ${coveredBy(patterns, sql`incidents.account_id`)}`;
  const ready = sql`incidents.id in (
    select incidents.id from ${withNotified(place)} where ${readyIn(place, nowMs)})`;
  return {
    open: { counts, worst: counted.length > 0 ? await readSome(tx, channelId, open) : [] },
    news,
    again: news.some(({ kind }) => kind === 'urgent') ? await readAgain(tx, place) : undefined,
    newest:
      news.length > 0 ? await readSome(tx, channelId, ready, { order: sql`can_wait, ${WORST_FIRST}` }) : [],
    named:
      namedIds.length > 0 ? await readSome(tx, channelId, named, { maxEntries: namedIds.length * 2 }) : [],
    recovered: {
      count,
      sinceMs: since ?? undefined,
      incidents:
        count > 0 ? await readSome(tx, channelId, recovered, { order: sql`closed_at_ms, incidents.id` }) : [],
    },
  };
}

/** Whom to mention because nobody is on incidents of which the channel was notified. Undefined: there are none now. */
async function readAgain({ db, nowMs }: Tx, place: Place): Promise<readonly string[] | undefined> {
  const { rows } = await sql<Pick<Tables['watches'], 'mentions'>>`
    select distinct mentions from ${withNotified(place)}
    join watches on watches.channel_id = ${place.channelId} and ${COVERS}
    where ${IS_AGAIN} and ${readyIn(place, nowMs)}`.execute(db);
  if (rows.length === 0) return undefined;
  return [...new Set(rows.flatMap(({ mentions }) => (mentions === null ? [] : JSON.parse(mentions))))];
}

/** Records that a channel is notified of its news of these kinds. */
export async function notify({ db, nowMs }: Tx, place: Place, kinds: readonly NewsKind[] = []) {
  if (kinds.length === 0) return;
  await changeAll(
    db,
    sql`
    insert into notified (channel_id, incident_id, level, again_at_ms, repeats)
    select ${place.channelId}, incidents.id, incidents.level, ${againAt(sql`0`, nowMs)}, 0
    from ${withNotified(place)}
    where ${readyIn(place, nowMs)} and ${KIND} in (${sql.join(kinds)}) limit ${sql.lit(CHANGED_AT_ONCE)}
    on conflict (channel_id, incident_id) do update set level = excluded.level,
      repeats = case when ${IS_AGAIN} then notified.repeats + 1 else 0 end,
      again_at_ms = case when ${IS_AGAIN} then ${againAt(sql`notified.repeats + 1`, nowMs)}
        else excluded.again_at_ms end
    returning incident_id`,
  );
}

/** Restarts the wait until channels are notified again of these accounts, because nobody is on them any more. */
export const notifyAgain = ({ db, nowMs }: Tx, accountIds: readonly string[]) =>
  sql`
  update notified set again_at_ms = ${againAt(sql`repeats`, nowMs)}
  where again_at_ms is not null and incident_id in (
    select id from incidents where closed_at_ms is null and account_id in (${sql.join(accountIds)}))`.execute(
    db,
  );

/** Deletes the recoveries up to `nowMs`, because they have been reported. */
export const forgetRecovered = ({ db, nowMs }: Tx, channelId: string) =>
  changeAll(
    db,
    sql`
    delete from notified where channel_id = ${channelId} and incident_id in (
      select id from incidents where ${recoveredIn(channelId, nowMs)} limit ${sql.lit(CHANGED_AT_ONCE)})
    returning incident_id`,
  );
