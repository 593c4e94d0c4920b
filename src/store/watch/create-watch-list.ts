import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SeenLevel } from '../../account/outcome.ts';
import { firstDay } from '../../watch/history/account-days.ts';
import {
  type AccountRecord,
  type AddResult,
  type NewWatch,
  PATTERNS_AT_MOST,
  WATCHED_AT_MOST,
  WATCHED_HERE_AT_MOST,
  type Watched,
  type WatchedHere,
} from '../../watch/watch-list.ts';
import type { Database } from '../database.ts';
import { countOf, type Db, type Tables } from '../tables.ts';
import { addDays, insertAccounts, readDays } from './account-rows.ts';
import { readBroken, wakeCreators } from './channel-rows.ts';
import { endWatches, removeAccounts, stopSummary } from './end-watch.ts';
import { stateIn, toIncident, toTerms } from './from-columns.ts';
import { askedColumns, followPatterns, readPatterns, removePattern, writePattern } from './pattern-rows.ts';
import { createPressedAlerts } from './pressed-alerts.ts';
import { planOf, readOverview, setSchedule } from './summary-rows.ts';

/** The watches, as people make and see them. Rejects with a StoreError when the database does not answer. */
export const createWatchList = (database: Database, now: () => number) => ({
  /** Begins to watch, unless that would be too many. An account that is watched here already gets the new terms. */
  add: (watch: NewWatch) => database.transact((db) => beginWatch(db, watch, now())),

  /**
   * Stops it, and with the last account the summary. The channel reads who did it. Resolves with the accounts that were
   * watched here.
   */
  remove: (channelId: string, accountIds: readonly string[], userId: string) =>
    database.transact((db) =>
      endWatches(db, { channelId, userId, nowMs: now() }, (stop) => removeAccounts(db, stop, accountIds)),
    ),

  /** The same. Resolves with how many accounts it covered; undefined: it was not watched here. */
  removePattern: (channelId: string, pattern: string, userId: string) =>
    database.transact((db) =>
      endWatches(db, { channelId, userId, nowMs: now() }, (stop) => removePattern(db, stop, pattern)),
    ),

  /** Resolves with whether a summary came here by itself; none does any more, and the channel reads who did it. */
  stopSummary: (channelId: string, userId: string) =>
    database.transact((db) => stopSummary(db, { channelId, userId, nowMs: now() })),

  /** Watches what has come onto the list since and fits a pattern. Resolves with how many accounts that were. */
  followPatterns: () => followPatterns(database, now),

  /** How all that is watched is now. A channel's since its last summary, a person's since a day. */
  overview: (of: Watched) => database.run((db) => readOverview(db, of, now())),

  /**
   * What is watched in these channels, then in the others in which that person began to watch; accounts by id. Channels
   * in which nothing is watched are left out.
   */
  list: (channelIds: readonly string[], begunBy?: string) =>
    database.run(async (db): Promise<readonly WatchedHere[]> => {
      const found: WatchedHere[] = [];
      const begun = begunBy === undefined ? [] : await readBegun(db, begunBy);
      for (const channelId of new Set([...channelIds, ...begun])) {
        const here = await readWatched(db, channelId, now());
        if (here !== undefined) found.push(here);
        // Each may watch thousands.
        await nextTurn();
      }
      return found;
    }),

  /** Places that take nothing, and in which that person began to watch: channels, or their direct messages. */
  broken: (userId: string) => database.run((db) => readBroken(db, userId)),

  /** Those of the accounts that are watched and became bad since: how bad they were when they were last read, and since when. */
  seenLevels: (accountIds: readonly string[]) =>
    database.run(async (db): Promise<ReadonlyMap<string, SeenLevel>> => {
      const { rows } = await sql<Pick<Tables['watched_accounts'], 'id' | 'state'>>`
        select watched_accounts.id, state from incidents
        join watched_accounts on watched_accounts.id = incidents.account_id
        where closed_at_ms is null and incidents.account_id in (${sql.join(accountIds)})`.execute(db);
      const levels = new Map<string, SeenLevel>();
      for (const row of rows) {
        const state = stateIn(row);
        if (state) levels.set(row.id, { level: state.level, startedAtMs: state.startedAtMs });
      }
      return levels;
    }),

  /** What is kept of an account, watched or not; of its days those from `first` to `last`. */
  record: (accountId: string, days: { readonly first: number; readonly last: number }) =>
    database.run(async (db): Promise<AccountRecord> => {
      const account = db.selectFrom('watched_accounts').select('state').where('id', '=', accountId);
      const row = await account.executeTakeFirst();
      const { rows: incidents } = await sql<Tables['incidents']>`
        select * from incidents where account_id = ${accountId}
        order by started_at_ms desc limit ${INCIDENTS_SHOWN}`.execute(db);
      return {
        isWatched: row !== undefined,
        state: row && stateIn(row),
        days: await readDays(db, accountId, days),
        incidents: incidents.map(toIncident),
      };
    }),

  ...createPressedAlerts(database, now),
});

const INCIDENTS_SHOWN = 5;
/** Nobody reads a list of more. */
const PLACES_SHOWN = 10;

async function beginWatch(db: Db, watch: NewWatch, nowMs: number): Promise<AddResult> {
  const { channelId, patterns = [], summary, baseline, person, terms } = watch;
  const accountIds = [...new Set(watch.accountIds)];
  const limit = await limitReached(db, channelId, accountIds.length, patterns.length);
  if (limit !== undefined) return { kind: 'limit-reached', limit };
  // What was said when the watch began got through: what is left is told again.
  await sql`
    insert into channels (id, team_id, due_at_ms, lease_until_ms, epoch, started_attempts)
    values (${channelId}, ${person.teamId}, 0, 0, 0, 0)
    on conflict (id) do update set broken = null, due_at_ms = ${nowMs}, lease_until_ms = 0
    where channels.broken is not null`.execute(db);
  if (accountIds.length > 0) {
    const accounts = accountIds.map((id) => ({ id, state: baseline.get(id), dueAtMs: nowMs }));
    for (const id of await insertAccounts(db, accounts)) {
      const state = baseline.get(id);
      if (state !== undefined) await addDays(db, id, [firstDay(state)]);
    }
    const key = { channel_id: channelId, created_at_ms: terms.createdAtMs };
    const columns = { ...askedColumns(watch), pattern: null };
    await db
      .insertInto('watches')
      // Other terms are no new watch: what is open and was not told yet still is.
      .values(accountIds.map((account_id) => ({ ...key, account_id, ...columns })))
      .onConflict((conflict) => conflict.columns(['channel_id', 'account_id']).doUpdateSet(columns))
      .execute();
  }
  for (const pattern of patterns) await writePattern(db, watch, pattern);
  await wakeCreators(db, channelId, nowMs);
  if (summary !== undefined) await setSchedule(db, channelId, summary, nowMs);
  return { kind: 'watched' };
}

/** The limit that these additional accounts and patterns would exceed. */
async function limitReached(db: Db, channelId: string, accounts: number, patterns: number) {
  const here = db.selectFrom('watches').where('channel_id', '=', channelId).where('pattern', 'is', null);
  const limits = [
    [patterns, db.selectFrom('watch_patterns'), PATTERNS_AT_MOST],
    [accounts, here, WATCHED_HERE_AT_MOST],
    [accounts, db.selectFrom('watched_accounts'), WATCHED_AT_MOST],
  ] as const;
  for (const [more, rows, limit] of limits) {
    if (more > 0 && (await countOf(rows)) + more > limit) return limit;
  }
  return undefined;
}

/** Where a person began to watch, sorted. */
async function readBegun(db: Db, userId: string): Promise<readonly string[]> {
  const { rows } = await sql<Pick<Tables['watches'], 'channel_id'>>`
    select channel_id from watches where user_id = ${userId}
    union select channel_id from watch_patterns where user_id = ${userId}
    order by channel_id limit ${PLACES_SHOWN}`.execute(db);
  return rows.map((row) => row.channel_id);
}

/** What is watched in a channel; undefined: nothing. */
async function readWatched(db: Db, channelId: string, nowMs: number): Promise<WatchedHere | undefined> {
  const place = db.selectFrom('channels').select(['broken', 'summary']).where('id', '=', channelId);
  const channel = await place.executeTakeFirst();
  type Watch = Tables['watches'] & Pick<Tables['watched_accounts'], 'state'>;
  type Incident = Pick<Tables['incidents'], 'owner_id' | 'owner_until_ms'> & { incident_id: string | null };
  const { rows } = await sql<Watch & Incident>`
    select watches.*, state, incidents.id as incident_id, owner_id, owner_until_ms
    from watches
    join watched_accounts on watched_accounts.id = watches.account_id
    left join incidents on incidents.account_id = watches.account_id and closed_at_ms is null
    where channel_id = ${channelId} and pattern is null
    order by watches.account_id`.execute(db);
  const patterns = await readPatterns(db, channelId);
  if (channel === undefined || rows.length + patterns.length === 0) return undefined;
  return {
    channelId,
    patterns: patterns.length > 0 ? patterns : undefined,
    broken: channel.broken ?? undefined,
    summary: planOf(channel),
    accounts: rows.map((row) => ({
      accountId: row.account_id,
      terms: toTerms(row),
      userId: row.user_id,
      state: stateIn(row),
      isSeen: row.incident_id !== null || undefined,
      ownerId: (row.owner_until_ms ?? 0) > nowMs ? (row.owner_id ?? undefined) : undefined,
    })),
  };
}
