import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import { AGAIN_AFTER_MS, GROUP_WAIT_MS, UNKNOWN_AFTER_MS } from '../../watch/plan-notification.ts';
import type { BadCounts, ChannelState, NewsKind, WatchedIncident } from '../../watch/posted.ts';
import type { KnownAccount } from '../../watch/summary.ts';
import { countOf, type Db, stateIn, type Tables, type Tx, toIncident, toWatchedIncident } from '../tables.ts';
import { notesOf, quietUntil } from './quiet.ts';

/** The open incident of an account, locked until the transaction is over. */
export async function lockOpen(db: Db, accountId: string): Promise<Tables['incidents'] | undefined> {
  const open = db.updateTable('incidents').set({ account_id: accountId }).where('closed_at_ms', 'is', null);
  return await open.where('account_id', '=', accountId).returningAll().executeTakeFirst();
}

/**
 * Watched accounts with their open incidents, and until when they are quiet in the conversation. `where` may end with an
 * order and a limit.
 */
export async function readKnown(
  { db, nowMs }: Tx,
  channelId: string,
  where: RawBuilder<unknown>,
): Promise<readonly KnownAccount[]> {
  // Either all columns of the incident are null, or none of its key columns.
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

/** Incidents, including those of accounts that are no longer watched. */
async function readSome(
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
    from incidents
    left join watched_accounts on watched_accounts.id = incidents.account_id
    where ${where} order by ${order} limit ${maxEntries} offset ${from}`.execute(db);
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

/** So many times within a week are worth a line. */
const OFTEN = 3;
const WEEK_MS = 7 * DAY_MS;

/** Of the incidents of the same account that were detected within a week. Those that are open have no length. */
const pastWeek = (what: RawBuilder<unknown>, nowMs: number) => sql`(
  select ${what} from incidents past
  where past.account_id = incidents.account_id and past.detected_at_ms > ${nowMs - WEEK_MS}
    and past.level <> 'unknown')`;

const WORST_FIRST = sql`case incidents.level when 'critical' then 0 when 'attention' then 1 else 2 end,
  started_at_ms, incidents.id`;

/** Whether a watch of the channel covers the account of an incident. */
const covers = (channelId: string, andWatch: RawBuilder<unknown>) => sql`exists (
  select 1 from watches
  where watches.channel_id = ${channelId} and pattern in (incidents.account_id,
    substr(incidents.account_id, 1, length(pattern) - 1) || '*') ${andWatch})`;

/** Open incidents that a watch of the channel covers and asks for at their level. */
const concernsIn = (channelId: string, andWatch: RawBuilder<unknown> = sql``) => sql`
  closed_at_ms is null
  and ${covers(channelId, sql`and (incidents.level <> 'attention' or tell_of = 'attention') ${andWatch}`)}`;

/** Since when the watch asks for incidents of this level. */
const ASKED_AT = sql`case when incidents.level = 'attention' and widened_at_ms is not null
  then widened_at_ms else created_at_ms end`;

/** An unknown level is shown only after a day. */
const isKnown = (nowMs: number) =>
  sql`(incidents.level <> 'unknown' or started_at_ms <= ${nowMs - UNKNOWN_AFTER_MS})`;

/** What needs somebody in a channel: what is quiet there does not. */
export const openIn = (channelId: string, nowMs: number) => sql`
  ${concernsIn(channelId)} and ${isKnown(nowMs)} and ${isHeard(channelId, nowMs)}`;

const isHeard = (channelId: string, nowMs: number) =>
  sql`${quietUntil(sql`incidents.account_id`, channelId, nowMs)} is null`;

/** Open incidents that the channel was not notified of at this level, except those from before its watch. */
const newsIn = (channelId: string, nowMs: number) => sql`
  ${concernsIn(channelId, sql`and ${ASKED_AT} < detected_at_ms`)}
  and ${isHeard(channelId, nowMs)}
  and not exists (
    select 1 from notified
    where notified.channel_id = ${channelId} and incident_id = incidents.id
      and (notified.level in ('critical', incidents.level) or incidents.level = 'unknown'))`;

const KIND = sql`case when incidents.level <> 'critical' then incidents.level
  when can_wait = 1 then 'waits' else 'urgent' end`;

/** When the channel is notified again of an incident, in a query of `notified` and `incidents`. */
const AGAIN_AT = sql`at_ms + case repeats when 0 then ${sql.lit(AGAIN_AFTER_MS[0])} else ${sql.lit(AGAIN_AFTER_MS[1])} end`;

/** Critical incidents that the channel was notified of and that nobody is on, in such a query. */
const untakenIn = (channelId: string, nowMs: number) => sql`
  notified.channel_id = ${channelId} and notified.level = 'critical' and repeats < ${AGAIN_AFTER_MS.length}
  and incidents.level = 'critical' and can_wait = 0
  and (owner_until_ms is null or owner_until_ms <= ${nowMs}) and ${openIn(channelId, nowMs)}`;

const OF_NOTIFIED = sql`notified join incidents on incidents.id = incident_id`;

/** Incidents that the channel was notified of, and that are over. */
const recoveredIn = (channelId: string, nowMs: number) => sql`
  closed_at_ms <= ${nowMs}
  and incidents.id in (select incident_id from notified where channel_id = ${channelId})`;

/**
 * What is open, new and over in a channel. `namedIds`: the incidents in its alert. With thousands of incidents each statement
 * takes milliseconds, and SQLite runs those of a transaction one after the other: others are served in between.
 */
export async function readIncidents(
  tx: Tx,
  channelId: string,
  namedIds: readonly string[],
): Promise<Pick<ChannelState, 'open' | 'news' | 'newest' | 'untaken' | 'named' | 'recovered'>> {
  const { db, nowMs } = tx;
  const open = openIn(channelId, nowMs);
  const { rows: counted } = await sql<{ readonly level: keyof BadCounts; readonly count: number }>`
    select level, count(*) as count from incidents where ${open} group by level`.execute(db);
  const counts = { critical: 0, attention: 0, unknown: 0 };
  for (const { level, count } of counted) counts[level] = count;
  await yieldToEventLoop();
  const news = newsIn(channelId, nowMs);
  const readyAt = sql`case when level = 'unknown' and started_at_ms + ${UNKNOWN_AFTER_MS} > detected_at_ms + ${GROUP_WAIT_MS}
    then started_at_ms + ${UNKNOWN_AFTER_MS} else detected_at_ms + ${GROUP_WAIT_MS} end`;
  const { rows: kinds } = await sql<ChannelState['news'][number]>`
    select ${KIND} as kind, count(*) as count, min(${readyAt}) as "readyAtMs"
    from incidents where ${news} group by ${KIND}`.execute(db);
  const { rows: again } = await sql<{ readonly count: number; readonly readyAtMs: number | null }>`
    select count(*) as count, min(${AGAIN_AT}) as "readyAtMs"
    from ${OF_NOTIFIED} where ${untakenIn(channelId, nowMs)}`.execute(db);
  const untaken = again.flatMap(({ count, readyAtMs }) =>
    readyAtMs === null ? [] : [{ kind: 'untaken' as const, count, readyAtMs }],
  );
  await yieldToEventLoop();
  const recovered = recoveredIn(channelId, nowMs);
  const { rows: over } = await sql<{ readonly count: number; readonly since: number | null }>`
    select count(*) as count, min(closed_at_ms) as since from incidents where ${recovered}`.execute(db);
  const { count = 0, since } = over[0] ?? {};
  const named = sql`incidents.id in (${sql.join(namedIds)}) and ${covers(channelId, sql``)}`;
  const ready = sql`${news} and ${isKnown(nowMs)}`;
  return {
    open: { counts, worst: counted.length > 0 ? await readSome(tx, channelId, open) : [] },
    news: [...kinds, ...untaken],
    untaken: await readUntaken(tx, channelId, untaken),
    newest:
      kinds.length > 0 ? await readSome(tx, channelId, ready, { order: sql`can_wait, ${WORST_FIRST}` }) : [],
    named: namedIds.length > 0 ? await readSome(tx, channelId, named) : [],
    recovered: {
      count,
      sinceMs: since ?? undefined,
      incidents:
        count > 0 ? await readSome(tx, channelId, recovered, { order: sql`closed_at_ms, incidents.id` }) : [],
    },
  };
}

/** Those that the channel is notified of again now, and whom their watches mention. */
async function readUntaken(
  tx: Tx,
  channelId: string,
  [next]: readonly { readonly readyAtMs: number }[],
): Promise<ChannelState['untaken']> {
  if (next === undefined || next.readyAtMs > tx.nowMs) return { incidents: [], mentions: [] };
  const ids = againNow(channelId, tx.nowMs);
  const incidents = await readSome(tx, channelId, sql`incidents.id in (${ids})`);
  const { rows } = await sql<{ readonly mentions: string }>`
    select distinct mentions from watches, incidents
    where mentions is not null and watches.channel_id = ${channelId} and incidents.id in (${ids})
      and pattern in (account_id, substr(account_id, 1, length(pattern) - 1) || '*')`.execute(tx.db);
  return {
    incidents,
    mentions: [...new Set(rows.flatMap(({ mentions }) => JSON.parse(mentions) as string[]))],
  };
}

const againNow = (channelId: string, nowMs: number) => sql`
  select incident_id from ${OF_NOTIFIED} where ${untakenIn(channelId, nowMs)} and ${AGAIN_AT} <= ${nowMs}`;

/** Saves that a channel is notified of its news of these kinds. */
export async function notify({ db, nowMs }: Tx, channelId: string, kinds: readonly NewsKind[] = []) {
  if (kinds.length === 0) return;
  await sql`
    insert into notified (channel_id, incident_id, level, at_ms, repeats)
    select ${channelId}, id, level, ${sql.lit(nowMs)}, 0 from incidents
    where ${newsIn(channelId, nowMs)} and ${isKnown(nowMs)} and ${KIND} in (${sql.join(kinds)})
    on conflict (channel_id, incident_id) do update
      set level = excluded.level, at_ms = excluded.at_ms, repeats = 0`.execute(db);
  if (kinds.includes('untaken'))
    await sql`
      update notified set repeats = repeats + 1, at_ms = ${sql.lit(nowMs)}
      where channel_id = ${channelId} and incident_id in (${againNow(channelId, nowMs)})`.execute(db);
}

/** The recoveries up to `nowMs` are posted. */
export const forgetRecovered = ({ db, nowMs }: Tx, channelId: string) =>
  sql`delete from notified where channel_id = ${channelId} and incident_id in (
    select id from incidents where ${recoveredIn(channelId, nowMs)})`.execute(db);

/** A page of what is open in a channel, worst first, and how many there are. */
export async function readOpen(tx: Tx, channelId: string, page: number, size: number) {
  const where = openIn(channelId, tx.nowMs);
  return {
    incidents: await readSome(tx, channelId, where, { from: page * size, maxEntries: size }),
    count: await countOf(tx.db.selectFrom('incidents').where(sql<boolean>`${where}`)),
  };
}
