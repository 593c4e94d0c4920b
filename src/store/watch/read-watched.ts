import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SeenLevel, WatchState } from '../../domain/watch/observe-reading.ts';
import type { SummaryPlan, SummarySchedule } from '../../domain/watch/summary-schedule.ts';
import type { AccountRecord, WatchedAccount, WatchedHere } from '../../domain/watch/watch-list.ts';
import type { Db } from '../tables.ts';
import { readDays } from './day-rows.ts';
import { stateIn, toIncident, toTerms } from './from-columns.ts';
import { readPatterns } from './pattern-rows.ts';

const INCIDENTS_SHOWN = 5;
/** Nobody reads a list of more. */
const PLACES_SHOWN = 10;

/** What is watched in these channels, then in the others in which that person began to watch. */
export async function readWatches(
  db: Db,
  channelIds: readonly string[],
  begunBy: string | undefined,
  nowMs: number,
): Promise<readonly WatchedHere[]> {
  const found: WatchedHere[] = [];
  const begun = begunBy === undefined ? [] : await readBegun(db, begunBy);
  for (const channelId of new Set([...channelIds, ...begun])) {
    const here = await readWatched(db, channelId, nowMs);
    if (here !== undefined) found.push(here);
    // Each may watch thousands.
    await nextTurn();
  }
  return found;
}

/** Where a person began to watch, sorted. */
async function readBegun(db: Db, userId: string): Promise<readonly string[]> {
  const begunIn = (table: 'watches' | 'watch_patterns') =>
    db.selectFrom(table).select('channel_id').where('user_id', '=', userId);
  const rows = await begunIn('watches')
    .union(begunIn('watch_patterns'))
    .orderBy('channel_id')
    .limit(PLACES_SHOWN)
    .execute();
  return rows.map((row) => row.channel_id);
}

/** What is watched in a channel; undefined: nothing. */
async function readWatched(db: Db, channelId: string, nowMs: number): Promise<WatchedHere | undefined> {
  const channel = await db
    .selectFrom('channels')
    .select(['broken', 'summary'])
    .where('id', '=', channelId)
    .executeTakeFirst();
  const rows = await db
    .selectFrom('watches')
    .innerJoin('watched_accounts', 'watched_accounts.id', 'watches.account_id')
    .leftJoin('incidents', (join) =>
      join.onRef('incidents.account_id', '=', 'watches.account_id').on('incidents.closed_at_ms', 'is', null),
    )
    .select(['watches.account_id', 'watches.tell_of', 'watches.zone', 'watches.created_at_ms'])
    .select(['watches.user_id', 'watched_accounts.state', 'incidents.id as incident_id'])
    .select(['incidents.owner_id', 'incidents.owner_until_ms'])
    .where('watches.channel_id', '=', channelId)
    .where('watches.pattern', 'is', null)
    .orderBy('watches.account_id')
    .execute();
  const patterns = await readPatterns(db, channelId);
  if (channel === undefined || rows.length + patterns.length === 0) return undefined;
  return {
    channelId,
    patterns: patterns.length > 0 ? patterns : undefined,
    broken: channel.broken ?? undefined,
    summary: channel.summary !== null ? scheduleOf(JSON.parse(channel.summary) as SummaryPlan) : undefined,
    accounts: rows.map((row): WatchedAccount => {
      const isOwned = (row.owner_until_ms ?? 0) > nowMs;
      return {
        accountId: row.account_id,
        terms: toTerms(row),
        userId: row.user_id,
        state: stateIn(row),
        isSeen: row.incident_id !== null || undefined,
        ownerId: isOwned ? (row.owner_id ?? undefined) : undefined,
      };
    }),
  };
}

const scheduleOf = ({ doneUntilMs: _done, toldAtMs: _told, ...schedule }: SummaryPlan): SummarySchedule =>
  schedule;

/** Of accounts that have an open incident: it began while they were watched. */
export async function readSeenLevels(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, SeenLevel>> {
  const rows = await db
    .selectFrom('incidents')
    .innerJoin('watched_accounts', 'watched_accounts.id', 'incidents.account_id')
    .select(['watched_accounts.id', 'watched_accounts.state'])
    .where('incidents.closed_at_ms', 'is', null)
    .where('incidents.account_id', 'in', accountIds)
    .execute();
  return new Map(
    rows.flatMap(({ id, state }): [string, SeenLevel][] => {
      if (state === null) return [];
      const { level, startedAtMs } = JSON.parse(state) as WatchState;
      return [[id, { level, startedAtMs }]];
    }),
  );
}

/** What is known of the past of an account, watched or not. */
export async function readRecord(
  db: Db,
  accountId: string,
  days: { readonly first: number; readonly last: number },
): Promise<AccountRecord> {
  const row = await db
    .selectFrom('watched_accounts')
    .select('state')
    .where('id', '=', accountId)
    .executeTakeFirst();
  const incidents = await db
    .selectFrom('incidents')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('started_at_ms', 'desc')
    .limit(INCIDENTS_SHOWN)
    .execute();
  return {
    isWatched: row !== undefined,
    state: row && stateIn(row),
    days: await readDays(db, accountId, days),
    incidents: incidents.map(toIncident),
  };
}
