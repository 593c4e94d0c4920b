import { sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import type { Outcome } from '../../watch/after-answer.ts';
import type { BrokenChannel, ChannelState, MessageRef, NewsKind, Posted } from '../../watch/posted.ts';
import { plannedSummary } from '../../watch/summary-schedule.ts';
import type { ChannelClaim, Finished } from '../../watch/watch-store.ts';
import type { Database } from '../database.ts';
import { countOf, type Db, type Tables } from '../tables.ts';
import { claimDue, finishDue, wakeChannels } from './claim-due.ts';
import { coveredBy, watchesOf } from './coverage.ts';
import { forgetRecovered, notify, readIncidents } from './incident-rows.ts';
import { addNotice, addPerson, nextNotice } from './notice-rows.ts';
import { readSource } from './source-row.ts';
import { finishSummary, planOf, readOverview } from './summary-rows.ts';

/** Channels and people, as the engine notifies them. One method is one transaction; every time is a parameter. */
export const createChannelRows = ({ transact }: Database) => ({
  /** A channel that is due, with all that it takes to decide what is posted there next. */
  claimChannel: (nowMs: number) =>
    transact(async (db): Promise<ChannelClaim | undefined> => {
      const [row] = await claimDue(db, 'channels', nowMs, 1);
      return row && (await readChannel(db, row, nowMs));
    }),

  /** Notes that a post is about to be made, and of what news it notifies. Resolves with whether the claim is still held. */
  beginPost: (
    { channelId: id, epoch, atMs }: ChannelClaim,
    posted: Posted,
    notifies: readonly NewsKind[],
  ): Promise<boolean> =>
    transact(async (db) => {
      const held = db.updateTable('channels').set({ posted: JSON.stringify(posted) });
      const { numUpdatedRows } = await held
        .where('id', '=', id)
        .where('epoch', '=', epoch)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 1n) await notify(db, id, notifies, atMs);
      return numUpdatedRows === 1n;
    }),

  /** Writes down how the turn of a channel ended; `rests`: it is not due before, whatever happens. */
  finishChannel: (
    { channelId: id, epoch, atMs }: ChannelClaim,
    { posted, dueAtMs, broken, notifies, forgetsRecovered, noticeId, ...outcome }: Outcome & TurnEnd,
    nowMs: number,
  ): Promise<Finished> =>
    transact(async (db) => {
      const { rests, toldSummary, edited } = outcome;
      const columns = { posted: JSON.stringify(posted) };
      const finished = await finishDue(db, 'channels', { id, epoch, dueAtMs, rests }, columns);
      if (finished === 'lost') {
        if (edited !== undefined) await markOutdated(db, id, edited, nowMs);
        return finished;
      }
      if (broken !== undefined) await setBroken(db, id, broken, nowMs);
      await notify(db, id, notifies ?? [], atMs);
      if (forgetsRecovered) await forgetRecovered(db, id, atMs);
      if (noticeId !== undefined) await db.deleteFrom('notices').where('id', '=', noticeId).execute();
      if (toldSummary !== undefined) await finishSummary(db, id, toldSummary);
      return finished;
    }),
});

/** What else a turn leaves behind. */
export interface TurnEnd {
  readonly rests: boolean;
  readonly toldSummary?: { readonly dueAtMs: number; readonly atMs: number };
  /** The message that Slack has edited in this turn. */
  readonly edited?: MessageRef;
}

async function readChannel(db: Db, row: Tables['channels'], nowMs: number): Promise<ChannelClaim> {
  const channelId = row.id;
  const watches = await watchesOf(db, channelId);
  const covered = coveredBy(
    watches.map(({ pattern }) => pattern),
    sql`id`,
  );
  const accountCount = await countOf(db.selectFrom('watched_accounts').where(sql<boolean>`${covered}`));
  const since = watches[0]?.created_at_ms ?? nowMs;
  const posted = postedIn(row);
  const named = (posted.alert?.rows ?? []).map(({ incidentId }) => incidentId);
  const { outage, absence } = await readSource(db);
  const summary = watches.length > 0 ? planOf(row) : undefined;
  const dueAtMs = summary && plannedSummary(summary, nowMs);
  const tellsSummary = posted.pending?.about.kind === 'summary' || (dueAtMs ?? Infinity) <= nowMs;
  const isRecent = absence !== undefined && nowMs - absence.toMs < DAY_MS;
  const state: ChannelState = {
    posted,
    accountCount,
    zone: watches[0]?.zone ?? 'UTC',
    outage: outage && since < (outage.overAtMs ?? nowMs) ? outage : undefined,
    absence: isRecent && since < absence.fromMs ? absence : undefined,
    summary: summary && dueAtMs !== undefined ? { dueAtMs, zone: summary.zone } : undefined,
    ...(await nextNotice(db, channelId, nowMs)),
    ...(await readIncidents(db, channelId, nowMs, named)),
  };
  return {
    channelId,
    atMs: nowMs,
    epoch: row.epoch,
    leaseUntilMs: row.lease_until_ms,
    state,
    overview: tellsSummary ? await readOverview(db, { channelId }, nowMs) : undefined,
  };
}

export const postedIn = ({ posted }: Pick<Tables['channels'], 'posted'>): Posted =>
  posted === null ? {} : (JSON.parse(posted) as Posted);

/** A process that stood still has edited a message late: what Slack shows is older than what is written down. */
async function markOutdated(db: Db, channelId: string, { ts }: MessageRef, nowMs: number): Promise<void> {
  const row = await readPlace(db, channelId);
  if (row === undefined) return;
  const { alert, ...posted } = postedIn(row);
  if (alert?.ts !== ts) return;
  const outdated = { ...posted, alert: { ...alert, fineCount: -1 } };
  await db
    .updateTable('channels')
    .set({ posted: JSON.stringify(outdated) })
    .where('id', '=', channelId)
    .execute();
  await wakeChannels(db, nowMs, sql`${channelId}`);
}

/** The row of a channel, which is nobody else's to change until the transaction is over. */
export async function readPlace(db: Db, channelId: string) {
  const { rows } = await sql<Tables['channels']>`
    update channels set id = id where id = ${channelId} returning *`.execute(db);
  return rows[0];
}

/** Places that take nothing, and in which this person began to watch; none for a channel. */
export async function readBroken(db: Db, userId: string): Promise<readonly BrokenChannel[]> {
  const { rows } = await sql<BrokenChannel>`
    select id as "channelId", broken as reason from channels
    where broken is not null and id in (select channel_id from watches where user_id = ${userId})
    order by id`.execute(db);
  return rows;
}

/** Each person who began to watch in a channel reads once, in a direct message, that it accepts no messages. */
async function setBroken(db: Db, channelId: string, broken: string | null, nowMs: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update channels set broken = ${broken}
    where id = ${channelId} and broken is distinct from ${broken}`.execute(db);
  if (numAffectedRows === 0n || broken === null) return;
  const { rows } = await sql<Pick<Tables['watches'], 'user_id'>>`select distinct user_id from watches
    where channel_id = ${channelId} and user_id <> ${channelId} order by user_id`.execute(db);
  for (const { user_id } of rows) {
    await addPerson(db, user_id, nowMs);
    await addNotice(db, user_id, { kind: 'paused', channelId, reason: broken }, nowMs);
  }
}
