import { mayChange } from '../../domain/watch/next-call.ts';
import { plannedSummary } from '../../domain/watch/summary-schedule.ts';
import type { BrokenChannel } from '../../domain/watch/told.ts';
import type { ChannelClaim, ChannelStep, Finished } from '../../domain/watch/watch-store.ts';
import type { Db, Tables } from '../tables.ts';
import { claimDue, finishDue, UNCLAIMED, wakeChannels } from './claim-due.ts';
import { readIncidents } from './incident-rows.ts';
import { readMessages, toldColumns, writeMessage } from './message-rows.ts';
import { finishSummary, planOf, readOverview } from './summary-rows.ts';

/** A channel that is due, with all that it takes to decide what to tell it next. */
export async function claimChannel(db: Db, nowMs: number): Promise<ChannelClaim | undefined> {
  const [row] = await claimDue(db, 'channels', nowMs, 1);
  return row && (await readChannel(db, row, nowMs));
}

async function readChannel(
  db: Db,
  { id: channelId, epoch, lease_until_ms, started_attempts, summary: plan }: Tables['channels'],
  nowMs: number,
): Promise<ChannelClaim> {
  const watches = await db
    .selectFrom('watches')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at_ms').as('since')])
    .where('channel_id', '=', channelId)
    .executeTakeFirstOrThrow();
  const { messages, unconfirmed } = await readMessages(db, channelId, nowMs);
  const changing = messages.filter((message) => mayChange(message, nowMs));
  const summary = planOf(plan);
  const isSummaryDue = summary !== undefined && plannedSummary(summary, nowMs) <= nowMs;
  const needsOverview = isSummaryDue || unconfirmed?.told.kind === 'summary';
  return {
    channelId,
    atMs: nowMs,
    epoch,
    leaseUntilMs: lease_until_ms,
    startedAttempts: started_attempts,
    accountCount: Number(watches.count),
    watchedSinceMs: watches.since ?? nowMs,
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
  const rows = await db
    .selectFrom('channels')
    .select(['id', 'broken'])
    .where('broken', 'is not', null)
    .where('id', 'in', (eb) => eb.selectFrom('watches').select('channel_id').where('user_id', '=', userId))
    .orderBy('id')
    .execute();
  return rows.flatMap(({ id: channelId, broken: reason }) =>
    reason === null ? [] : [{ channelId, reason }],
  );
}

/** Makes those due who began to watch in a channel: whether it takes messages concerns them. */
export async function wakeCreators(db: Db, channelId: string, nowMs: number): Promise<void> {
  const creators = await db
    .selectFrom('watches')
    .innerJoin('channels', 'channels.id', 'watches.channel_id')
    .select(['watches.user_id', 'channels.team_id', 'channels.broken'])
    .distinct()
    .where('watches.channel_id', '=', channelId)
    .where('watches.user_id', '!=', channelId)
    .execute();
  for (const { user_id: id, team_id, broken } of creators) {
    if (broken !== null)
      await db
        .insertInto('channels')
        .values({ id, team_id, broken: null, due_at_ms: nowMs, ...UNCLAIMED })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    await wakeChannels(db, nowMs, { channelId: id });
  }
}

/** Writes down how the turn of a channel ended. */
export async function finishChannel(
  db: Db,
  { channelId, epoch }: ChannelClaim,
  step: ChannelStep,
  nowMs: number,
): Promise<Finished> {
  const due = { dueAtMs: step.dueAtMs, rests: step.kind !== 'wait' };
  const finished = await finishDue(db, 'channels', { id: channelId, epoch }, due);
  await (finished === 'done' ? applyStep : applyLateStep)(db, channelId, step, nowMs);
  if (step.kind === 'posted' && step.told.kind === 'summary') await finishSummary(db, channelId, step.told);
  return finished;
}

/** Of a turn whose claim is lost only what Slack has done counts. */
async function applyLateStep(db: Db, channelId: string, step: ChannelStep, nowMs: number): Promise<void> {
  const update = db.updateTable('messages');
  if (step.kind === 'posted') {
    // Nobody newer has posted it yet, so nobody has to.
    const { ts, postedIn, told } = step;
    await update
      .set({ ...toldColumns(told), ts, posted_in: postedIn })
      .where('id', '=', step.id)
      .where('ts', 'is', null)
      .execute();
  } else if (step.kind === 'edited') {
    // Somebody newer may have edited it before: what Slack shows now is as old as this claim.
    const told = { ...toldColumns(step.told), is_outdated: 1, is_over: 0 };
    await update.set(told).where('id', '=', step.id).where('ts', '=', step.ts).execute();
    await wakeChannels(db, nowMs, { channelId });
  }
}

async function applyStep(db: Db, channelId: string, step: ChannelStep, nowMs: number): Promise<void> {
  switch (step.kind) {
    case 'wait':
    case 'again':
      return;
    case 'posted':
      await setBroken(db, channelId, null, nowMs);
      await writeMessage(db, step.id, null, {
        ...toldColumns(step.told),
        ts: step.ts,
        posted_in: step.postedIn,
      });
      return;
    case 'edited':
    case 'replied':
      await setBroken(db, channelId, null, nowMs);
      await writeMessage(db, step.id, step.ts, toldColumns(step.told));
      return;
    case 'not-posted':
      await db.deleteFrom('messages').where('id', '=', step.id).execute();
      return;
    case 'forget':
      await db
        .deleteFrom('messages')
        .where('id', '=', step.id)
        .where('ts', 'is not distinct from', step.ts ?? null)
        .execute();
      return;
    case 'broken':
      await setBroken(db, channelId, step.reason, nowMs);
      if (step.id !== undefined) await db.deleteFrom('messages').where('id', '=', step.id).execute();
      return;
    default:
      throw new Error(`unknown step: ${JSON.stringify(step satisfies never)}`);
  }
}

async function setBroken(db: Db, channelId: string, broken: string | null, nowMs: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('channels')
    .set({ broken })
    .where('id', '=', channelId)
    .where('broken', 'is distinct from', broken)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) await wakeCreators(db, channelId, nowMs);
}
