import { sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import { beforeCall, type Outcome } from '../../watch/after-answer.ts';
import type { planNotification } from '../../watch/plan-notification.ts';
import type { ChannelState, MessageRef, Posted } from '../../watch/posted.ts';
import { plannedSummary, type SummaryPlan, type SummarySchedule } from '../../watch/schedule.ts';
import { FIRST_SINCE_MS, type KnownAccount, type Overview } from '../../watch/summary.ts';
import { covers, type Watched } from '../../watch/watch-list.ts';
import { countOf, type Db, inRounds, PAGE, planIn, postedIn, type Tables, type Tx } from '../tables.ts';
import { coveredBy, watchesOf } from './coverage.ts';
import { claimDue, type Finished, finishDue, wakeChannels } from './due.ts';
import { forgetRecovered, notify, type Place, readIncidents, readKnown } from './incidents.ts';
import { addNotice, addPerson, forgetNotice, nextNotice } from './notices.ts';
import { nextQuietEnd } from './quiet.ts';
import { readSource } from './source.ts';

/** A claimed channel, or person. */
export type ChannelClaim = Awaited<ReturnType<typeof claimChannels>>[number];

/** A claimed channel, and the call that was planned for it. */
export type PlannedChannel = Exclude<Awaited<ReturnType<typeof planChannel>>, Finished>;

/** The due time of a channel that waits until something wakes it. */
const NEVER_MS = 8.64e15;

/** Claims up to `limit` channels or people that are due and not in `exceptIds`. */
export async function claimChannels(tx: Tx, limit: number, exceptIds: readonly string[] = []) {
  // PostgreSQL rejects an empty list, and no channel has an empty id.
  const and = sql`and id not in (${sql.join(['', ...exceptIds])})`;
  const rows = await claimDue(tx, 'channels', limit, { and });
  return rows.map((row) => ({
    /** The id of a channel, or of a person, who gets direct messages. */
    channelId: row.id,
    /** Writes with an older one are ignored. */
    fencingToken: row.epoch,
    /** Until then no other process notifies the channel. */
    leaseUntilMs: row.lease_until_ms,
  }));
}

/**
 * Plans the next call for a claimed channel, and saves what counts as reported from now on. `done`: there is none to make
 * now, and the claim has ended. A read that has news wakes the channel, so none can be added while the row is locked.
 */
export async function planChannel(tx: Tx, claim: ChannelClaim, planOf: typeof planNotification) {
  const { db, nowMs } = tx;
  const { channelId: id, fencingToken } = claim;
  // What has woken the channel since the claim is in the state that is read now.
  const { rows } = await sql<Tables['channels']>`
    update channels set due_at_ms = lease_until_ms
    where id = ${id} and epoch = ${fencingToken} and started_attempts > 0 returning *`.execute(db);
  const [row] = rows;
  if (row === undefined) return 'lost' as const;
  const place = { channelId: id, watches: await watchesOf(db, id) };
  const state = await readState(tx, row, place);
  const plan = planOf(state, nowMs);
  await notify(tx, place, plan.notifies);
  if (plan.givesUp)
    await sql`delete from notified
      where channel_id = ${id} and repeats = 0 and incident_id in (${sql.join(['', ...plan.givesUp])})`.execute(
      db,
    );
  if (plan.forgetsRecovered) await forgetRecovered(tx, id);
  if (plan.kind === 'wait') {
    await forgetNotice(db, plan.noticeId);
    const columns = { posted: JSON.stringify(plan.posted ?? state.posted) };
    return await finishDue(db, 'channels', { id, fencingToken, dueAtMs: plan.untilMs ?? NEVER_MS }, columns);
  }
  if (plan.pending !== undefined) await setPosted(db, id, beforeCall(state.posted, plan)).execute();
  const isSummary = plan.notification.kind === 'summary';
  const overview = isSummary ? await readOverview(tx, { channelId: id }) : undefined;
  return {
    ...claim,
    /** When it was planned. */
    atMs: nowMs,
    call: plan,
    /** What the call was planned from. */
    state,
    /** The content of a summary. Absent: the call is about something else. */
    overview,
  };
}

/**
 * Saves the outcome of the planned call. Nothing makes the channel due before `dueAtMs`, except a new notice or watch in one
 * that accepts no messages.
 */
export async function finishChannel(
  tx: Tx,
  planned: Pick<PlannedChannel, 'channelId' | 'fencingToken' | 'atMs' | 'call'>,
  { posted, dueAtMs, broken }: Outcome,
): Promise<Finished> {
  const { channelId: id, fencingToken, atMs, call } = planned;
  const isMade = broken === null;
  const columns = { posted: JSON.stringify(posted) };
  const finished = await finishDue(tx.db, 'channels', { id, fencingToken, dueAtMs }, columns, {
    rests: true,
  });
  if (finished === 'lost') {
    if (isMade && call.kind === 'edit' && call.at !== undefined) await markOutdated(tx, id, call.at);
    return finished;
  }
  if (broken !== undefined) await setBroken(tx, id, broken);
  if (!isMade) return finished;
  const { notification, noticeId } = call;
  await forgetNotice(tx.db, noticeId);
  if (notification.kind === 'summary') await finishSummary({ ...tx, nowMs: atMs }, id, notification.dueAtMs);
  return finished;
}

const setPosted = (db: Db, channelId: string, posted: Posted) =>
  db
    .updateTable('channels')
    .set({ posted: JSON.stringify(posted) })
    .where('id', '=', channelId);

/** Everything that decides what is posted next. */
async function readState(tx: Tx, row: Tables['channels'], place: Place): Promise<ChannelState> {
  const { db, nowMs } = tx;
  const { channelId, watches } = place;
  const patterns = watches.map(({ pattern }) => pattern);
  const since = watches[0]?.created_at_ms ?? nowMs;
  const posted = postedIn(row);
  const { alert, pending } = posted;
  const begunIds = pending?.about.kind === 'alert' ? pending.about.newIds : [];
  const rowIds = alert?.rows.map(({ incidentId }) => incidentId) ?? [];
  const named = [...begunIds, ...rowIds, ...(alert?.line?.ids ?? [])];
  const { outage, downtime } = await readSource({ db });
  const summary = watches.length > 0 ? planIn(row) : undefined;
  const isRecent = downtime !== undefined && nowMs - downtime.toMs < DAY_MS;
  return {
    posted,
    accountCount: await countOf(db.selectFrom('watched_accounts').where(coveredBy(patterns, sql`id`))),
    zone: watches[0]?.zone ?? 'UTC',
    outage: outage && since < (outage.overAtMs ?? nowMs) ? outage : undefined,
    downtime: isRecent && since < downtime.fromMs ? downtime : undefined,
    quietEndsAtMs: await nextQuietEnd(tx, channelId),
    summary: summary && { dueAtMs: plannedSummary(summary, nowMs), zone: summary.zone },
    ...(await nextNotice(tx, channelId, patterns)),
    ...(await readIncidents(tx, place, named)),
  };
}

/** A suspended process edited a message late, so Slack shows an older state than the stored one. Causes another edit. */
async function markOutdated(tx: Tx, channelId: string, { ts }: MessageRef): Promise<void> {
  const locked = tx.db.updateTable('channels').set({ id: channelId }).where('id', '=', channelId);
  const { alert, ...posted } = postedIn(await locked.returningAll().executeTakeFirst());
  if (alert?.ts !== ts) return;
  await setPosted(tx.db, channelId, { ...posted, alert: { ...alert, fineCount: -1 } }).execute();
  await wakeChannels(tx, [channelId]);
}

/** Saves whether a channel accepts messages. If not, everybody who began a watch there gets one direct message about it. */
async function setBroken(tx: Tx, channelId: string, broken: string | null): Promise<void> {
  const { numAffectedRows } = await sql`
    update channels set broken = ${broken}
    where id = ${channelId} and broken is distinct from ${broken}`.execute(tx.db);
  if (numAffectedRows === 0n || broken === null) return;
  const people = new Set((await watchesOf(tx.db, channelId)).map(({ user_id }) => user_id));
  for (const userId of [...people].filter((id) => id !== channelId).toSorted()) {
    await addPerson(tx, userId);
    await addNotice(tx, userId, { kind: 'paused', channelId, reason: broken });
  }
}

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
async function finishSummary({ db, nowMs }: Tx, channelId: string, dueAtMs: number): Promise<void> {
  const plan = await readPlan(db, channelId);
  // The summary was stopped meanwhile.
  if (plan === undefined) return;
  const doneUntilMs = Math.max(dueAtMs, plan.doneUntilMs);
  await writePlan(db, channelId, { ...plan, doneUntilMs, toldAtMs: Math.max(nowMs, plan.toldAtMs ?? 0) });
}

const timesOf = ({ atMinute, days, zone }: SummarySchedule) => JSON.stringify([atMinute, days, zone]);
