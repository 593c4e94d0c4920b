import { sql } from 'kysely';
import { mayChange } from '../../watch/next-call.ts';
import { plannedSummary } from '../../watch/summary-schedule.ts';
import type { BrokenChannel, Told } from '../../watch/told.ts';
import type { ChannelClaim, ChannelStep, Finished } from '../../watch/watch-store.ts';
import type { Database } from '../database.ts';
import { countOf, type Db, type Tables } from '../tables.ts';
import { claimDue, finishDue, wakeChannels } from './claim-due.ts';
import { coveredBy, watchesOf } from './coverage.ts';
import { readIncidents } from './incident-rows.ts';
import { beginPost, readMessages, toldColumns, writeMessage } from './message-rows.ts';
import { finishSummary, planOf, readOverview } from './summary-rows.ts';

/** Channels and people, as the engine tells them. One method is one transaction; every time is a parameter. */
export const createChannelRows = ({ transact }: Database) => ({
  /** A channel that is due, with all that it takes to decide what to tell it next. */
  claimChannel: (nowMs: number) =>
    transact(async (db): Promise<ChannelClaim | undefined> => {
      const [row] = await claimDue(db, 'channels', nowMs, 1);
      return row && (await readChannel(db, row, nowMs));
    }),

  /**
   * Notes that a post is about to be made, and returns its key; undefined when the claim is lost, or a press has shown
   * meanwhile that Slack has it.
   */
  beginPost: (claim: ChannelClaim, told: Told, nowMs: number) =>
    transact((db) => beginPost(db, claim, told, nowMs)),

  /** Writes down how the turn of a channel ended. */
  finishChannel: ({ channelId: id, epoch }: ChannelClaim, step: ChannelStep, nowMs: number) =>
    transact(async (db): Promise<Finished> => {
      const due = { id, epoch, dueAtMs: step.dueAtMs, rests: step.kind !== 'wait' };
      const finished = await finishDue(db, 'channels', due);
      await applyStep(db, id, step, nowMs, finished === 'lost');
      return finished;
    }),
});

async function readChannel(db: Db, row: Tables['channels'], nowMs: number): Promise<ChannelClaim> {
  const channelId = row.id;
  const watches = await watchesOf(db, channelId);
  const covered = coveredBy(
    watches.map(({ pattern }) => pattern),
    sql`id`,
  );
  const accounts = db.selectFrom('watched_accounts').where(sql<boolean>`${covered}`);
  const { messages, unconfirmed } = await readMessages(db, channelId, nowMs);
  const changing = messages.filter((message) => mayChange(message, nowMs));
  const summary = planOf(row);
  const isSummaryDue = summary !== undefined && plannedSummary(summary, nowMs) <= nowMs;
  const needsOverview = isSummaryDue || unconfirmed?.told.kind === 'summary';
  return {
    channelId,
    atMs: nowMs,
    epoch: row.epoch,
    leaseUntilMs: row.lease_until_ms,
    startedAttempts: row.started_attempts,
    accountCount: await countOf(accounts),
    watchedSinceMs: watches[0]?.created_at_ms ?? nowMs,
    incidents: await readIncidents(db, channelId, unconfirmed ? [...changing, unconfirmed] : changing),
    messages,
    unconfirmed,
    broken: (await readBroken(db, channelId)).filter((broken) => broken.channelId !== channelId),
    summary,
    overview: needsOverview ? await readOverview(db, { channelId }, nowMs) : undefined,
  };
}

/** Places that take nothing, and in which this person began to watch; none for a channel. */
export async function readBroken(db: Db, userId: string): Promise<readonly BrokenChannel[]> {
  const { rows } = await sql<BrokenChannel>`
    select id as "channelId", broken as reason from channels
    where broken is not null and id in (select channel_id from watches where user_id = ${userId})
    order by id`.execute(db);
  return rows;
}

/** Makes those due who began to watch in a channel: whether it takes messages concerns them. */
export async function wakeCreators(db: Db, channelId: string, nowMs: number): Promise<void> {
  const creators = sql`from watches where channel_id = ${channelId} and user_id <> ${channelId}`;
  // A person who has not been notified yet has no row.
  await sql`
    insert into channels (id, team_id, due_at_ms, lease_until_ms, epoch, started_attempts)
    select distinct creator.user_id, channels.team_id, ${sql.lit(nowMs)}, 0, 0, 0
    from (select user_id ${creators}) creator, channels
    where channels.id = ${channelId} and channels.broken is not null
    on conflict (id) do nothing`.execute(db);
  await wakeChannels(db, nowMs, sql`select user_id ${creators}`);
}

/** Of a turn whose claim is lost only what Slack has done counts. */
async function applyStep(db: Db, channelId: string, step: ChannelStep, nowMs: number, isLate: boolean) {
  const gotThrough = () => (isLate ? undefined : setBroken(db, channelId, null, nowMs));
  switch (step.kind) {
    case 'wait':
    case 'again':
      return;
    case 'posted': {
      const { id, ts, postedIn: posted_in, told } = step;
      await gotThrough();
      await writeMessage(db, id, null, { ...toldColumns(told), ts, posted_in });
      if (told.kind === 'summary') await finishSummary(db, channelId, told);
      return;
    }
    case 'edited':
    case 'replied': {
      if (isLate && step.kind === 'replied') return;
      await gotThrough();
      // Somebody newer may have edited it before: what Slack shows now is as old as this claim.
      const late = isLate && { is_outdated: 1, is_over: 0 };
      await writeMessage(db, step.id, step.ts, { ...toldColumns(step.told), ...late });
      if (isLate) await wakeChannels(db, nowMs, sql`${channelId}`);
      return;
    }
    case 'not-posted':
    case 'forget':
      if (!isLate) await forgetMessage(db, step.id, ('ts' in step && step.ts) || null);
      return;
    case 'broken':
      if (isLate) return;
      await setBroken(db, channelId, step.reason, nowMs);
      if (step.id !== undefined) await forgetMessage(db, step.id, null);
      return;
    default:
      throw new Error(`unknown step: ${JSON.stringify(step satisfies never)}`);
  }
}

const forgetMessage = (db: Db, id: string, ts: string | null) =>
  db.deleteFrom('messages').where('id', '=', id).where('ts', 'is not distinct from', ts).execute();

async function setBroken(db: Db, channelId: string, broken: string | null, nowMs: number): Promise<void> {
  const { numAffectedRows } = await sql`
    update channels set broken = ${broken} where id = ${channelId} and broken is distinct from ${broken}
  `.execute(db);
  if (numAffectedRows !== 0n) await wakeCreators(db, channelId, nowMs);
}
