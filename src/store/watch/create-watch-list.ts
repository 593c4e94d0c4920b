import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { inPieces } from '../../async/in-pieces.ts';
import { firstDay } from '../../domain/history/account-days.ts';
import { type Incident, ownerFrom } from '../../domain/watch/incident.ts';
import {
  type NewWatch,
  PATTERNS_AT_MOST,
  WATCHED_AT_MOST,
  WATCHED_HERE_AT_MOST,
  type WatchedHere,
  type WatchList,
} from '../../domain/watch/watch-list.ts';
import { checkedText } from '../checked-text.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import type { Tables } from '../tables.ts';
import { readBroken, wakeCreators } from './channel-rows.ts';
import { wakeChannels } from './claim-due.ts';
import { addDays } from './day-rows.ts';
import { followPatterns, forgetUnwatched, removePattern, writePattern } from './pattern-rows.ts';
import { adoptMessage, findAlert, readAlert } from './pressed-message.ts';
import { readBegun, readRecord, readSeenLevels, readWatched } from './read-watched.ts';
import { readOverview, setSchedule, writePlan } from './summary-rows.ts';

/** An alert may name thousands; few enough that others are served in between. */
const TAKEN_AT_ONCE = 200;

export interface WatchListDeps {
  readonly database: GuardedDatabase;
  readonly now: () => number;
}

export function createWatchList({ database, now }: WatchListDeps): WatchList {
  return {
    add: (watch) =>
      database.transact(async (db) => {
        const limit = await limitReached(db, watch);
        if (limit !== undefined) return { kind: 'limit-reached', limit };
        await addChannel(db, watch, now());
        for (const accountId of watch.accountIds) await addAccount(db, watch, accountId, now());
        for (const pattern of watch.patterns ?? []) await writePattern(db, patternRow(watch, pattern));
        await wakeCreators(db, watch.channelId, now());
        if (watch.summary !== undefined) await setSchedule(db, watch.channelId, watch.summary, now());
        return { kind: 'watched' };
      }),

    remove: (channelId, accountIds) =>
      database.transact(async (db) => {
        const removed: string[] = [];
        await wakeCreators(db, channelId, now());
        for (const accountId of accountIds) {
          const { numDeletedRows } = await db
            .deleteFrom('watches')
            .where('channel_id', '=', channelId)
            .where('account_id', '=', accountId)
            .executeTakeFirstOrThrow();
          if (numDeletedRows === 0n) continue;
          removed.push(accountId);
        }
        await forgetUnwatched(db, removed);
        await endIfEmpty(db, channelId);
        await wakeChannels(db, now(), { channelId });
        return removed;
      }),

    removePattern: (channelId, pattern) =>
      database.transact(async (db) => {
        await wakeCreators(db, channelId, now());
        const covered = await removePattern(db, channelId, pattern);
        await endIfEmpty(db, channelId);
        await wakeChannels(db, now(), { channelId });
        return covered;
      }),

    followPatterns: () => followPatterns(database, now),

    stopSummary: (channelId) => database.transact((db) => writePlan(db, channelId, undefined)),

    overview: (of) => database.read((db) => readOverview(db, of, now())),

    list: (channelIds, begunBy) =>
      database.read(async (db) => {
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

    broken: (userId) => database.read((db) => readBroken(db, userId)),

    seenLevels: (accountIds) => database.read((db) => readSeenLevels(db, accountIds)),

    record: (accountId, days) => database.read((db) => readRecord(db, accountId, days)),

    adopt: (pressed, userId) => database.transact((db) => adoptMessage(db, pressed, userId, now())),

    alert: (pressed) => database.read((db) => readAlert(db, pressed)),

    take: (pressed, userId) =>
      database.transact(async (db) => {
        const found = await findAlert(db, pressed);
        if (found === undefined) return { kind: 'unknown-message' };
        const accountIds = await takeIncidents(
          db,
          found.told.rows.map(({ incidentId }) => incidentId),
          ownerFrom(userId, now()),
          now(),
        );
        return accountIds.length === 0
          ? { kind: 'nothing-open' }
          : { kind: 'taken', accountIds: accountIds.toSorted() };
      }),
  };
}

async function addChannel(db: Kysely<Tables>, { channelId, person }: NewWatch, nowMs: number): Promise<void> {
  // What was said when the watch began got through: what is left is told again.
  const unbroken = { broken: null, due_at_ms: nowMs, lease_until_ms: 0 };
  await db
    .insertInto('channels')
    .values({
      id: checkedText('a channel id', channelId),
      team_id: checkedText('a team id', person.teamId),
      broken: null,
      summary: null,
      due_at_ms: 0,
      lease_until_ms: 0,
      epoch: 0,
      started_attempts: 0,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(unbroken).where('channels.broken', 'is not', null),
    )
    .execute();
}

/** The limit that the watch would go over. */
async function limitReached(
  db: Kysely<Tables>,
  { channelId, accountIds, patterns = [] }: NewWatch,
): Promise<number | undefined> {
  const { here, all, followed } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('watches')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('channel_id', '=', channelId)
        .where('pattern', 'is', null)
        .as('here'),
      eb
        .selectFrom('watch_patterns')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('followed'),
      eb
        .selectFrom('watched_accounts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('all'),
    ])
    .executeTakeFirstOrThrow();
  if (patterns.length > 0 && Number(followed) + patterns.length > PATTERNS_AT_MOST) return PATTERNS_AT_MOST;
  if (Number(here) + accountIds.length > WATCHED_HERE_AT_MOST) return WATCHED_HERE_AT_MOST;
  return accountIds.length > 0 && Number(all) + accountIds.length > WATCHED_AT_MOST
    ? WATCHED_AT_MOST
    : undefined;
}

async function addAccount(
  db: Kysely<Tables>,
  { channelId, person, terms, baseline }: NewWatch,
  accountId: string,
  nowMs: number,
): Promise<void> {
  const state = baseline.get(accountId);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('watched_accounts')
    .values({
      id: checkedText('an account id', accountId),
      state: state === undefined ? null : JSON.stringify(state),
      level: state?.level ?? null,
      due_at_ms: nowMs,
      lease_until_ms: 0,
      epoch: 0,
      started_attempts: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  const isNew = numInsertedOrUpdatedRows === 1n;
  if (isNew && state !== undefined) await addDays(db, accountId, [firstDay(state)]);
  const columns = {
    user_id: checkedText('a user id', person.userId),
    tell_of: terms.tellOf,
    zone: terms.zone,
    pattern: null,
  };
  await db
    .insertInto('watches')
    // Other terms are no new watch: what is open and was not told yet still is.
    .values({
      channel_id: channelId,
      account_id: accountId,
      created_at_ms: terms.createdAtMs,
      ...columns,
    })
    .onConflict((conflict) => conflict.columns(['channel_id', 'account_id']).doUpdateSet(columns))
    .execute();
}

/** With the last watch the summary ends. */
async function endIfEmpty(db: Kysely<Tables>, channelId: string): Promise<void> {
  for (const table of ['watches', 'watch_patterns'] as const) {
    const left = await db
      .selectFrom(table)
      .select('channel_id')
      .where('channel_id', '=', channelId)
      .executeTakeFirst();
    if (left !== undefined) return;
  }
  await writePlan(db, channelId, undefined);
}

const patternRow = ({ channelId, person, terms }: NewWatch, pattern: string): Tables['watch_patterns'] => ({
  channel_id: channelId,
  pattern: checkedText('an account id', pattern),
  user_id: checkedText('a user id', person.userId),
  tell_of: terms.tellOf,
  zone: terms.zone,
  created_at_ms: terms.createdAtMs,
});

/** Those of the incidents that are still open; their accounts. */
async function takeIncidents(
  db: Kysely<Tables>,
  incidentIds: readonly string[],
  { userId, untilMs }: NonNullable<Incident['owner']>,
  nowMs: number,
): Promise<readonly string[]> {
  const taken: string[] = [];
  for await (const ids of inPieces(incidentIds, TAKEN_AT_ONCE)) {
    const rows = await db
      .updateTable('incidents')
      .set({ owner_id: userId, owner_until_ms: untilMs })
      .where('id', 'in', ids)
      .where('closed_at_ms', 'is', null)
      .returning('account_id')
      .execute();
    const accountIds = rows.map(({ account_id }) => account_id);
    if (accountIds.length > 0) await wakeChannels(db, nowMs, { accountIds });
    taken.push(...accountIds);
  }
  return taken;
}
