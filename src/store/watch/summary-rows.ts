import { sql } from 'kysely';
import { FIRST_SINCE_MS, type KnownAccount, type Overview } from '../../watch/summary.ts';
import type { SummaryPlan, SummarySchedule } from '../../watch/summary-schedule.ts';
import type { Watched } from '../../watch/watch-list.ts';
import type { Db, Tables } from '../tables.ts';
import { wakeChannels } from './claim-due.ts';
import { PAGE, readPages, stateIn, toIncident } from './from-columns.ts';
import { readSource } from './source-row.ts';

/** How all that is watched is now. An account that is watched twice is in it once. */
export async function readOverview(db: Db, of: Watched, nowMs: number): Promise<Overview> {
  // No person's id is empty.
  const whose = 'channelId' in of ? { ...of, userId: '' } : { channelId: of.userId, ...of };
  const { rows } = await sql<{ readonly since: number | null }>`
    select min(created_at_ms) as since from watches
    where channel_id = ${whose.channelId} or user_id = ${whose.userId}`.execute(db);
  const plan = 'channelId' in of ? await readPlan(db, of.channelId) : undefined;
  const sinceMs = plan?.toldAtMs ?? Math.max(rows[0]?.since ?? nowMs, nowMs - FIRST_SINCE_MS);
  const { outage, absence } = await readSource(db);
  return {
    accounts: await readPages<KnownAccount>((last) => readAccounts(db, whose, last?.accountId ?? '')),
    ended: await readEnded(db, whose, sinceMs),
    sinceMs,
    outage,
    absence,
  };
}

type Whose = Readonly<Record<'channelId' | 'userId', string>>;

async function readAccounts(db: Db, { channelId, userId }: Whose, afterId: string) {
  // All columns of an incident are there, or none.
  type Row = Tables['incidents'] & { readonly watched: string; readonly state: string | null };
  const after = sql`select account_id from watches where account_id > ${afterId}`;
  const { rows } = await sql<Row>`
    select incidents.*, watched_accounts.id as watched, watched_accounts.state
    from (${after} and channel_id = ${channelId} union ${after} and user_id = ${userId}
      order by account_id limit ${PAGE}) page
    join watched_accounts on watched_accounts.id = page.account_id
    left join incidents on incidents.account_id = page.account_id and incidents.closed_at_ms is null
    order by watched_accounts.id`.execute(db);
  return rows.map((row) => ({
    accountId: row.watched,
    state: stateIn(row),
    incident: row.id === null ? undefined : toIncident(row),
  }));
}

/** Those that ended since then, and while somebody here watched. */
async function readEnded(db: Db, { channelId, userId }: Whose, sinceMs: number): Promise<Overview['ended']> {
  const { rows } = await sql<Overview['ended'][number]>`
    select account_id as "accountId" from incidents
    where closed_at_ms >= ${sinceMs} and exists (
      select 1 from watches where watches.account_id = incidents.account_id
        and watches.created_at_ms <= incidents.closed_at_ms
        and (channel_id = ${channelId} or user_id = ${userId}))
    order by closed_at_ms, id`.execute(db);
  return rows;
}

export async function readPlan(db: Db, channelId: string): Promise<SummaryPlan | undefined> {
  const channel = db.selectFrom('channels').select('summary').where('id', '=', channelId);
  const row = await channel.executeTakeFirst();
  return row && planOf(row);
}

export const planOf = ({ summary }: Pick<Tables['channels'], 'summary'>): SummaryPlan | undefined =>
  summary === null ? undefined : (JSON.parse(summary) as SummaryPlan);

export async function writePlan(db: Db, channelId: string, plan: SummaryPlan | undefined): Promise<void> {
  const summary = plan === undefined ? null : JSON.stringify(plan);
  await db.updateTable('channels').set({ summary }).where('id', '=', channelId).execute();
}

/** From now on by this schedule. What is due by the same one already stays due. */
export async function setSchedule(
  db: Db,
  channelId: string,
  schedule: SummarySchedule | 'none',
  nowMs: number,
): Promise<void> {
  const before = await readPlan(db, channelId);
  const isSame = before !== undefined && schedule !== 'none' && timesOf(before) === timesOf(schedule);
  const told = before?.toldAtMs !== undefined && { toldAtMs: before.toldAtMs };
  const done = { doneUntilMs: isSame ? before.doneUntilMs : nowMs, ...told };
  await writePlan(db, channelId, schedule === 'none' ? undefined : { ...schedule, ...done });
  await wakeChannels(db, nowMs, sql`${channelId}`);
}

/** The summary that was due then is told, of that moment. */
export async function finishSummary(
  db: Db,
  channelId: string,
  { dueAtMs, atMs }: { readonly dueAtMs: number; readonly atMs: number },
): Promise<void> {
  const plan = await readPlan(db, channelId);
  // Somebody has stopped it meanwhile.
  if (plan === undefined) return;
  await writePlan(db, channelId, {
    ...plan,
    doneUntilMs: Math.max(dueAtMs, plan.doneUntilMs),
    toldAtMs: Math.max(atMs, plan.toldAtMs ?? 0),
  });
}

const timesOf = ({ atMinute, days, zone }: SummarySchedule) => JSON.stringify([atMinute, days, zone]);
