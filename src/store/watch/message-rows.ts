import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import { isOver, type StoppedHere, type Told, type ToldMessage } from '../../watch/told.ts';
import type { ChannelClaim } from '../../watch/watch-store.ts';
import type { Db, Tables } from '../tables.ts';

/** What was posted, oldest first, one by one: each may name thousands of accounts. */
export async function readMessages(
  db: Db,
  channelId: string,
  nowMs: number,
): Promise<Pick<ChannelClaim, 'messages' | 'unconfirmed'>> {
  // What is over matters for a while: an outage is told once, and bad news joins the last message.
  const { rows } = await sql<Pick<Tables['messages'], 'id'>>`
    select id from messages
    where channel_id = ${channelId} and (is_over = 0 or posted_at_ms > ${nowMs - DAY_MS})
    order by posted_at_ms, id`.execute(db);
  const messages: ToldMessage[] = [];
  let unconfirmed: ChannelClaim['unconfirmed'];
  for (const { id } of rows) {
    const row = await db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
    if (row !== undefined) {
      const { posted_at_ms: postedAtMs, ts, posted_in: postedIn } = row;
      const told = JSON.parse(row.told) as Told;
      const isOutdated = row.is_outdated === 1 && { isOutdated: true as const };
      if (ts === null || postedIn === null) unconfirmed ??= { id, told };
      else messages.push({ id, postedAtMs, ts, postedIn, told, ...isOutdated });
    }
    await nextTurn();
  }
  return { messages, unconfirmed };
}

/** The key of a post that is about to be made; undefined: it must not be made. */
export async function beginPost(
  db: Db,
  { channelId, epoch, unconfirmed }: ChannelClaim,
  told: Told,
  nowMs: number,
): Promise<string | undefined> {
  const held = db.selectFrom('channels').select('id').where('id', '=', channelId);
  if ((await held.where('epoch', '=', epoch).executeTakeFirst()) === undefined) return undefined;
  // With its time: a database that was restored from a copy counts its epochs anew.
  const id = unconfirmed?.id ?? `${channelId}-${epoch}@${nowMs}`;
  // Its time stays that of the first try: what was resolved since is still told.
  const { numAffectedRows } = await sql`
    insert into messages (id, channel_id, posted_at_ms, told, is_over, is_outdated)
    values (${id}, ${channelId}, ${nowMs}, ${JSON.stringify(told)}, 0, 0)
    on conflict (id) do update set told = excluded.told where messages.ts is null`.execute(db);
  return numAffectedRows === 1n ? id : undefined;
}

/** Who stops what is watched in a channel, and when. */
export interface Stop {
  readonly channelId: string;
  /** Absent: nobody in it does. */
  readonly userId?: string;
  readonly nowMs: number;
}

/** A channel is to read who stopped what: a post that was begun is made again until Slack has it, for a day at most. */
export async function beginStopped(
  db: Db,
  { channelId, userId, nowMs }: Stop,
  what: StoppedHere['what'],
  ids: StoppedHere['ids'],
  names?: StoppedHere['names'],
): Promise<void> {
  // What people watch for themselves.
  if (userId === channelId) return;
  const columns = toldColumns({ kind: 'stopped', userId, what, ids, names });
  await sql`
    insert into messages (id, channel_id, posted_at_ms, told, is_over, is_outdated)
    values (${randomUUID()}, ${channelId}, ${nowMs}, ${columns.told}, ${columns.is_over}, 0)`.execute(db);
  // One that took nothing, and rests, may take this.
  await sql`update channels set due_at_ms = ${nowMs}, lease_until_ms = 0
    where id = ${channelId} and broken is not null and started_attempts = 0`.execute(db);
}

/** Only if it is still the one that was meant: a press may have shown another one meanwhile. */
export async function writeMessage(
  db: Db,
  id: string,
  ts: string | null,
  columns: Partial<Tables['messages']>,
): Promise<void> {
  const written = db.updateTable('messages').set({ is_outdated: 0, ...columns });
  await written.where('id', '=', id).where('ts', 'is not distinct from', ts).execute();
}

/** What a message says, and whether that is all. */
export const toldColumns = (told: Told) => ({ told: JSON.stringify(told), is_over: isOver(told) ? 1 : 0 });
