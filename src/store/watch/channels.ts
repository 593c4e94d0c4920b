import { sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import type { Outcome } from '../../watch/after-answer.ts';
import type { ChannelState, MessageRef, NewsKind, Posted } from '../../watch/posted.ts';
import { plannedSummary } from '../../watch/schedule.ts';
import type { Overview } from '../../watch/summary.ts';
import { countOf, type Db, planIn, postedIn, type Tables, type Tx } from '../tables.ts';
import { coveredBy, watchesOf } from './coverage.ts';
import { claimDue, type Finished, finishDue, wakeChannels } from './due.ts';
import { forgetRecovered, notify, readIncidents } from './incidents.ts';
import { addNotice, addPerson, nextNotice } from './notices.ts';
import { nextQuietEnd } from './quiet.ts';
import { readSource } from './source.ts';
import { finishSummary, readOverview } from './summaries.ts';

/** A claimed channel, or person. */
export interface ChannelClaim {
  /** The id of a channel, or of a person, who gets direct messages. */
  readonly channelId: string;
  /** Writes with an older one are ignored. */
  readonly fencingToken: number;
  /** The time at which all of this was read. */
  readonly atMs: number;
  /** Until then no other process notifies the channel. */
  readonly leaseUntilMs: number;
  readonly state: ChannelState;
  /** Present only if a summary is due. */
  readonly overview?: Overview;
}

/** How the claim of a channel ended. */
interface ClaimEnd extends Outcome {
  /** Whether nothing makes the channel due before `dueAtMs`. */
  readonly rests: boolean;
  /** The message that this claim has edited. */
  readonly edited?: MessageRef;
}

/** Claims a channel or person that is due and not in `exceptIds`, with everything that decides what is posted next. */
export async function claimChannel(
  tx: Tx,
  exceptIds: readonly string[] = [],
): Promise<ChannelClaim | undefined> {
  const and = exceptIds.length === 0 ? sql`` : sql`and id not in (${sql.join(exceptIds)})`;
  const [row] = await claimDue(tx, 'channels', 1, { and });
  return row && (await readChannel(tx, row));
}

/**
 * Saves that a post is about to be sent, and with which news. False, and nothing is saved: the claim is lost, or the channel
 * was woken since the claim, so that it may have news that the post does not show.
 */
export async function beginPost(
  { db }: Tx,
  { channelId, fencingToken, atMs }: ChannelClaim,
  posted: Posted,
  notifies: readonly NewsKind[],
): Promise<boolean> {
  const { numUpdatedRows } = await setPosted(db, channelId, posted)
    .where('epoch', '=', fencingToken)
    .whereRef('due_at_ms', '=', 'lease_until_ms')
    .executeTakeFirstOrThrow();
  const isBegun = numUpdatedRows === 1n;
  if (isBegun) await notify({ db, nowMs: atMs }, channelId, notifies);
  return isBegun;
}

/** Saves how the claim of a channel ended. */
export async function finishChannel(tx: Tx, claim: ChannelClaim, end: ClaimEnd): Promise<Finished> {
  const { db } = tx;
  const { channelId: id, fencingToken, atMs } = claim;
  const columns = { posted: JSON.stringify(end.posted) };
  const finished = await finishDue(db, 'channels', { ...end, id, fencingToken }, columns);
  if (finished === 'lost') {
    if (end.edited !== undefined) await markOutdated(tx, id, end.edited);
    return finished;
  }
  const asOf = { db, nowMs: atMs };
  if (end.broken !== undefined) await setBroken(tx, id, end.broken);
  await notify(asOf, id, end.notifies);
  if (end.forgetsRecovered) await forgetRecovered(asOf, id);
  if (end.noticeId !== undefined) await db.deleteFrom('notices').where('id', '=', end.noticeId).execute();
  if (end.summaryDueAtMs !== undefined) await finishSummary(asOf, id, end.summaryDueAtMs);
  return finished;
}

const setPosted = (db: Db, channelId: string, posted: Posted) =>
  db
    .updateTable('channels')
    .set({ posted: JSON.stringify(posted) })
    .where('id', '=', channelId);

async function readChannel(tx: Tx, row: Tables['channels']): Promise<ChannelClaim> {
  const { db, nowMs } = tx;
  const channelId = row.id;
  const watches = await watchesOf(db, channelId);
  const covered = coveredBy(
    watches.map(({ pattern }) => pattern),
    sql`id`,
  );
  const since = watches[0]?.created_at_ms ?? nowMs;
  const posted = postedIn(row);
  const { alert, pending } = posted;
  const begunIds = pending?.about.kind === 'alert' ? pending.about.newIds : [];
  const named = [...begunIds, ...(alert?.rows ?? []).map(({ incidentId }) => incidentId)];
  const { outage, downtime } = await readSource({ db });
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
    quietEndsAtMs: await nextQuietEnd(tx, channelId),
    summary: summary && dueAtMs !== undefined ? { dueAtMs, zone: summary.zone } : undefined,
    ...(await nextNotice(tx, channelId)),
    ...(await readIncidents(tx, channelId, named)),
  };
  return {
    channelId,
    atMs: nowMs,
    fencingToken: row.epoch,
    leaseUntilMs: row.lease_until_ms,
    state,
    overview: postsSummary ? await readOverview(tx, { channelId }) : undefined,
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
  people.delete(channelId);
  for (const userId of [...people].toSorted()) {
    await addPerson(tx, userId);
    await addNotice(tx, userId, { kind: 'paused', channelId, reason: broken });
  }
}
