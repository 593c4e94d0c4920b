import { sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import type { Outcome } from '../../watch/after-answer.ts';
import type { ChannelState, MessageRef, NewsKind, Posted } from '../../watch/posted.ts';
import { plannedSummary } from '../../watch/summary-schedule.ts';
import type { ChannelClaim, Finished } from '../../watch/watch-store.ts';
import type { Database } from '../database.ts';
import { countOf, type Db, planIn, postedIn, type Tables } from '../tables.ts';
import { coveredBy, watchesOf } from './coverage.ts';
import { claimDue, finishDue, lockChannel, wakeChannels } from './due.ts';
import { forgetRecovered, notify, readIncidents } from './incidents.ts';
import { addNotice, addPerson, nextNotice } from './notices.ts';
import { readSource } from './source.ts';
import { finishSummary, readOverview } from './summaries.ts';

/** What else a turn leaves behind. */
export interface TurnEnd {
  readonly rests: boolean;
  readonly postedSummary?: { readonly dueAtMs: number; readonly atMs: number };
  /** The message that Slack has edited in this turn. */
  readonly edited?: MessageRef;
}

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
    { channelId, fencingToken, atMs }: ChannelClaim,
    posted: Posted,
    notifies: readonly NewsKind[],
  ): Promise<boolean> =>
    transact(async (db) => {
      const { numUpdatedRows } = await setPosted(db, channelId, posted)
        .where('epoch', '=', fencingToken)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 1n) await notify(db, channelId, notifies, atMs);
      return numUpdatedRows === 1n;
    }),

  /** Writes down how the turn of a channel ended; `rests`: it is not due before, whatever happens. */
  finishChannel: (
    { channelId: id, fencingToken, atMs }: ChannelClaim,
    end: Outcome & TurnEnd,
    nowMs: number,
  ): Promise<Finished> =>
    transact(async (db) => {
      const { posted, dueAtMs, rests, broken, notifies = [], noticeId, postedSummary, edited } = end;
      const columns = { posted: JSON.stringify(posted) };
      const finished = await finishDue(db, 'channels', { id, fencingToken, dueAtMs, rests }, columns);
      if (finished === 'lost') {
        if (edited !== undefined) await markOutdated(db, id, edited, nowMs);
        return finished;
      }
      if (broken !== undefined) await setBroken(db, id, broken, nowMs);
      await notify(db, id, notifies, atMs);
      if (end.forgetsRecovered) await forgetRecovered(db, id, atMs);
      if (noticeId !== undefined) await db.deleteFrom('notices').where('id', '=', noticeId).execute();
      if (postedSummary !== undefined) await finishSummary(db, id, postedSummary);
      return finished;
    }),
});

const setPosted = (db: Db, channelId: string, posted: Posted) =>
  db
    .updateTable('channels')
    .set({ posted: JSON.stringify(posted) })
    .where('id', '=', channelId);

async function readChannel(db: Db, row: Tables['channels'], nowMs: number): Promise<ChannelClaim> {
  const channelId = row.id;
  const watches = await watchesOf(db, channelId);
  const covered = coveredBy(
    watches.map(({ pattern }) => pattern),
    sql`id`,
  );
  const since = watches[0]?.created_at_ms ?? nowMs;
  const posted = postedIn(row);
  const named = (posted.alert?.rows ?? []).map(({ incidentId }) => incidentId);
  const { outage, downtime } = await readSource(db);
  const summary = watches.length > 0 ? planIn(row) : undefined;
  const dueAtMs = summary && plannedSummary(summary, nowMs);
  const postsSummary = posted.pending?.about.kind === 'summary' || (dueAtMs ?? Infinity) <= nowMs;
  const isRecent = downtime !== undefined && nowMs - downtime.toMs < DAY_MS;
  const state: ChannelState = {
    posted,
    accountCount: await countOf(db.selectFrom('watched_accounts').where(sql<boolean>`${covered}`)),
    zone: watches[0]?.zone ?? 'UTC',
    outage: outage && since < (outage.overAtMs ?? nowMs) ? outage : undefined,
    downtime: isRecent && since < downtime.fromMs ? downtime : undefined,
    summary: summary && dueAtMs !== undefined ? { dueAtMs, zone: summary.zone } : undefined,
    ...(await nextNotice(db, channelId, nowMs)),
    ...(await readIncidents(db, channelId, nowMs, named)),
  };
  return {
    channelId,
    atMs: nowMs,
    fencingToken: row.epoch,
    leaseUntilMs: row.lease_until_ms,
    state,
    overview: postsSummary ? await readOverview(db, { channelId }, nowMs) : undefined,
  };
}

/** A process that stood still has edited a message late: what Slack shows is older than what is written down. */
async function markOutdated(db: Db, channelId: string, { ts }: MessageRef, nowMs: number): Promise<void> {
  const row = await lockChannel(db, channelId);
  const { alert, ...posted }: Posted = row ? postedIn(row) : {};
  if (alert?.ts !== ts) return;
  await setPosted(db, channelId, { ...posted, alert: { ...alert, fineCount: -1 } }).execute();
  await wakeChannels(db, nowMs, sql`${channelId}`);
}

/** Each person who began to watch in a channel reads once, in a direct message, that it accepts no messages. */
async function setBroken(db: Db, channelId: string, broken: string | null, nowMs: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update channels set broken = ${broken}
    where id = ${channelId} and broken is distinct from ${broken}`.execute(db);
  if (numAffectedRows === 0n || broken === null) return;
  const people = new Set((await watchesOf(db, channelId)).map(({ user_id }) => user_id));
  people.delete(channelId);
  for (const userId of [...people].toSorted()) {
    await addPerson(db, userId, nowMs);
    await addNotice(db, userId, { kind: 'paused', channelId, reason: broken }, nowMs);
  }
}
