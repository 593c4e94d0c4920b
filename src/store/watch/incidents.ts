import { type RawBuilder, sql } from 'kysely';
import { GROUP_WAIT_MS, UNKNOWN_AFTER_MS } from '../../watch/plan-notification.ts';
import type { BadCounts, ChannelState, NewsKind, WatchedIncident } from '../../watch/posted.ts';
import type { KnownAccount } from '../../watch/summary.ts';
import { countOf, type Db, stateIn, type Tables, type Tx, toIncident } from '../tables.ts';

/** The open incident of an account, locked until the transaction is over. */
export async function lockOpen(db: Db, accountId: string): Promise<Tables['incidents'] | undefined> {
  const open = db.updateTable('incidents').set({ account_id: accountId }).where('closed_at_ms', 'is', null);
  return await open.where('account_id', '=', accountId).returningAll().executeTakeFirst();
}

/** Watched accounts with their open incidents. `where` may end with an order and a limit. */
export async function readKnown(db: Db, where: RawBuilder<unknown>): Promise<readonly KnownAccount[]> {
  // Either all columns of the incident are null, or none of its key columns.
  const { rows } = await sql<IncidentRow & { readonly watched: string }>`
    select incidents.*, watched_accounts.id as watched, state
    from watched_accounts
    left join incidents on account_id = watched_accounts.id and closed_at_ms is null
    where ${where}`.execute(db);
  return rows.map((row) => ({
    accountId: row.watched,
    state: stateIn(row),
    incident: row.id === null ? undefined : toIncident(row),
  }));
}

type IncidentRow = Tables['incidents'] & Pick<Tables['watched_accounts'], 'state'>;

/** Incidents, including those of accounts that are no longer watched. */
async function readSome(db: Db, where: RawBuilder<unknown>, order = WORST_FIRST, from = 0, maxEntries = 10) {
  const { rows } = await sql<IncidentRow>`
    select incidents.*, state from incidents
    left join watched_accounts on watched_accounts.id = incidents.account_id
    where ${where} order by ${order} limit ${maxEntries} offset ${from}`.execute(db);
  return rows.map(
    (row): WatchedIncident => ({
      id: row.id,
      accountId: row.account_id,
      ...toIncident(row),
      state: stateIn(row),
    }),
  );
}

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

export const openIn = (channelId: string, nowMs: number) =>
  sql`${concernsIn(channelId)} and ${isKnown(nowMs)}`;

/** Open incidents that the channel was not notified of at this level, except those from before its watch. */
const newsIn = (channelId: string) => sql`
  ${concernsIn(channelId, sql`and ${ASKED_AT} < detected_at_ms`)}
  and not exists (
    select 1 from notified
    where notified.channel_id = ${channelId} and incident_id = incidents.id
      and (notified.level in ('critical', incidents.level) or incidents.level = 'unknown'))`;

const KIND = sql`case when incidents.level <> 'critical' then incidents.level
  when can_wait = 1 then 'waits' else 'urgent' end`;

/** Incidents that the channel was notified of, and that are over. */
const recoveredIn = (channelId: string, nowMs: number) => sql`
  closed_at_ms <= ${nowMs}
  and incidents.id in (select incident_id from notified where channel_id = ${channelId})`;

/** What is open, new and over in a channel. `namedIds`: the incidents in its alert. */
export async function readIncidents(
  { db, nowMs }: Tx,
  channelId: string,
  namedIds: readonly string[],
): Promise<Pick<ChannelState, 'open' | 'news' | 'newest' | 'named' | 'recovered'>> {
  const open = openIn(channelId, nowMs);
  const { rows: counted } = await sql<{ readonly level: keyof BadCounts; readonly count: number }>`
    select level, count(*) as count from incidents where ${open} group by level`.execute(db);
  const counts = { critical: 0, attention: 0, unknown: 0 };
  for (const { level, count } of counted) counts[level] = count;
  const news = newsIn(channelId);
  const readyAt = sql`case when level = 'unknown' and started_at_ms + ${UNKNOWN_AFTER_MS} > detected_at_ms + ${GROUP_WAIT_MS}
    then started_at_ms + ${UNKNOWN_AFTER_MS} else detected_at_ms + ${GROUP_WAIT_MS} end`;
  const { rows: kinds } = await sql<ChannelState['news'][number]>`
    select ${KIND} as kind, count(*) as count, min(${readyAt}) as "readyAtMs"
    from incidents where ${news} group by ${KIND}`.execute(db);
  const recovered = recoveredIn(channelId, nowMs);
  const { rows: over } = await sql<{ readonly count: number; readonly since: number | null }>`
    select count(*) as count, min(closed_at_ms) as since from incidents where ${recovered}`.execute(db);
  const { count = 0, since } = over[0] ?? {};
  const named = sql`incidents.id in (${sql.join(namedIds)}) and ${covers(channelId, sql``)}`;
  const ready = sql`${news} and ${isKnown(nowMs)}`;
  return {
    open: { counts, worst: counted.length > 0 ? await readSome(db, open) : [] },
    news: kinds,
    newest: kinds.length > 0 ? await readSome(db, ready, sql`can_wait, ${WORST_FIRST}`) : [],
    named: namedIds.length > 0 ? await readSome(db, named) : [],
    recovered: {
      count,
      sinceMs: since ?? undefined,
      incidents: count > 0 ? await readSome(db, recovered, sql`closed_at_ms, incidents.id`) : [],
    },
  };
}

/** Saves that a channel is notified of its news of these kinds. */
export async function notify({ db, nowMs }: Tx, channelId: string, kinds: readonly NewsKind[] = []) {
  if (kinds.length === 0) return;
  await sql`
    insert into notified (channel_id, incident_id, level)
    select ${channelId}, id, level from incidents
    where ${newsIn(channelId)} and ${isKnown(nowMs)} and ${KIND} in (${sql.join(kinds)})
    on conflict (channel_id, incident_id) do update set level = excluded.level`.execute(db);
}

/** The recoveries up to `nowMs` are posted. */
export const forgetRecovered = ({ db, nowMs }: Tx, channelId: string) =>
  sql`delete from notified where channel_id = ${channelId} and incident_id in (
    select id from incidents where ${recoveredIn(channelId, nowMs)})`.execute(db);

/** A page of what is open in a channel, worst first, and how many there are. */
export async function readOpen({ db, nowMs }: Tx, channelId: string, page: number, size: number) {
  const where = openIn(channelId, nowMs);
  return {
    incidents: await readSome(db, where, WORST_FIRST, page * size, size),
    count: await countOf(db.selectFrom('incidents').where(sql<boolean>`${where}`)),
  };
}
