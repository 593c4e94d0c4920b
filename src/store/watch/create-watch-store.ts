import type { Kysely } from 'kysely';
import { nextIncident } from '../../domain/watch/incident.ts';
import type { AccountsByLevel } from '../../domain/watch/next-read.ts';
import type { WatchState } from '../../domain/watch/observe-reading.ts';
import type { AccountClaim, Finished, SourceRecord, WatchStore } from '../../domain/watch/watch-store.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import type { Tables } from '../tables.ts';
import { applyStep, readChannel, toldColumns } from './channel-rows.ts';
import { claimDue, finishDue, makeAllDue, nextDue, wakeChannels } from './claim-due.ts';
import { addDays, removeDaysBefore } from './day-rows.ts';
import { lockOpen, writeIncident } from './incident-rows.ts';
import { changeSource, readSource } from './source-row.ts';
import { finishSummary } from './summary-rows.ts';

/** One transaction removes no more, so that nobody waits for it. */
const FORGOTTEN_AT_ONCE = 1_000;

/** What the engine reads and writes. JSON in it was written by this program, or an older version of it. */
export function createWatchStore({ database }: { readonly database: GuardedDatabase }): WatchStore {
  return {
    async claimAccounts(nowMs, atMost) {
      const claimed = await database.transact((db) => claimDue(db, 'watched_accounts', nowMs, atMost));
      // `returning` has no order on PostgreSQL.
      return claimed
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .map(({ id, epoch, started_attempts, state }) => ({
          accountId: id,
          epoch,
          startedAttempts: started_attempts,
          ...(state !== null && { known: JSON.parse(state) as WatchState }),
        }));
    },

    commitReading: (claim, { state, dueAtMs, days, event }, nowMs) =>
      database.transact(async (db) => {
        const due = { dueAtMs, rests: false };
        const columns = { state: JSON.stringify(state), level: state.level };
        const isHeld = await finishDue(db, 'watched_accounts', keyOf(claim), due, columns);
        if (isHeld) await addDays(db, claim.accountId, days);
        if (!isHeld || event === undefined) return finished(isHeld);
        const open = await lockOpen(db, claim.accountId);
        const next = nextIncident(open, event, nowMs);
        if (next !== undefined) await writeIncident(db, claim.accountId, open?.id, next, nowMs);
        await wakeChannels(db, nowMs, { accountIds: [claim.accountId] });
        return 'done';
      }),

    forgetOld: ({ day, closedBeforeMs, postedBeforeMs }) =>
      database.transact(async (db) => {
        await db
          .deleteFrom('messages')
          .where('is_over', '=', 1)
          .where('posted_at_ms', '<', postedBeforeMs)
          .execute();
        const old = await db
          .deleteFrom('incidents')
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('incidents')
              .select('id')
              .where('closed_at_ms', '<', closedBeforeMs)
              .limit(FORGOTTEN_AT_ONCE),
          )
          .executeTakeFirstOrThrow();
        const days = await removeDaysBefore(db, day, FORGOTTEN_AT_ONCE);
        return Math.max(days, Number(old.numDeletedRows)) === FORGOTTEN_AT_ONCE;
      }),

    postpone: (claim, dueAtMs) =>
      database.transact(async (db) =>
        finished(await finishDue(db, 'watched_accounts', keyOf(claim), { dueAtMs, rests: false })),
      ),

    claimChannel: (nowMs) =>
      database.transact(async (db) => {
        const [row] = await claimDue(db, 'channels', nowMs, 1);
        return row && (await readChannel(db, row, nowMs));
      }),

    beginPost: (claim, told, nowMs) =>
      database.transact(async (db) => {
        const { channelId, epoch, unconfirmed } = claim;
        const held = await db
          .selectFrom('channels')
          .select('id')
          .where('id', '=', channelId)
          .where('epoch', '=', epoch)
          .executeTakeFirst();
        if (held === undefined) return undefined;
        // With its time: a database that was restored from a copy counts its epochs anew.
        const id = unconfirmed?.id ?? `${channelId}-${epoch}@${nowMs}`;
        const text = JSON.stringify(told);
        const post = { posted_at_ms: nowMs, posted_in: null, ts: null, is_over: 0, is_outdated: 0 };
        const { numInsertedOrUpdatedRows } = await db
          .insertInto('messages')
          .values({ id, channel_id: channelId, told: text, ...post })
          // Its time stays that of the first try: what was resolved since is still told.
          .onConflict((conflict) =>
            conflict.column('id').doUpdateSet({ told: text }).where('messages.ts', 'is', null),
          )
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows === 1n ? id : undefined;
      }),

    finishChannel: (claim, step, nowMs) =>
      database.transact(async (db) => {
        const { channelId, epoch } = claim;
        const { dueAtMs, kind } = step;
        const isHeld = await finishDue(
          db,
          'channels',
          { id: channelId, epoch },
          { dueAtMs, rests: kind !== 'wait' },
        );
        if (isHeld) await applyStep(db, channelId, step, nowMs);
        else if (kind === 'posted') {
          // Nobody newer has posted it yet, so nobody has to.
          const { ts, postedIn, told } = step;
          await db
            .updateTable('messages')
            .set({ ...toldColumns(told), ts, posted_in: postedIn })
            .where('id', '=', step.id)
            .where('ts', 'is', null)
            .execute();
          if (told.kind === 'summary') await finishSummary(db, channelId, told);
        } else if (kind === 'edited') {
          // Somebody newer may have edited it before: what Slack shows now is as old as this claim.
          const told = { ...toldColumns(step.told), is_outdated: 1, is_over: 0 };
          await db
            .updateTable('messages')
            .set(told)
            .where('id', '=', step.id)
            .where('ts', '=', step.ts)
            .execute();
          await wakeChannels(db, nowMs, { channelId });
        }
        return isHeld ? 'done' : 'lost';
      }),

    readSource: () => database.read(readSource),

    noteSource: (change, nowMs) =>
      database.transact(async (db) => {
        const { before, after } = await changeSource(db, change);
        const news = ({ outage, absence }: SourceRecord) => JSON.stringify([outage, absence]);
        if (news(before) !== news(after)) await wakeChannels(db, nowMs);
        return after;
      }),

    makeAllDue: (nowMs) => makeAllDue(database, nowMs),

    nextDueAtMs: (table) => database.read((db) => nextDue(db, table)),

    readStates: (afterId, atMost) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('watched_accounts')
          .select(['id', 'state'])
          .where('id', '>', afterId)
          .orderBy('id')
          .limit(atMost)
          .execute();
        return rows.map(({ id, state }) => ({
          accountId: id,
          ...(state !== null && { state: JSON.parse(state) as WatchState }),
        }));
      }),

    countByLevel: () => database.read(countByLevel),

    figures: (nowMs) =>
      database.read(async (db) => {
        const accountAtMs = (await nextDue(db, 'watched_accounts')) ?? nowMs;
        const channelAtMs = (await nextDue(db, 'channels')) ?? nowMs;
        const { outage } = await readSource(db);
        const levels = await countByLevel(db);
        const { broken } = await db
          .selectFrom('channels')
          .select(({ fn }) => fn.countAll<number>().as('broken'))
          .where('broken', 'is not', null)
          .where('id', 'in', (watched) => watched.selectFrom('watches').select('channel_id'))
          .executeTakeFirstOrThrow();
        return {
          accounts: Object.values(levels).reduce((sum, count) => sum + count, 0),
          levels,
          brokenChannels: Number(broken),
          lateMs: Math.max(0, nowMs - Math.min(accountAtMs, channelAtMs)),
          isSourceOut: outage !== undefined && outage.overAtMs === undefined,
        };
      }),
  };
}

async function countByLevel(db: Kysely<Tables>): Promise<AccountsByLevel> {
  const levels = { critical: 0, attention: 0, unknown: 0, healthy: 0 };
  const rows = await db
    .selectFrom('watched_accounts')
    .select(({ fn }) => ['level', fn.countAll<number>().as('count')])
    .groupBy('level')
    .execute();
  for (const { level, count } of rows) levels[level ?? 'unknown'] += Number(count);
  return levels;
}

const keyOf = ({ accountId, epoch }: AccountClaim) => ({ id: accountId, epoch });
const finished = (isDone: boolean): Finished => (isDone ? 'done' : 'lost');
