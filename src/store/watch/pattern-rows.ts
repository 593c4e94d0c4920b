import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import { fitsGlob, toGlob } from '../../account/terms.ts';
import { type NewWatch, WATCHED_AT_MOST, type WatchedPattern } from '../../watch/watch-list.ts';
import { readListed } from '../account-list-store.ts';
import type { Database } from '../database.ts';
import { countOf, type Db, type Tables } from '../tables.ts';
import { insertAccounts } from './account-rows.ts';
import { forgetUnwatched } from './end-watch.ts';
import { toTerms } from './from-columns.ts';
import { beginStopped, type Stop } from './message-rows.ts';

/** Small enough that one statement does not block on SQLite. */
const PIECE = 500;
/** First reads of thousands are spread, so that they do not hold up what is due besides. */
const APART_MS = 400;

/** Who asked for a watch, and the terms. */
export const askedColumns = ({ person, terms }: NewWatch) => ({
  user_id: person.userId,
  tell_of: terms.tellOf,
  zone: terms.zone,
});

/** One that is there gets the new terms. */
export async function writePattern(db: Db, watch: NewWatch, pattern: string): Promise<void> {
  const columns = askedColumns(watch);
  const key = { channel_id: watch.channelId, pattern };
  await db
    .insertInto('watch_patterns')
    .values({ ...key, ...columns, created_at_ms: watch.terms.createdAtMs })
    .onConflict((conflict) => conflict.columns(['channel_id', 'pattern']).doUpdateSet(columns))
    .execute();
  const watches = db.updateTable('watches').set(columns).where('channel_id', '=', key.channel_id);
  await watches.where('pattern', '=', pattern).execute();
}

/**
 * Watches the accounts of the list that fit a pattern and are not watched by it yet, in pieces. Their first read is their
 * baseline. Begun again after any interruption it does what is left. Resolves with how many accounts are new.
 */
export async function followPatterns({ run, transact }: Database, now: () => number): Promise<number> {
  const patterns = await run((db) =>
    db.selectFrom('watch_patterns').selectAll().orderBy('created_at_ms').orderBy('pattern').execute(),
  );
  let added = 0;
  for (let afterId = ''; patterns.length > 0; ) {
    const listed = await run((db) => readListed(db, afterId, PIECE));
    const last = listed.at(-1);
    if (last === undefined) break;
    afterId = last.id;
    for (const pattern of patterns) {
      const ids = listed.map(({ id }) => id).filter((id) => fits(pattern.pattern, id));
      if (ids.length > 0) added += await transact((db) => watchAll(db, pattern, ids, added, now()));
      await breathe();
    }
  }
  return added;
}

const fits = (pattern: string, id: string): boolean => fitsGlob(toGlob(pattern), [...id]);

/** Watches those that the channel does not watch yet, as far as there is room for them. */
async function watchAll(
  db: Db,
  followed: Tables['watch_patterns'],
  fitting: readonly string[],
  added: number,
  nowMs: number,
): Promise<number> {
  const { channel_id, pattern } = followed;
  const room = WATCHED_AT_MOST - (await countOf(db.selectFrom('watched_accounts')));
  // Somebody may have stopped it or retired the account since they were read.
  const { rows: missing } = await sql<{ readonly id: string }>`
    select id from accounts
    where id in (${sql.join(fitting)}) and retired_by is null
      and id not in (select account_id from watches where channel_id = ${channel_id})
      and exists (select 1 from watch_patterns where channel_id = ${channel_id} and pattern = ${pattern})
    order by id limit ${Math.max(0, room)}`.execute(db);
  if (missing.length === 0) return 0;
  const accounts = missing.map(({ id }, index) => ({ id, dueAtMs: nowMs + (added + index) * APART_MS }));
  await insertAccounts(db, accounts);
  const rows = missing.map(({ id }) => ({ ...followed, account_id: id, created_at_ms: nowMs }));
  await db.insertInto('watches').values(rows).execute();
  return missing.length;
}

/** Stops it. What another pattern of the channel covers goes on. Resolves with how many accounts it covered; undefined: it was not there. */
export async function removePattern(db: Db, stop: Stop, pattern: string): Promise<number | undefined> {
  const its = sql`channel_id = ${stop.channelId} and pattern = ${pattern}`;
  const { numAffectedRows } = await sql`delete from watch_patterns where ${its}`.execute(db);
  if (numAffectedRows === 0n) return undefined;
  await beginStopped(db, stop, 'pattern', [pattern]);
  const left = db.selectFrom('watch_patterns').select('pattern').where('channel_id', '=', stop.channelId);
  const others = await left.execute();
  type Row = Pick<Tables['watches'], 'account_id'>;
  for (let removed = 0; ; await breathe()) {
    const { rows } = await sql<Row>`select account_id from watches where ${its} limit ${PIECE}`.execute(db);
    if (rows.length === 0) return removed;
    removed += rows.length;
    const ids = rows.map(({ account_id }) => account_id);
    for (const other of others) {
      const fitting = ids.filter((id) => fits(other.pattern, id));
      if (fitting.length === 0) continue;
      await sql`update watches set pattern = ${other.pattern}
        where ${its} and account_id in (${sql.join(fitting)})`.execute(db);
    }
    await sql`delete from watches where ${its} and account_id in (${sql.join(ids)})`.execute(db);
    await forgetUnwatched(db, ids);
  }
}

/** The patterns of a channel with what they cover now. */
export async function readPatterns(db: Db, channelId: string): Promise<readonly WatchedPattern[]> {
  const { rows } = await sql<Tables['watch_patterns'] & Omit<WatchedPattern, 'terms'>>`
    select watch_patterns.*, count(watched_accounts.id) as "accountCount",
      count(case when level in ('critical', 'attention') then 1 end) as "badCount"
    from watch_patterns
    left join watches on watches.channel_id = watch_patterns.channel_id
      and watches.pattern = watch_patterns.pattern
    left join watched_accounts on watched_accounts.id = watches.account_id
    where watch_patterns.channel_id = ${channelId}
    group by watch_patterns.channel_id, watch_patterns.pattern
    order by watch_patterns.pattern`.execute(db);
  return rows.map((row) => {
    const { pattern, accountCount, badCount } = row;
    return { pattern, terms: toTerms(row), accountCount, badCount };
  });
}
