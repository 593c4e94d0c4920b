import { setImmediate as nextTurn } from 'node:timers/promises';
import { firstDay } from '../../domain/history/account-days.ts';
import { isSlackId } from '../../domain/slack-id.ts';
import type { SeenLevel, WatchState } from '../../domain/watch/observe-reading.ts';
import type { SummaryPlan, SummarySchedule } from '../../domain/watch/summary-schedule.ts';
import type { Told } from '../../domain/watch/told.ts';
import {
  type AccountRecord,
  type AddResult,
  type AlertRecord,
  type NewWatch,
  PATTERNS_AT_MOST,
  type PressedMessage,
  type TakeResult,
  WATCHED_AT_MOST,
  WATCHED_HERE_AT_MOST,
  type WatchedAccount,
  type WatchedHere,
  type WatchList,
} from '../../domain/watch/watch-list.ts';
import type { Database } from '../database.ts';
import type { Db } from '../tables.ts';
import { insertAccounts } from './account-rows.ts';
import { readBroken, wakeCreators } from './channel-rows.ts';
import { UNCLAIMED, wakeChannels } from './claim-due.ts';
import { addDays, readDays } from './day-rows.ts';
import { endWatches, removeAccounts, stopSummary } from './end-watch.ts';
import { stateIn, toIncident, toTerms } from './from-columns.ts';
import { readIncidents, takeIncidents } from './incident-rows.ts';
import { askedColumns, followPatterns, readPatterns, removePattern, writePattern } from './pattern-rows.ts';
import { readOverview, setSchedule } from './summary-rows.ts';

/** What people ask for and see. */
export function createWatchList(database: Database, now: () => number): WatchList {
  const { run, transact } = database;
  return {
    add: (watch) => transact((db) => beginWatch(db, watch, now())),
    remove: (channelId, accountIds, userId) =>
      transact((db) => {
        const stop = { channelId, userId, nowMs: now() };
        return endWatches(db, stop, () => removeAccounts(db, stop, accountIds));
      }),
    removePattern: (channelId, pattern, userId) =>
      transact((db) => {
        const stop = { channelId, userId, nowMs: now() };
        return endWatches(db, stop, () => removePattern(db, stop, pattern));
      }),
    followPatterns: () => followPatterns(database, now),
    stopSummary: (channelId, userId) =>
      transact((db) => stopSummary(db, { channelId, userId, nowMs: now() })),
    overview: (of) => run((db) => readOverview(db, of, now())),
    list: (channelIds, begunBy) => run((db) => readWatches(db, channelIds, begunBy, now())),
    broken: (userId) => run((db) => readBroken(db, userId)),
    seenLevels: (accountIds) => run((db) => readSeenLevels(db, accountIds)),
    record: (accountId, days) => run((db) => readRecord(db, accountId, days)),
    adopt: (pressed, userId) => transact((db) => adoptMessage(db, pressed, userId, now())),
    alert: (pressed) => run((db) => readAlert(db, pressed)),
    take: (pressed, userId) => transact((db) => takeAlert(db, pressed, userId, now())),
  };
}

/** Begins to watch, unless that would be too many. */
async function beginWatch(db: Db, watch: NewWatch, nowMs: number): Promise<AddResult> {
  const limit = await limitReached(db, watch);
  if (limit !== undefined) return { kind: 'limit-reached', limit };
  const { channelId, accountIds, patterns = [], summary } = watch;
  await addChannel(db, watch, nowMs);
  for (const accountId of accountIds) await addAccount(db, watch, accountId, nowMs);
  for (const pattern of patterns) await writePattern(db, watch, pattern);
  await wakeCreators(db, channelId, nowMs);
  if (summary !== undefined) await setSchedule(db, channelId, summary, nowMs);
  return { kind: 'watched' };
}

/** The limit that the watch would go over. */
async function limitReached(
  db: Db,
  { channelId, accountIds, patterns = [] }: NewWatch,
): Promise<number | undefined> {
  const { here, followed, all } = await db
    .selectNoFrom(({ fn, selectFrom }) => {
      const count = fn.countAll<number>().as('count');
      const named = selectFrom('watches').where('channel_id', '=', channelId).where('pattern', 'is', null);
      return [
        named.select(count).as('here'),
        selectFrom('watch_patterns').select(count).as('followed'),
        selectFrom('watched_accounts').select(count).as('all'),
      ];
    })
    .executeTakeFirstOrThrow();
  if (patterns.length > 0 && Number(followed) + patterns.length > PATTERNS_AT_MOST) return PATTERNS_AT_MOST;
  if (Number(here) + accountIds.length > WATCHED_HERE_AT_MOST) return WATCHED_HERE_AT_MOST;
  const isFull = accountIds.length > 0 && Number(all) + accountIds.length > WATCHED_AT_MOST;
  return isFull ? WATCHED_AT_MOST : undefined;
}

async function addChannel(db: Db, { channelId, person }: NewWatch, nowMs: number): Promise<void> {
  const id = channelId;
  const team_id = person.teamId;
  // What was said when the watch began got through: what is left is told again.
  const unbroken = { broken: null, due_at_ms: nowMs, lease_until_ms: 0 };
  await db
    .insertInto('channels')
    .values({ id, team_id, broken: null, summary: null, due_at_ms: 0, ...UNCLAIMED })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(unbroken).where('channels.broken', 'is not', null),
    )
    .execute();
}

async function addAccount(db: Db, watch: NewWatch, accountId: string, nowMs: number): Promise<void> {
  const state = watch.baseline.get(accountId);
  const id = accountId;
  const isNew = (await insertAccounts(db, [{ id, state, dueAtMs: nowMs }])) === 1;
  if (isNew && state !== undefined) await addDays(db, id, [firstDay(state)]);
  const columns = { ...askedColumns(watch), pattern: null };
  const { channelId: channel_id, terms } = watch;
  await db
    .insertInto('watches')
    // Other terms are no new watch: what is open and was not told yet still is.
    .values({ channel_id, account_id: id, created_at_ms: terms.createdAtMs, ...columns })
    .onConflict((conflict) => conflict.columns(['channel_id', 'account_id']).doUpdateSet(columns))
    .execute();
}

const INCIDENTS_SHOWN = 5;
/** Nobody reads a list of more. */
const PLACES_SHOWN = 10;

/** What is watched in these channels, then in the others in which that person began to watch. */
async function readWatches(
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
async function readSeenLevels(
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
async function readRecord(
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

/**
 * A message whose answer was lost may stand in its channel twice under one key. Of the known one and the one that is pressed
 * on the older stays, with what people wrote under it. Resolves with the `ts` of the younger one; undefined: there is none.
 */
async function adoptMessage(
  db: Db,
  { id = '', channelId, ts }: PressedMessage,
  userId: string,
  nowMs: number,
): Promise<string | undefined> {
  // Direct messages with a person have an id of their own, which is not known before the answer.
  const toldTo = isSlackId('direct', channelId) ? userId : channelId;
  const known = await db
    .updateTable('messages')
    // Nobody else's to change until the transaction is over.
    .set({ id })
    .where('id', '=', id)
    .where('ts', 'is distinct from', ts)
    .where((eb) =>
      eb.or([
        eb('posted_in', '=', channelId),
        eb.and([eb('posted_in', 'is', null), eb('channel_id', '=', toldTo)]),
      ]),
    )
    .returning(['channel_id', 'ts'])
    .executeTakeFirst();
  if (known === undefined) return undefined;
  const isOlder = known.ts === null || Number(ts) < Number(known.ts);
  if (!isOlder) return ts;
  await db
    .updateTable('messages')
    .set({ ts, posted_in: channelId, is_outdated: 1, is_over: 0 })
    .where('id', '=', id)
    .execute();
  await wakeChannels(db, nowMs, { channelId: known.channel_id });
  return known.ts ?? undefined;
}

/** What an alert says that somebody pressed on, and the channel or person it was told to; undefined: it is none of ours. */
async function findAlert(
  db: Db,
  { id = '', channelId, ts }: PressedMessage,
): Promise<{ readonly toldTo: string; readonly told: AlertRecord['told'] } | undefined> {
  const row = await db
    .selectFrom('messages')
    .select(['channel_id', 'told'])
    .where('posted_in', '=', channelId)
    // By its key too: of a message that was posted twice only one is known by its place.
    .where((eb) => eb.or([eb('ts', '=', ts), eb('id', '=', id)]))
    .executeTakeFirst();
  const told = row && (JSON.parse(row.told) as Told);
  return told?.kind === 'alert' ? { toldTo: row?.channel_id ?? '', told } : undefined;
}

/** The same with its incidents, those of accounts that are watched there. */
async function readAlert(db: Db, pressed: PressedMessage): Promise<AlertRecord | undefined> {
  const found = await findAlert(db, pressed);
  if (found === undefined) return undefined;
  const { toldTo, told } = found;
  return { told, incidents: await readIncidents(db, toldTo, [{ told }]) };
}

/** Somebody takes over what an alert names that is still open. */
async function takeAlert(
  db: Db,
  pressed: PressedMessage,
  userId: string,
  nowMs: number,
): Promise<TakeResult> {
  const found = await findAlert(db, pressed);
  if (found === undefined) return { kind: 'unknown-message' };
  const incidentIds = found.told.rows.map(({ incidentId }) => incidentId);
  const accountIds = await takeIncidents(db, incidentIds, userId, nowMs);
  return accountIds.length === 0 ? { kind: 'nothing-open' } : { kind: 'taken', accountIds };
}
