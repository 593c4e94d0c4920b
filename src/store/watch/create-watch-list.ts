import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { isSeen } from '../../watch/incident.ts';
import { isPrefix } from '../../watch/patterns.ts';
import type { SummarySchedule } from '../../watch/summary-schedule.ts';
import type { AccountRecord, NewWatch, Watched, WatchedHere, WatchRow } from '../../watch/watch-list.ts';
import type { Database } from '../database.ts';
import type { Db, Tables } from '../tables.ts';
import { writeFirst } from './account-rows.ts';
import { readChanges, readGaps } from './change-rows.ts';
import { readBroken } from './channel-rows.ts';
import { wakeChannels } from './claim-due.ts';
import { coveredBy, lockList, schedule, scheduleAll, watchesOf } from './coverage.ts';
import { stateIn, toIncident, toTerms } from './from-columns.ts';
import { createHands } from './hands.ts';
import { addNotice, beginStopped, type Stop } from './notice-rows.ts';
import { planOf, readOverview, readPlan, setSchedule, writePlan } from './summary-rows.ts';
import { readWorkspace } from './workspace-rows.ts';

/** The watches, as people make and see them. Rejects with a StoreError when the database does not answer. */
export const createWatchList = (database: Database, now: () => number) => ({
  /**
   * Begins to watch. What is watched here already gets the new terms. An account that nobody watched before is read at once,
   * unless it was just now.
   */
  add: async (watch: NewWatch): Promise<void> => {
    await database.transact((db) => beginWatch(db, watch, now()));
    if (watch.patterns.some(isPrefix)) await scheduleAll(database, now);
  },

  /** Stops it, and with the last one the summary. The channel reads who did it. Resolves with what was watched here. */
  remove: async (
    channelId: string,
    patterns: readonly string[],
    userId: string,
  ): Promise<readonly string[]> => {
    const stop = { channelId, userId, nowMs: now() };
    const removed = await database.transact((db) => endWatches(db, stop, patterns));
    if (removed.some(isPrefix)) await scheduleAll(database, now);
    return removed;
  },

  /** Resolves with whether a summary came here by itself; none does any more, and the channel reads who did it. */
  stopSummary: (channelId: string, userId: string) =>
    database.transact((db) => stopSummary(db, { channelId, userId, nowMs: now() })),

  /** A summary comes here by this schedule from now on; the channel reads who did it. */
  setSummary: (channelId: string, schedule: SummarySchedule, userId: string) =>
    database.transact(async (db) => {
      const nowMs = now();
      await setSchedule(db, channelId, schedule, nowMs);
      if (userId !== channelId)
        await addNotice(db, channelId, { kind: 'scheduled', userId, schedule }, nowMs);
    }),

  /** To be called after the list has changed. Resolves with how many accounts are watched that were not before. */
  followList: () => scheduleAll(database, now),

  /** How all that is watched is now. A channel's since its last summary, a person's since a day. */
  overview: (of: Watched) => database.run((db) => readOverview(db, of, now())),

  /** All that is watched in the workspace, and these accounts first. */
  workspace: (accountIds: readonly string[]) => database.run((db) => readWorkspace(db, accountIds, now())),

  /**
   * What is watched in these channels, then in the others in which that person began to watch. Channels
   * in which nothing is watched are left out.
   */
  list: (channelIds: readonly string[], begunBy?: string) =>
    database.run(async (db): Promise<readonly WatchedHere[]> => {
      const found: WatchedHere[] = [];
      const begun = begunBy === undefined ? [] : await readBegun(db, begunBy);
      for (const channelId of new Set([...channelIds, ...begun])) {
        const here = await readWatched(db, channelId);
        if (here !== undefined) found.push(here);
        // Each may watch thousands.
        await nextTurn();
      }
      return found;
    }),

  /** Places that take nothing, and in which that person began to watch: channels, or their direct messages. */
  broken: (userId: string) => database.run((db) => readBroken(db, userId)),

  /** What is kept of an account, watched or not. */
  record: (accountId: string) =>
    database.run(async (db): Promise<AccountRecord> => {
      const account = db.selectFrom('watched_accounts').select('state').where('id', '=', accountId);
      const row = await account.executeTakeFirst();
      return {
        isWatched: row !== undefined,
        state: row && stateIn(row),
        changes: await readChanges(db, accountId),
        gaps: await readGaps(db),
      };
    }),

  ...createHands(database, now),
});

/** Nobody reads a list of more. */
const PLACES_SHOWN = 10;

async function beginWatch(db: Db, watch: NewWatch, nowMs: number): Promise<void> {
  await lockList(db);
  const { channelId, person, terms, baseline = [], summary } = watch;
  const patterns = [...new Set(watch.patterns)];
  // What was said when the watch began got through: what is left is told again.
  await sql`
    insert into channels (id, team_id, due_at_ms, lease_until_ms, epoch, started_attempts)
    values (${channelId}, ${person.teamId}, ${nowMs}, 0, 0, 0)
    on conflict (id) do update set broken = null, due_at_ms = ${nowMs}, lease_until_ms = 0
    where channels.broken is not null`.execute(db);
  if (patterns.length > 0) {
    const asked = { channel_id: channelId, user_id: person.userId, zone: terms.zone, tell_of: terms.tellOf };
    const columns = { ...asked, created_at_ms: terms.createdAtMs, widened_at_ms: null };
    await db
      .insertInto('watches')
      .values(patterns.map((pattern) => ({ pattern, ...columns })))
      // Other terms are no new watch: what is open and was not told yet still is.
      .onConflict((conflict) =>
        conflict.columns(['channel_id', 'pattern']).doUpdateSet({
          ...asked,
          widened_at_ms: sql`case when watches.tell_of = 'critical' and excluded.tell_of = 'attention'
            then excluded.created_at_ms else watches.widened_at_ms end`,
        }),
      )
      .execute();
  }
  await schedule(db, patterns.filter(isAccount), nowMs);
  for (const [id, first] of baseline) await writeFirst(db, id, first, nowMs);
  if (summary !== undefined) await setSchedule(db, channelId, summary, nowMs);
}

const isAccount = (pattern: string) => !isPrefix(pattern);

/** Resolves with those of the patterns that were watched there. */
async function endWatches(db: Db, stop: Stop, patterns: readonly string[]): Promise<readonly string[]> {
  const { channelId, nowMs } = stop;
  await lockList(db);
  const { rows } = await sql<Pick<Tables['watches'], 'pattern'>>`
    delete from watches where channel_id = ${channelId} and pattern in (${sql.join(patterns)})
    returning pattern`.execute(db);
  const ended = new Set(rows.map(({ pattern }) => pattern));
  const removed = patterns.filter((pattern) => ended.has(pattern));
  if (removed.length > 0) await beginStopped(db, stop, 'accounts', removed);
  await schedule(db, removed.filter(isAccount), nowMs);
  if ((await watchesOf(db, channelId)).length === 0) await writePlan(db, channelId, undefined);
  await wakeChannels(db, nowMs, sql`${channelId}`);
  return removed;
}

/** Resolves with whether there was one. */
async function stopSummary(db: Db, stop: Stop): Promise<boolean> {
  const { channelId, nowMs } = stop;
  const hadOne = (await readPlan(db, channelId)) !== undefined;
  await writePlan(db, channelId, undefined);
  if (hadOne) await beginStopped(db, stop, 'summary', []);
  await wakeChannels(db, nowMs, sql`${channelId}`);
  return hadOne;
}

/** Where a person began to watch, sorted. */
async function readBegun(db: Db, userId: string): Promise<readonly string[]> {
  const places = db.selectFrom('watches').select('channel_id').distinct().where('user_id', '=', userId);
  const rows = await places.orderBy('channel_id').limit(PLACES_SHOWN).execute();
  return rows.map((row) => row.channel_id);
}

/** What is watched in a channel; undefined: nothing. */
async function readWatched(db: Db, channelId: string): Promise<WatchedHere | undefined> {
  const place = db.selectFrom('channels').select(['broken', 'summary']).where('id', '=', channelId);
  const channel = await place.executeTakeFirst();
  const rows = (await watchesOf(db, channelId)).toSorted(
    (one, other) =>
      Number(isAccount(one.pattern)) - Number(isAccount(other.pattern)) ||
      (one.pattern < other.pattern ? -1 : 1),
  );
  if (channel === undefined || rows.length === 0) return undefined;
  const accounts = await readAccounts(db, rows.map(({ pattern }) => pattern).filter(isAccount));
  const watches: WatchRow[] = [];
  for (const row of rows) {
    const { pattern } = row;
    const found = accounts.get(pattern) ?? { ...(await countCovered(db, pattern)), isSeen: false };
    watches.push({ pattern, terms: toTerms(row), ...found });
    if (isPrefix(pattern)) await nextTurn();
  }
  return { channelId, broken: channel.broken ?? undefined, summary: planOf(channel), watches };
}

async function countCovered(db: Db, pattern: string) {
  type Counts = Pick<WatchRow, 'accountCount' | 'badCount'>;
  const { rows } = await sql<Counts>`
    select count(*) as "accountCount",
      count(case when level in ('critical', 'attention') then 1 end) as "badCount"
    from watched_accounts where ${coveredBy([pattern], sql`id`)}`.execute(db);
  return rows[0] as Counts;
}

async function readAccounts(db: Db, ids: readonly string[]) {
  type Row = Tables['incidents'] & Pick<Tables['watched_accounts'], 'state'> & { readonly watched: string };
  const { rows } = await sql<Row>`
    select incidents.*, watched_accounts.id as watched, state
    from watched_accounts
    left join incidents on account_id = watched_accounts.id and closed_at_ms is null
    where ${coveredBy(ids, sql`watched_accounts.id`)}`.execute(db);
  return new Map(
    rows.map((row) => {
      const state = stateIn(row);
      // All columns of an incident are there, or none.
      const incident = row.id === null ? undefined : toIncident(row);
      return [row.watched, { accountCount: 1, badCount: 0, state, isSeen: isSeen(incident) }] as const;
    }),
  );
}
