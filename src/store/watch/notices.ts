import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../account/time.ts';
import { ASKED_BEFORE_MS, type Incident } from '../../watch/incident.ts';
import type { ChannelState, FineAgain, Hands, Notice, QuietNotice } from '../../watch/posted.ts';
import { covers } from '../../watch/watch-list.ts';
import { countOf, type Db, type Tables, type Tx } from '../tables.ts';
import { conversationsOf, quietUntil } from './coverage.ts';
import { wakeChannels } from './due.ts';

/**
 * Adds a message that is posted once in a channel, not before `atMs`, and makes the channel due. A person who changes what
 * they watch themselves needs none.
 */
export async function addNotice(
  { db, nowMs }: Tx,
  channelId: string,
  notice: Notice,
  atMs = nowMs,
): Promise<void> {
  const isChange = notice.kind === 'stopped' || notice.kind === 'scheduled';
  if (isChange && notice.userId === channelId) return;
  // Ids sort by time: epoch milliseconds have 13 digits until the year 2286.
  const row = { id: `${atMs}-${randomUUID()}`, channel_id: channelId, notice: JSON.stringify(notice) };
  await db.insertInto('notices').values(row).execute();
  // A channel that rests because it accepted no messages may accept this one.
  await sql`update channels set due_at_ms = ${nowMs}, lease_until_ms = 0 where id = ${channelId}
    and (lease_until_ms = 0 or (broken is not null and started_attempts = 0))`.execute(db);
}

/** Adds a row for a person, unless there is one, so that they can get direct messages. */
export const addPerson = ({ db, nowMs }: Tx, userId: string) =>
  sql`insert into channels (id, team_id, due_at_ms, lease_until_ms, epoch, started_attempts)
    select ${userId}, team_id, ${sql.lit(nowMs)}, 0, 0, 0 from channels limit 1
    on conflict (id) do nothing`.execute(db);

const MAX_NAMED = 10;

/**
 * Adds a line to the thread of the alert in each of these conversations, about the accounts that it watches. `byId`: the
 * person who caused it, who is answered directly.
 */
export async function addLines(
  tx: Tx,
  conversations: ReadonlyMap<string, ReadonlySet<string>>,
  line: Omit<Hands, 'accountIds' | 'count'> | Omit<QuietNotice, 'accountIds' | 'count'>,
  byId?: string,
): Promise<void> {
  await wakeChannels(tx, [...conversations.keys()]);
  for (const [id, watched] of conversations)
    if (id !== byId)
      await addNotice(tx, id, { ...line, accountIds: [...watched].slice(0, MAX_NAMED), count: watched.size });
}

/** Adds a line about the new owner wherever one of the accounts is watched, and a direct message after a hand-over. */
export async function addHands(
  tx: Tx,
  accountIds: readonly string[],
  hands: Omit<Hands, 'kind' | 'accountIds' | 'count'>,
): Promise<void> {
  const byId = hands.ended === 'worse' ? undefined : (hands.byId ?? hands.userId);
  const conversations = new Map(await conversationsOf(tx.db, accountIds));
  // The new owner may be in none of these. Their row was added with their reminders.
  if (hands.byId !== undefined) conversations.set(hands.userId, new Set(accountIds));
  await addLines(tx, conversations, { kind: 'hands', ...hands }, byId);
}

/** The time in the id of a message that waits until an incident is over. */
const WAITS = '9999999999999';

/** Such a message, as it is stored. */
type Awaited = Readonly<Record<'incidentId' | 'accountId', string>>;

/** A person gets one direct message when the incident is over. */
export async function awaitFine(tx: Tx, userId: string, incident: Awaited): Promise<void> {
  const row = { id: `${WAITS}-${randomUUID()}`, channel_id: userId, notice: JSON.stringify(incident) };
  await addPerson(tx, userId);
  await sql`delete from notices where channel_id = ${userId} and notice = ${row.notice}`.execute(tx.db);
  await tx.db.insertInto('notices').values(row).execute();
}

/** Sends those messages. Without `over`: the account is no longer watched. */
export async function tellFine(tx: Tx, incident: Awaited, over?: FineAgain): Promise<void> {
  const { rows } = await sql<Pick<Tables['notices'], 'channel_id'>>`
    delete from notices where id > ${WAITS} and notice = ${JSON.stringify(incident)}
    returning channel_id`.execute(tx.db);
  const { accountId } = incident;
  for (const { channel_id } of rows) await addNotice(tx, channel_id, { kind: 'fine', accountId, over });
}

/** The incident of an account that is no longer watched is gone. */
export async function tellUnwatched(tx: Tx): Promise<void> {
  const { rows } = await sql<Pick<Tables['notices'], 'notice'>>`
    select distinct notice from notices where id > ${WAITS}`.execute(tx.db);
  for (const incident of rows.map(({ notice }) => JSON.parse(notice) as Awaited)) {
    const known = tx.db.selectFrom('incidents').where('id', '=', incident.incidentId);
    if ((await countOf(known)) === 0) await tellFine(tx, incident);
  }
}

/** When the owner of accounts that are still critical is reminded. */
const REMINDED_AFTER_MS = [4 * HOUR_MS, 8 * HOUR_MS];

/** Asks the owner an hour before the end whether they are still on the accounts; at the end a line goes into the threads. */
export async function addReminders(
  tx: Tx,
  accountIds: readonly string[],
  { userId, untilMs }: NonNullable<Incident['owner']>,
): Promise<void> {
  // The accounts are filled in when it is posted.
  const until = { userId, untilMs, accountIds: [], count: 0 };
  const conversations = [...(await conversationsOf(tx.db, accountIds)).keys()];
  await addPerson(tx, userId);
  await wakeChannels(tx, [...conversations, userId]);
  for (const id of conversations) {
    await addNotice(tx, id, { kind: 'hands', ended: 'over', ...until }, untilMs);
    for (const afterMs of REMINDED_AFTER_MS)
      await addNotice(tx, id, { kind: 'remind', afterMs, ...until }, tx.nowMs + afterMs);
  }
  await addNotice(tx, userId, { kind: 'still', ...until }, untilMs - ASKED_BEFORE_MS);
}

/** Where each account is reminded of, so that it is one message: with its owner, or in the first channel that watches it. */
async function remindedIn(db: Db, accounts: readonly { readonly id: string }[], ownerId: string) {
  const ids = accounts.map(({ id }) => id);
  const conversations = await conversationsOf(db, ids);
  const isWith = conversations.get(ownerId) ?? new Set();
  const first = (id: string) => [...conversations].find(([, watched]) => watched.has(id))?.[0];
  return new Map(ids.map((id) => [id, isWith.has(id) ? ownerId : first(id)]));
}

/** Deletes a notice that needs no further message. */
export async function forgetNotice(db: Db, id: string | undefined): Promise<void> {
  if (id !== undefined) await db.deleteFrom('notices').where('id', '=', id).execute();
}

/** Older notices are dropped: a channel that accepted no messages for a day no longer needs them. */
export const NOTICES_KEPT_MS = DAY_MS;

/** The oldest notice that is due in a channel with these watches, or when the next one is. Those no longer true are deleted. */
export async function nextNotice(
  tx: Tx,
  channelId: string,
  patterns: readonly string[],
): Promise<Pick<ChannelState, 'notice' | 'noticeAtMs'>> {
  const { db, nowMs } = tx;
  const { rows: stored } = await sql<Tables['notices']>`
    select * from notices where channel_id = ${channelId} and id >= ${`${nowMs - NOTICES_KEPT_MS}`}
    order by id limit 1`.execute(db);
  const [row] = stored;
  if (row === undefined) return {};
  const { id } = row;
  const atMs = Number.parseInt(id, 10);
  if (atMs > nowMs) return { noticeAtMs: atMs };
  const notice = JSON.parse(row.notice) as Notice;
  const isHands = notice.kind === 'hands';
  const isWorse = isHands && notice.ended === 'worse';
  if (!('untilMs' in notice) && !isWorse) return { notice: { id, notice } };
  const { userId, untilMs, accountIds: lostIds } = notice;
  const which = isWorse
    ? sql`account_id in (${sql.join(lostIds)}) and owner_id is null`
    : sql`owner_id = ${userId} and owner_until_ms = ${untilMs}`;
  const { rows } = await sql<{ readonly id: string; readonly quietUntilMs: number | null }>`
    select account_id as id, ${quietUntil(sql.ref('incidents.account_id'), channelId, nowMs)} as "quietUntilMs"
    from incidents where closed_at_ms is null and ${which}
      ${isHands ? sql`` : sql`and owner_until_ms > ${nowMs}`}
      ${notice.kind === 'remind' ? sql`and level = 'critical'` : sql``}
    order by account_id`.execute(db);
  const places = notice.kind === 'remind' ? await remindedIn(db, rows, userId) : undefined;
  const isHere = (id: string) =>
    places ? places.get(id) === channelId : patterns.some((pattern) => covers(pattern, id));
  const here = notice.kind === 'still' ? rows : rows.filter(({ id }) => isHere(id));
  const heard = here.filter(({ quietUntilMs }) => quietUntilMs === null);
  // It mentions somebody, so it waits while all of them are quiet.
  if (heard.length === 0 && here.length > 0 && notice.kind !== 'remind') {
    const endsMs = Math.min(...here.map(({ quietUntilMs }) => quietUntilMs ?? 0));
    await sql`update notices set id = ${`${endsMs}-${id}`} where id = ${id}`.execute(db);
    return nextNotice(tx, channelId, patterns);
  }
  // After a pause a reminder has the wrong time, and the next one may be due.
  const isLate = notice.kind === 'remind' && atMs < nowMs - HOUR_MS;
  if (heard.length > 0 && !isLate) {
    const accountIds = heard.slice(0, MAX_NAMED).map((account) => account.id);
    return { notice: { id, notice: { ...notice, accountIds, count: heard.length } } };
  }
  await forgetNotice(db, id);
  return nextNotice(tx, channelId, patterns);
}
