import { setImmediate as breathe } from 'node:timers/promises';
import { fitsGlob, toGlob } from '../../domain/glob.ts';
import { type NewWatch, WATCHED_AT_MOST, type WatchedPattern } from '../../domain/watch/watch-list.ts';
import type { Database } from '../database.ts';
import type { Db, Tables } from '../tables.ts';
import { insertAccounts } from './account-rows.ts';
import { forgetUnwatched } from './end-watch.ts';
import { toTerms } from './from-columns.ts';
import { beginStopped, type Stop } from './message-rows.ts';

/** Small enough that one statement does not block on SQLite. */
const PIECE = 500;
/** First reads of thousands are spread, so that they do not hold up what is due besides. */
const APART_MS = 400;

type PatternRow = Tables['watch_patterns'];

/** Who asked for a watch, and the terms. */
export const askedColumns = ({ person, terms }: NewWatch) => ({
  user_id: person.userId,
  tell_of: terms.tellOf,
  zone: terms.zone,
});

/** One that is there gets the new terms. */
export async function writePattern(db: Db, watch: NewWatch, pattern: string): Promise<void> {
  const columns = askedColumns(watch);
  const key = { channel_id: watch.channelId, pattern: pattern };
  await db
    .insertInto('watch_patterns')
    .values({ ...key, ...columns, created_at_ms: watch.terms.createdAtMs })
    .onConflict((conflict) => conflict.columns(['channel_id', 'pattern']).doUpdateSet(columns))
    .execute();
  await db
    .updateTable('watches')
    .set(columns)
    .where('channel_id', '=', key.channel_id)
    .where('pattern', '=', key.pattern)
    .execute();
}

/**
 * Watches the accounts of the list that fit a pattern and are not watched by it yet, in pieces. Their first read is their
 * baseline. Begun again after any interruption it does what is left. Resolves with how many accounts are new.
 */
export async function followPatterns(database: Database, now: () => number): Promise<number> {
  const patterns = await database.run((db) =>
    db.selectFrom('watch_patterns').selectAll().orderBy('created_at_ms').orderBy('pattern').execute(),
  );
  let added = 0;
  for (let afterId = ''; patterns.length > 0; ) {
    const listed = await database.run((db) =>
      db
        .selectFrom('accounts')
        .select('id')
        .where('retired_by', 'is', null)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(PIECE)
        .execute(),
    );
    const last = listed.at(-1);
    if (last === undefined) break;
    afterId = last.id;
    for (const pattern of patterns) {
      const ids = listed.map(({ id }) => id).filter((id) => fits(pattern.pattern, id));
      if (ids.length > 0) added += await database.transact((db) => watchAll(db, pattern, ids, added, now()));
      await breathe();
    }
  }
  return added;
}

const fits = (pattern: string, id: string): boolean => fitsGlob(toGlob(pattern), [...id]);

async function watchAll(db: Db, followed: PatternRow, ids: readonly string[], added: number, nowMs: number) {
  const missing = await missingOf(db, followed, ids);
  if (missing.length === 0) return 0;
  const { channel_id, user_id, tell_of, zone, pattern } = followed;
  const rest = { user_id, tell_of, zone, pattern, created_at_ms: nowMs };
  await insertAccounts(
    db,
    missing.map((id, index) => ({ id, dueAtMs: nowMs + (added + index) * APART_MS })),
  );
  await db
    .insertInto('watches')
    .values(missing.map((account_id) => ({ channel_id, account_id, ...rest })))
    .onConflict((conflict) => conflict.columns(['channel_id', 'account_id']).doNothing())
    .execute();
  return missing.length;
}

/** Those of the accounts that the channel does not watch yet, as far as there is room for them. */
async function missingOf(db: Db, { channel_id, pattern }: PatternRow, ids: readonly string[]) {
  const isWatched = await idsIn(
    db
      .selectFrom('watches')
      .select('account_id as id')
      .where('channel_id', '=', channel_id)
      .where('account_id', 'in', ids),
  );
  // Somebody may have stopped it or retired the account since they were read.
  const isListed = await idsIn(
    db
      .selectFrom('accounts')
      .select('id')
      .where('id', 'in', ids)
      .where('retired_by', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('watch_patterns')
            .select('pattern')
            .where('channel_id', '=', channel_id)
            .where('pattern', '=', pattern),
        ),
      ),
  );
  const { count } = await db
    .selectFrom('watched_accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const room = Math.max(0, WATCHED_AT_MOST - Number(count));
  return ids.filter((id) => isListed.has(id) && !isWatched.has(id)).slice(0, room);
}

const idsIn = async (query: { execute(): Promise<readonly { readonly id: string }[]> }) =>
  new Set((await query.execute()).map(({ id }) => id));

/** Stops it. What another pattern of the channel covers goes on. Resolves with how many accounts it covered; undefined: it was not there. */
export async function removePattern(db: Db, stop: Stop, pattern: string): Promise<number | undefined> {
  const { channelId } = stop;
  const { numDeletedRows } = await db
    .deleteFrom('watch_patterns')
    .where('channel_id', '=', channelId)
    .where('pattern', '=', pattern)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return undefined;
  await beginStopped(db, stop, 'pattern', [pattern]);
  const others = await db
    .selectFrom('watch_patterns')
    .select('pattern')
    .where('channel_id', '=', channelId)
    .execute();
  let removed = 0;
  for (;;) {
    const rows = await db
      .selectFrom('watches')
      .select('account_id')
      .where('channel_id', '=', channelId)
      .where('pattern', '=', pattern)
      .limit(PIECE)
      .execute();
    if (rows.length === 0) return removed;
    const ids = rows.map(({ account_id }) => account_id);
    removed += ids.length;
    for (const other of others) {
      const covered = ids.filter((id) => fits(other.pattern, id));
      if (covered.length === 0) continue;
      await db
        .updateTable('watches')
        .set({ pattern: other.pattern })
        .where('channel_id', '=', channelId)
        .where('pattern', '=', pattern)
        .where('account_id', 'in', covered)
        .execute();
    }
    await db
      .deleteFrom('watches')
      .where('channel_id', '=', channelId)
      .where('pattern', '=', pattern)
      .where('account_id', 'in', ids)
      .execute();
    await forgetUnwatched(db, ids);
    await breathe();
  }
}

/** The patterns of a channel with what they cover now. */
export async function readPatterns(db: Db, channelId: string): Promise<readonly WatchedPattern[]> {
  const rows = await db
    .selectFrom('watch_patterns')
    .selectAll()
    .where('channel_id', '=', channelId)
    .orderBy('pattern')
    .execute();
  if (rows.length === 0) return [];
  const counts = await db
    .selectFrom('watches')
    .innerJoin('watched_accounts', 'watched_accounts.id', 'watches.account_id')
    .select(({ fn }) => ['watches.pattern', 'watched_accounts.level', fn.countAll<number>().as('count')])
    .where('channel_id', '=', channelId)
    .where('pattern', 'is not', null)
    .groupBy(['watches.pattern', 'watched_accounts.level'])
    .execute();
  return rows.map((row) => {
    const of = counts.filter(({ pattern }) => pattern === row.pattern);
    const sum = (some: typeof of) => some.reduce((total, { count }) => total + Number(count), 0);
    return {
      pattern: row.pattern,
      terms: toTerms(row),
      accountCount: sum(of),
      badCount: sum(of.filter(({ level }) => level === 'critical' || level === 'attention')),
    };
  });
}
