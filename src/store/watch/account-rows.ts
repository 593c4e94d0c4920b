import { sql } from 'kysely';
import type { AccountsByLevel } from '../../watch/next-read.ts';
import type { FailedRead, WatchState } from '../../watch/observe-reading.ts';
import { isGoingOn } from '../../watch/posted.ts';
import { SILENT_AT_MOST_MS } from '../../watch/source-outage.ts';
import type { Baseline } from '../../watch/watch-list.ts';
import type { AccountClaim, AccountStep, Finished, WatchFigures } from '../../watch/watch-store.ts';
import type { Database } from '../database.ts';
import { COUNT, countOf, type Db } from '../tables.ts';
import { addChanges } from './change-rows.ts';
import { claimDue, finishDue, nextDue } from './claim-due.ts';
import { stateIn } from './from-columns.ts';
import { applyEvent } from './incident-rows.ts';
import { inPace, judgeSource, readOthers, readSource } from './source-row.ts';

/** What reads have to keep to. */
interface ReadLimits {
  /** How many may begin in a second, in all processes together. */
  readonly perSecond: number;
  /** Longer than one may take. */
  readonly leaseMs: number;
}

const UNHURRIED: ReadLimits = { perSecond: 1_000_000, leaseMs: 60_000 };

/** Accounts that are watched, as the engine reads them. One method is one transaction; every time is a parameter. */
export const createAccountRows = ({ run, transact }: Database) => ({
  /** Accounts that are due and fit into the pace, by id. Each is this process's own until its lease is over. */
  claimAccounts: async (
    nowMs: number,
    atMost: number,
    { perSecond, leaseMs } = UNHURRIED,
  ): Promise<readonly AccountClaim[]> => {
    const rows = await transact((db) =>
      inPace(db, nowMs, { atMost, perSecond }, async (count) => {
        if ((await readSilentUntil(db)) <= nowMs) await makeOneDue(db, nowMs);
        return await claimDue(db, 'watched_accounts', nowMs, count, leaseMs);
      }),
    );
    // `returning` has no order on PostgreSQL.
    const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    return sorted.map((row) => ({
      accountId: row.id,
      epoch: row.epoch,
      known: stateIn(row),
      failingSinceMs: row.failing_since_ms ?? undefined,
    }));
  },

  /** When the next account is due and may be read, epoch milliseconds; Infinity: nothing is watched. */
  nextReadAtMs: () =>
    run(async (db) => {
      const pace = db.selectFrom('watch_source').select('next_read_at_ms');
      const { next_read_at_ms } = await pace.executeTakeFirstOrThrow();
      const dueAtMs = await nextDue(db, 'watched_accounts');
      if (dueAtMs === Number.POSITIVE_INFINITY) return dueAtMs;
      return Math.max(Math.min(dueAtMs, await readSilentUntil(db)), next_read_at_ms);
    }),

  /**
   * Notes that a claimed account has given an answer, or a failure in its place, and what that says of the service.
   * Resolves with the last outage of the service.
   */
  noteRead: (
    { accountId: id, epoch, failingSinceMs }: AccountClaim,
    failure: FailedRead | undefined,
    nowMs: number,
  ) =>
    transact(async (db) => {
      const failing_since_ms = failure === undefined ? null : (failingSinceMs ?? nowMs);
      const columns = { read_at_ms: nowMs, failing_since_ms };
      const account = db.updateTable('watched_accounts').set(columns);
      await account.where('id', '=', id).where('epoch', '=', epoch).execute();
      const outage = await judgeSource(db, failure, nowMs);
      // One that fails for ever must not keep asking for the others.
      const isFirst = failure !== undefined && failingSinceMs === undefined;
      if (isFirst && !isGoingOn(outage)) await readOthers(db, nowMs);
      return outage;
    }),

  /** Writes down what a read makes of a claimed account, its incident, and that the channels which watch it are due. */
  commitReading: (
    { accountId: id, epoch }: AccountClaim,
    { state, dueAtMs, changes, event }: AccountStep,
    nowMs: number,
  ): Promise<Finished> =>
    transact(async (db) => {
      const columns = { state: JSON.stringify(state), level: state.level };
      const finished = await finishDue(db, 'watched_accounts', { id, epoch, dueAtMs }, columns);
      if (finished === 'lost') return finished;
      await addChanges(db, id, changes);
      if (event !== undefined) await applyEvent(db, id, event, nowMs);
      return finished;
    }),

  /** Nothing is known of the account, and it is due again then. */
  postpone: ({ accountId: id, epoch }: AccountClaim, dueAtMs: number): Promise<Finished> =>
    transact((db) => finishDue(db, 'watched_accounts', { id, epoch, dueAtMs })),

  /** What is known of accounts whose ids come after `afterId` ('': all do), in the order of ids. Of one never read, nothing is. */
  readStates: (afterId: string, atMost: number) =>
    run(async (db): Promise<readonly { readonly accountId: string; readonly state?: WatchState }[]> => {
      const states = db.selectFrom('watched_accounts').select(['id', 'state']).where('id', '>', afterId);
      const rows = await states.orderBy('id').limit(atMost).execute();
      return rows.map((row) => ({ accountId: row.id, state: stateIn(row) }));
    }),

  countByLevel: () => run(countByLevel),

  /** What operators see. */
  figures: (nowMs: number) =>
    run(async (db): Promise<WatchFigures> => {
      const accountAtMs = await nextDue(db, 'watched_accounts');
      const channelAtMs = await nextDue(db, 'channels');
      const { outage, aliveAtMs } = await readSource(db);
      const levels = await countByLevel(db);
      const broken = db.selectFrom('channels').where('broken', 'is not', null);
      const watched = db.selectFrom('watches').select('channel_id');
      const brokenChannels = await countOf(broken.where('id', 'in', watched));
      return {
        accounts: Object.values(levels).reduce((sum, count) => sum + count, 0),
        levels,
        brokenChannels,
        lateMs: nowMs - Math.min(accountAtMs, channelAtMs, nowMs),
        outageSinceMs: isGoingOn(outage) ? outage.sinceMs : undefined,
        aliveAtMs,
      };
    }),
});

/** What the first read makes of an account, unless it was read before. */
export async function writeFirst(
  db: Db,
  id: string,
  { state, changes, event }: Baseline,
  nowMs: number,
): Promise<void> {
  const unread = db.updateTable('watched_accounts').set({ state: JSON.stringify(state), level: state.level });
  const written = await unread.where('id', '=', id).where('state', 'is', null).executeTakeFirstOrThrow();
  if (written.numUpdatedRows === 0n) return;
  await addChanges(db, id, changes);
  if (event !== undefined) await applyEvent(db, id, event, nowMs);
}

/** When one has to be read though none is due. */
async function readSilentUntil(db: Db): Promise<number> {
  const newest = db.selectFrom('watched_accounts').select('read_at_ms').where('read_at_ms', 'is not', null);
  const row = await newest.orderBy('read_at_ms', 'desc').limit(1).executeTakeFirst();
  return (row?.read_at_ms ?? Number.POSITIVE_INFINITY) + SILENT_AT_MOST_MS;
}

const makeOneDue = (db: Db, nowMs: number) =>
  sql`
  update watched_accounts set due_at_ms = ${nowMs} where id = (
    select id from watched_accounts where due_at_ms is not null and lease_until_ms <= ${nowMs}
    order by due_at_ms, id limit 1) and due_at_ms > ${nowMs}`.execute(db);

/** How many accounts are at each level. One that was not read yet is unknown. */
async function countByLevel(db: Db): Promise<AccountsByLevel> {
  const levels = { critical: 0, attention: 0, unknown: 0, healthy: 0 };
  const rows = await db.selectFrom('watched_accounts').select(['level', COUNT]).groupBy('level').execute();
  for (const { level, count } of rows) levels[level ?? 'unknown'] += count;
  return levels;
}
