import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { inPieces } from '../../async.ts';
import { unseenSince } from '../../watch/observe.ts';
import { isPrefix, patternsCovering } from '../../watch/watch-list.ts';
import type { Database } from '../database.ts';
import { type Db, stateIn, type Tables, type Tx } from '../tables.ts';
import { UNCLAIMED } from './due.ts';
import { addChanges } from './source.ts';

/** Small enough that one statement does not block SQLite, whose statements run in this thread. */
export const PIECE = 500;
/** Up to 130 patterns cover an id, and a statement takes at most 32,766 values. */
const LOOKED_UP_AT_ONCE = 200;
/** The time between the first reads of new accounts, so that thousands of them do not delay other reads. */
const APART_MS = 400;

/** The watches of a conversation, oldest first. */
export const watchesOf = (db: Db, channelId: string): Promise<Tables['watches'][]> =>
  db
    .selectFrom('watches')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('created_at_ms')
    .orderBy('pattern')
    .execute();

/** SQL: whether one of the patterns covers an id. It uses neither `like` nor `<`: databases compare texts differently. */
export function coveredBy(patterns: readonly string[], id: RawBuilder<unknown>): RawBuilder<boolean> {
  if (patterns.includes('*')) return sql`true`;
  const ids = patterns.filter((pattern) => !isPrefix(pattern));
  const conditions = patterns.filter(isPrefix).map((pattern) => {
    const prefix = pattern.slice(0, -1);
    return sql`substr(${id}, 1, ${sql.lit([...prefix].length)}) = ${prefix}`;
  });
  if (ids.length > 0) conditions.push(sql`${id} in (${sql.join(ids)})`);
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/** SQL: whether the pattern of a watch covers the account of an incident. No index helps here. */
export const COVERS = sql`pattern in (incidents.account_id,
  substr(incidents.account_id, 1, length(pattern) - 1) || '*')`;

/**
 * SQL: whether a watch for which `and` holds covers the account of an incident. Two conditions, because each of them has an
 * index: thousands of incidents are compared with the watches of all channels.
 */
export const isCovered = (and: RawBuilder<unknown>) => sql`(
  exists (select 1 from watches where pattern = incidents.account_id and ${and})
  or exists (select 1 from watches where substr(pattern, length(pattern), 1) = '*' and ${COVERS} and ${and}))`;

/** The `channel_id` of a mute, which applies everywhere. */
export const EVERYWHERE = '';

type Value = string | RawBuilder<unknown>;

/** SQL: until when an account is quiet in a conversation. Null: it is not quiet at `nowMs`. */
export const quietUntil = (accountId: Value, channelId: Value, nowMs: number) => sql<number | null>`(
  select max(until_ms) from quiet
  where quiet.account_id = ${accountId} and quiet.channel_id in (${EVERYWHERE}, ${channelId}) and until_ms > ${nowMs})`;

/** SQL: the ids of all accounts that are quiet in a conversation. With an empty id: of those that are muted. */
export const quietIds = (channelId: string, nowMs: number) =>
  sql`select account_id from quiet where channel_id in (${EVERYWHERE}, ${channelId}) and until_ms > ${nowMs}`;

/**
 * The conversations that watch any of the accounts, each with those that it watches. Ordered by id, so that transactions
 * that write to several conversations lock them in the same order.
 */
export async function conversationsOf(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const conversations = new Map<string, Set<string>>();
  for await (const ids of inPieces(accountIds, LOOKED_UP_AT_ONCE)) {
    const covering = new Set(ids.flatMap(patternsCovering));
    const { rows } = await sql<Pick<Tables['watches'], 'channel_id' | 'pattern'>>`
      select channel_id, pattern from watches where pattern in (${sql.join([...covering])})`.execute(db);
    const byPattern = Map.groupBy(rows, ({ pattern }) => pattern);
    for (const id of ids)
      for (const { channel_id } of patternsCovering(id).flatMap((pattern) => byPattern.get(pattern) ?? []))
        conversations.set(channel_id, (conversations.get(channel_id) ?? new Set()).add(id));
  }
  return new Map([...conversations].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** Serializes changes of the list and of watches. `changes` is added to the revision of the list. */
export const lockList = (db: Db, changes: 0 | 1 = 0) =>
  sql`insert into account_list (id, revision) values (1, ${changes})
    on conflict (id) do update set revision = account_list.revision + ${changes}`.execute(db);

/**
 * Adds rows for those of the accounts that are watched, and deletes the rows of the others, whose open incidents end without
 * a message. Accounts that were never read are due at once.
 */
export async function schedule({ db, nowMs }: Tx, accountIds: readonly string[]): Promise<void> {
  for await (const ids of inPieces(accountIds, PIECE)) {
    await scheduleSome(db, ids, () => nowMs);
    await sql`update watched_accounts set due_at_ms = ${nowMs}
      where id in (${sql.join(ids)}) and state is null and due_at_ms > ${nowMs}`.execute(db);
  }
}

/**
 * Does this for all accounts, in pieces, and spreads the first reads of those that it adds. After an interruption, run it
 * again. Resolves with how many were added.
 */
export async function scheduleAll({ run, transact }: Database): Promise<number> {
  let added = 0;
  for (let afterId = ''; ; await yieldToEventLoop()) {
    const { rows } = await run(({ db }) =>
      sql<{ readonly id: string }>`
        select id from accounts where retired_by is null and id > ${afterId}
        union select id from watched_accounts where id > ${afterId}
        order by id limit ${sql.lit(PIECE)}`.execute(db),
    );
    const last = rows.at(-1);
    if (last === undefined) return added;
    afterId = last.id;
    const ids = rows.map(({ id }) => id);
    added += await transact(async ({ db, nowMs }) => {
      await lockList(db);
      return await scheduleSome(db, ids, (index) => nowMs + (added + index) * APART_MS);
    });
  }
}

/** Resolves with how many accounts were added. */
async function scheduleSome(db: Db, ids: readonly string[], firstReadAt: (index: number) => number) {
  const has = async (query: RawBuilder<{ readonly found: string }>) =>
    new Set((await query.execute(db)).rows.map(({ found }) => found));
  const matches = sql`id in (${sql.join(ids)})`;
  const scheduled = await has(sql`select id as found from watched_accounts where ${matches}`);
  const listed = await has(sql`select id as found from accounts where ${matches} and retired_by is null`);
  const patterns = await has(sql`select distinct pattern as found from watches
    where pattern in (${sql.join(ids)}) or substr(pattern, length(pattern), 1) = '*'`);
  const isWatched = (id: string) =>
    patterns.has(id) || (listed.has(id) && patternsCovering(id).some((pattern) => patterns.has(pattern)));
  const added = ids.filter((id) => isWatched(id) && !scheduled.has(id));
  const removed = ids.filter((id) => !isWatched(id) && scheduled.has(id));
  if (added.length > 0) {
    const rows = added.map((id, index) => ({ id, due_at_ms: firstReadAt(index) }));
    await db
      .insertInto('watched_accounts')
      .values(rows.map((row) => ({ ...row, state: null, level: null, ...UNCLAIMED })))
      .execute();
  }
  if (removed.length > 0) {
    const ended = db.deleteFrom('watched_accounts').where('id', 'in', removed).returning(['id', 'state']);
    for (const row of await ended.execute()) {
      const state = stateIn(row);
      if (state !== undefined) await addChanges(db, row.id, [unseenSince(state, firstReadAt(0))]);
    }
    const open = db.deleteFrom('incidents').where('closed_at_ms', 'is', null);
    await open.where('account_id', 'in', removed).execute();
  }
  return added.length;
}
