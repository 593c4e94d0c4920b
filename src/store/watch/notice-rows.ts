import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import type { Notice } from '../../watch/posted.ts';
import type { Db } from '../tables.ts';

/** Who stops what is watched in a channel, and when. */
export interface Stop {
  readonly channelId: string;
  /** Absent: nobody in it does. */
  readonly userId?: string;
  readonly nowMs: number;
}

type Stopped = Extract<Notice, { readonly kind: 'stopped' }>;

/** Something is to be said once in a channel, which is due with it. */
export async function addNotice(db: Db, channelId: string, notice: Notice, nowMs: number): Promise<void> {
  // In the order in which they are added: epoch milliseconds have 13 digits for centuries.
  const id = `${nowMs}-${randomUUID()}`;
  await db
    .insertInto('notices')
    .values({ id, channel_id: channelId, notice: JSON.stringify(notice) })
    .execute();
  // One that took nothing, and rests, may take this.
  await sql`update channels set due_at_ms = ${nowMs}, lease_until_ms = 0
    where id = ${channelId} and (lease_until_ms = 0 or (broken is not null and started_attempts = 0))`.execute(
    db,
  );
}

/** A channel is to read who stopped what. */
export async function beginStopped(
  db: Db,
  { channelId, userId, nowMs }: Stop,
  what: Stopped['what'],
  ids: Stopped['ids'],
  names?: Stopped['names'],
): Promise<void> {
  // What people watch for themselves.
  if (userId === channelId) return;
  await addNotice(db, channelId, { kind: 'stopped', userId, what, ids, names }, nowMs);
}

/** A channel that accepts no messages for longer does not read what is no news any more. */
const NOTICES_KEPT_MS = DAY_MS;

export const forgetNotices = (db: Db, nowMs: number) =>
  db
    .deleteFrom('notices')
    .where('id', '<', `${nowMs - NOTICES_KEPT_MS}`)
    .execute();

/** The oldest one of a channel. */
export async function nextNotice(db: Db, channelId: string, nowMs: number) {
  const row = await db
    .selectFrom('notices')
    .select(['id', 'notice'])
    .where('channel_id', '=', channelId)
    .where('id', '>=', `${nowMs - NOTICES_KEPT_MS}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && { id: row.id, notice: JSON.parse(row.notice) as Notice };
}
