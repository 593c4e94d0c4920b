import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../account/time.ts';
import { ASKED_BEFORE_MS, type Incident } from '../../watch/incident.ts';
import type { ChannelState, Hands, Notice } from '../../watch/posted.ts';
import { covers } from '../../watch/watch-list.ts';
import type { Db } from '../tables.ts';
import { allPlacesOf, watchesOf } from './coverage.ts';
import { wakeChannels } from './due.ts';

/** Something is to be said once in a channel, which is due with it. `atMs`: not before. */
export async function addNotice(
  db: Db,
  channelId: string,
  notice: Notice,
  nowMs: number,
  atMs = nowMs,
): Promise<void> {
  // In the order in which they are said: epoch milliseconds have 13 digits for centuries.
  const id = `${atMs}-${randomUUID()}`;
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

/** A person who has not been notified yet has no row. */
export const addPerson = (db: Db, userId: string, nowMs: number) =>
  sql`insert into channels (id, team_id, due_at_ms, lease_until_ms, epoch, started_attempts)
    select ${userId}, team_id, ${sql.lit(nowMs)}, 0, 0, 0 from channels limit 1
    on conflict (id) do nothing`.execute(db);

/** A channel reads who changed what is watched there. What people watch for themselves they know. */
export async function addChangedBy(
  db: Db,
  channelId: string,
  notice: Extract<Notice, { readonly kind: 'stopped' | 'scheduled' }>,
  nowMs: number,
): Promise<void> {
  if (notice.userId !== channelId) await addNotice(db, channelId, notice, nowMs);
}

const MAX_NAMED = 10;

/** Each place that watches one of the accounts reads in the thread of its alert who is on it now. */
export async function addHands(
  db: Db,
  accountIds: readonly string[],
  hands: Omit<Hands, 'kind' | 'accountIds' | 'count'>,
  nowMs: number,
): Promise<void> {
  const named = accountIds.slice(0, MAX_NAMED);
  const notice: Hands = { kind: 'hands', ...hands, accountIds: named, count: accountIds.length };
  // Who does it alone reads the answer to the press.
  const byId = hands.ended === 'worse' ? undefined : (hands.byId ?? hands.userId);
  const places = await allPlacesOf(db, accountIds);
  for (const id of places) if (id !== byId) await addNotice(db, id, notice, nowMs);
  if (places.length > 0) await wakeChannels(db, nowMs, sql.join(places));
}

/** Somebody who is on accounts until then is asked an hour before whether they still are; at the end their places read that it is over. */
export async function addReminders(
  db: Db,
  accountIds: readonly string[],
  { userId, untilMs }: NonNullable<Incident['owner']>,
  nowMs: number,
): Promise<void> {
  // Of which accounts that is still so is read when it is said.
  const until = { userId, untilMs, accountIds: [], count: 0 };
  const places = await allPlacesOf(db, accountIds);
  await addPerson(db, userId, nowMs);
  await addNotice(db, userId, { kind: 'still', ...until }, nowMs, untilMs - ASKED_BEFORE_MS);
  for (const id of places)
    await addNotice(db, id, { kind: 'hands', ended: 'over', ...until }, nowMs, untilMs);
  await wakeChannels(db, nowMs, sql.join([...places, userId]));
}

/** A channel that accepts no messages for longer does not read what is no news any more. */
const NOTICES_KEPT_MS = DAY_MS;

export const forgetNotices = (db: Db, nowMs: number) =>
  db
    .deleteFrom('notices')
    .where('id', '<', `${nowMs - NOTICES_KEPT_MS}`)
    .execute();

/** The oldest one of a channel; or when the next one is due. One that has become untrue is dropped. */
export async function nextNotice(
  db: Db,
  channelId: string,
  nowMs: number,
): Promise<Pick<ChannelState, 'notice' | 'noticeAtMs'>> {
  const row = await db
    .selectFrom('notices')
    .select(['id', 'notice'])
    .where('channel_id', '=', channelId)
    .where('id', '>=', `${nowMs - NOTICES_KEPT_MS}`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return {};
  const { id } = row;
  const atMs = Number.parseInt(id, 10);
  if (atMs > nowMs) return { noticeAtMs: atMs };
  const notice = JSON.parse(row.notice) as Notice;
  if (!('untilMs' in notice)) return { notice: { id, notice } };
  const { rows } = await sql<{ readonly id: string }>`select account_id as id from incidents
    where closed_at_ms is null and owner_id = ${notice.userId} and owner_until_ms = ${notice.untilMs}
    order by account_id`.execute(db);
  const here = notice.kind === 'still' ? rows : await watchedIn(db, channelId, rows);
  if (here.length > 0) {
    const accountIds = here.slice(0, MAX_NAMED).map((account) => account.id);
    return { notice: { id, notice: { ...notice, accountIds, count: here.length } } };
  }
  await db.deleteFrom('notices').where('id', '=', id).execute();
  return nextNotice(db, channelId, nowMs);
}

async function watchedIn(db: Db, channelId: string, accounts: readonly { readonly id: string }[]) {
  const patterns = (await watchesOf(db, channelId)).map(({ pattern }) => pattern);
  return accounts.filter(({ id }) => patterns.some((pattern) => covers(pattern, id)));
}
