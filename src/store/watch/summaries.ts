import { sql } from 'kysely';
import type { SummaryPlan, SummarySchedule } from '../../watch/schedule.ts';
import { FIRST_SINCE_MS, type KnownAccount, type Overview } from '../../watch/summary.ts';
import { covers, type Watched } from '../../watch/watch-list.ts';
import { type Db, inRounds, PAGE, planIn, type Tables, type Tx } from '../tables.ts';
import { coveredBy } from './coverage.ts';
import { wakeChannels } from './due.ts';
import { readKnown } from './incidents.ts';
import { addNotice } from './notices.ts';
import { readSource } from './source.ts';

/** The data of a summary. An account that is watched twice is in it once. */
export async function readOverview(tx: Tx, of: Watched): Promise<Overview> {
  const { db, nowMs } = tx;
  // No person has an empty id.
  const whose = 'channelId' in of ? { ...of, userId: '' } : { channelId: of.userId, ...of };
  const { rows: watches } = await sql<Tables['watches']>`select * from watches
    where channel_id = ${whose.channelId} or user_id = ${whose.userId} order by created_at_ms`.execute(db);
  const patterns = [...new Set(watches.map(({ pattern }) => pattern))];
  const plan = 'channelId' in of ? await readPlan(db, of.channelId) : undefined;
  const sinceMs = plan?.toldAtMs ?? Math.max(watches[0]?.created_at_ms ?? nowMs, nowMs - FIRST_SINCE_MS);
  const { outage, downtime } = await readSource({ db });
  return {
    accounts: await inRounds<KnownAccount>((last) =>
      readKnown(
        tx,
        whose.channelId,
        sql`watched_accounts.id > ${last?.accountId ?? ''} and ${coveredBy(patterns, sql`watched_accounts.id`)}
          order by watched_accounts.id limit ${sql.lit(PAGE)}`,
      ),
    ),
    ended: await readEnded(db, watches, sinceMs),
    sinceMs,
    outage,
    downtime,
  };
}

/** Incidents that ended since `sinceMs` while one of the watches covered them. */
async function readEnded(
  db: Db,
  watches: readonly Tables['watches'][],
  sinceMs: number,
): Promise<Overview['ended']> {
  const { rows } = await sql<{ readonly accountId: string; readonly closedAtMs: number }>`
    select account_id as "accountId", closed_at_ms as "closedAtMs" from incidents
    where closed_at_ms >= ${sinceMs} order by closed_at_ms, id`.execute(db);
  return rows.filter(({ accountId, closedAtMs }) =>
    watches.some((watch) => watch.created_at_ms <= closedAtMs && covers(watch.pattern, accountId)),
  );
}

async function readPlan(db: Db, channelId: string): Promise<SummaryPlan | undefined> {
  const channel = db.selectFrom('channels').select('summary').where('id', '=', channelId);
  const row = await channel.executeTakeFirst();
  return row && planIn(row);
}

async function writePlan(db: Db, channelId: string, plan: SummaryPlan | undefined): Promise<void> {
  const summary = plan === undefined ? null : JSON.stringify(plan);
  await db.updateTable('channels').set({ summary }).where('id', '=', channelId).execute();
}

/**
 * Schedules the summary of a channel, or without a schedule stops it, and notifies the channel. If its times are unchanged,
 * one that is due stays due. Resolves with whether there was one.
 */
export async function setSummary(tx: Tx, channelId: string, userId: string, schedule?: SummarySchedule) {
  await wakeChannels(tx, [channelId]);
  const before = await readPlan(tx.db, channelId);
  const isSame = before && schedule && timesOf(before) === timesOf(schedule);
  const done = { doneUntilMs: isSame ? before.doneUntilMs : tx.nowMs, toldAtMs: before?.toldAtMs };
  await writePlan(tx.db, channelId, schedule && { ...schedule, ...done });
  if (schedule) await addNotice(tx, channelId, { kind: 'scheduled', userId, schedule });
  else if (before) await addNotice(tx, channelId, { kind: 'stopped', userId, ids: [] });
  return before !== undefined;
}

/** Records that the summary that was due at `dueAtMs` is posted, as of `tx.nowMs`. */
export async function finishSummary({ db, nowMs }: Tx, channelId: string, dueAtMs: number): Promise<void> {
  const plan = await readPlan(db, channelId);
  // The summary was stopped meanwhile.
  if (plan === undefined) return;
  const doneUntilMs = Math.max(dueAtMs, plan.doneUntilMs);
  await writePlan(db, channelId, { ...plan, doneUntilMs, toldAtMs: Math.max(nowMs, plan.toldAtMs ?? 0) });
}

const timesOf = ({ atMinute, days, zone }: SummarySchedule) => JSON.stringify([atMinute, days, zone]);
