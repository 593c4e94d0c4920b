import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import type { Notice } from '../../watch/posted.ts';
import type { Db } from '../tables.ts';
import { wakeChannels } from './claim-due.ts';
import { placesOf } from './coverage.ts';

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

const NAMED_AT_MOST = 10;

type Hands = Extract<Notice, { readonly kind: 'hands' }>;

/** Each place that watches one of the accounts reads in the thread of its alert who is on it now. */
export async function addHands(
  db: Db,
  accountIds: readonly string[],
  hands: Omit<Hands, 'kind' | 'accountIds' | 'count'>,
  nowMs: number,
): Promise<void> {
  const named = accountIds.slice(0, NAMED_AT_MOST);
  const notice: Hands = { kind: 'hands', ...hands, accountIds: named, count: accountIds.length };
  const places = new Set([...(await placesOf(db, accountIds)).values()].flatMap((ids) => [...ids]));
  for (const id of [...places].toSorted()) {
    // Who does it alone reads the answer to the press.
    if (id !== hands.userId) await addNotice(db, id, notice, nowMs);
  }
  if (places.size > 0) await wakeChannels(db, nowMs, sql.join([...places]));
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
