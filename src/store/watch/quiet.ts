import { sql } from 'kysely';
import type { Mute, Seen } from '../../account/outcome.ts';
import type { QuietNotice } from '../../watch/posted.ts';
import type { Quiet } from '../../watch/schedule.ts';
import type { Db, Tables, Tx } from '../tables.ts';
import { conversationsOf, coveredBy, EVERYWHERE, watchesOf } from './coverage.ts';
import { wakeChannels } from './due.ts';
import { addLines } from './notices.ts';

/** The `channel_id` of a note. */
const NOTE = '*note*';

const scopeOf = ({ channelId, isNote }: Pick<Quiet, 'channelId' | 'isNote'>) =>
  isNote ? NOTE : (channelId ?? EVERYWHERE);

/** When the next mute or snooze that applies in a conversation ends. Undefined: there is none. */
export async function nextQuietEnd({ db, nowMs }: Tx, channelId: string): Promise<number | undefined> {
  const { rows } = await sql<{ readonly atMs: number | null }>`
    select min(until_ms) as "atMs" from quiet
    where channel_id in (${EVERYWHERE}, ${channelId}) and until_ms > ${nowMs}`.execute(db);
  return rows[0]?.atMs ?? undefined;
}

/** Mutes or snoozes accounts, or adds a note to them. A line in the threads of alerts about them says who did it. */
export async function setQuiet(
  tx: Tx,
  accountIds: readonly string[],
  { untilMs, userId, reason, ...where }: Omit<Quiet, 'accountId'>,
): Promise<void> {
  const { db } = tx;
  // PostgreSQL refuses a statement that inserts an account twice.
  const rows = [...new Set(accountIds)].map(
    (id) => sql`(${id}, ${scopeOf(where)}, ${sql.lit(untilMs)}, ${userId}, ${reason ?? null})`,
  );
  await sql`
    insert into quiet (account_id, channel_id, until_ms, user_id, reason) values ${sql.join(rows)}
    on conflict (account_id, channel_id) do update set until_ms = excluded.until_ms,
      user_id = excluded.user_id, reason = excluded.reason`.execute(db);
  await announce(tx, accountIds, where, { userId, endsAtMs: untilMs, reason });
  // Somebody has seen the alert, so it is not repeated after the quiet time, even if nobody is on it.
  await sql`
    update notified set again_at_ms = null
    where ${scopeOf(where)} in (${EVERYWHERE}, channel_id) and incident_id in (
      select id from incidents
      where account_id in (${sql.join(accountIds)}) and closed_at_ms is null)`.execute(db);
}

/** Ends a mute, a snooze or a note now. Resolves with the accounts that had one. */
export async function endQuiet(
  tx: Tx,
  accountIds: readonly string[],
  { userId, ...where }: Pick<Quiet, 'channelId' | 'isNote' | 'userId'>,
): Promise<readonly string[]> {
  const { db, nowMs } = tx;
  const { rows } = await sql<Pick<Tables['quiet'], 'account_id'>>`
    delete from quiet where account_id in (${sql.join(accountIds)}) and channel_id = ${scopeOf(where)} and until_ms > ${nowMs}
    returning account_id`.execute(db);
  const ended = rows.map(({ account_id }) => account_id).toSorted();
  if (ended.length > 0) await announce(tx, ended, where, { userId });
  return ended;
}

/**
 * Ends the snoozes of what a conversation no longer watches: nobody would remember them when it is watched again. Resolves with
 * how many watches are left.
 */
export async function endSnoozes(db: Db, channelId: string): Promise<number> {
  const patterns = (await watchesOf(db, channelId)).map(({ pattern }) => pattern);
  const isWatched = coveredBy(patterns, sql.ref('account_id'));
  await sql`delete from quiet where channel_id = ${channelId} and not (${isWatched})`.execute(db);
  return patterns.length;
}

async function announce(
  tx: Tx,
  accountIds: readonly string[],
  { channelId, isNote }: Pick<Quiet, 'channelId' | 'isNote'>,
  quiet: Pick<QuietNotice, 'userId' | 'endsAtMs' | 'reason'>,
): Promise<void> {
  const conversations =
    channelId === undefined
      ? await conversationsOf(tx.db, accountIds)
      : new Map([[channelId, new Set(accountIds)]]);
  const line = { kind: 'quiet', isMute: channelId === undefined, isNote, ...quiet } as const;
  // What waits for the end of a quiet time is looked at again. Its id has that time before the one of the notice.
  const { rows } = await sql<Pick<Tables['notices'], 'channel_id'>>`
    select distinct channel_id from notices where length(id) > 50`.execute(tx.db);
  const waiting = rows.map(({ channel_id }) => channel_id);
  await wakeChannels(tx, [...conversations.keys(), ...waiting]);
  await addLines(tx, conversations, line, quiet.userId);
  await sql`update notices set id = ${`${tx.nowMs}-`} || substr(id, 15)
    where length(id) > 50 and channel_id in (${sql.join(['', ...waiting])})`.execute(tx.db);
}

/** All mutes, and the snoozes in these conversations. The first to end comes first. */
export async function listQuiet({ db, nowMs }: Tx, channelIds: readonly string[]): Promise<readonly Quiet[]> {
  const { rows } = await sql<Tables['quiet']>`
    select * from quiet where channel_id in (${sql.join([EVERYWHERE, ...channelIds])}) and until_ms > ${nowMs}
    order by until_ms, account_id limit ${sql.lit(MAX_SHOWN)}`.execute(db);
  return rows.map(toQuiet);
}

/** Nobody would read a longer list. */
const MAX_SHOWN = 50;

/** The mute of an account, and the note on it. Each is undefined if there is none. */
export async function writtenOn({ db, nowMs }: Tx, accountId: string): Promise<Pick<Seen, 'mute' | 'note'>> {
  const { rows } = await sql<Tables['quiet']>`
    select * from quiet where account_id = ${accountId} and until_ms > ${nowMs}`.execute(db);
  const on = (scope: string) => rows.filter((row) => row.channel_id === scope).map(toQuiet)[0];
  return { mute: on(EVERYWHERE), note: on(NOTE) };
}

/** The notes on accounts, by account id. */
export async function notesOf({ db, nowMs }: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Mute>> {
  // PostgreSQL rejects an empty list.
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Tables['quiet']>`select * from quiet
    where account_id in (${sql.join(ids)}) and channel_id = ${NOTE} and until_ms > ${nowMs}`.execute(db);
  return new Map(rows.map((row) => [row.account_id, toQuiet(row)]));
}

const toQuiet = (row: Tables['quiet']): Quiet => ({
  accountId: row.account_id,
  channelId: row.channel_id === EVERYWHERE ? undefined : row.channel_id,
  untilMs: row.until_ms,
  userId: row.user_id,
  reason: row.reason ?? undefined,
});
