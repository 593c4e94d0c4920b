import type { WatchStore } from '../../domain/watch/watch-store.ts';
import type { Database } from '../database.ts';
import type { Db } from '../tables.ts';
import {
  commitReading,
  countByLevel,
  finishAccount,
  readFigures,
  readStates,
  toClaims,
} from './account-rows.ts';
import { claimChannel, finishChannel } from './channel-rows.ts';
import { claimDue, makeAllDue, nextDue } from './claim-due.ts';
import { beginPost } from './message-rows.ts';
import { noteSource, readSource } from './source-row.ts';

/** What the engine reads and writes. JSON in it was written by this program, or an older version of it. */
export function createWatchStore(database: Database): WatchStore {
  const { run, transact } = database;
  return {
    claimAccounts: async (nowMs, atMost) =>
      toClaims(await transact((db) => claimDue(db, 'watched_accounts', nowMs, atMost))),
    commitReading: (claim, step, nowMs) => transact((db) => commitReading(db, claim, step, nowMs)),
    forgetOld: (before) => transact((db) => forgetOld(db, before)),
    postpone: (claim, dueAtMs) => transact((db) => finishAccount(db, claim, dueAtMs)),
    claimChannel: (nowMs) => transact((db) => claimChannel(db, nowMs)),
    beginPost: (claim, told, nowMs) => transact((db) => beginPost(db, claim, told, nowMs)),
    finishChannel: (claim, step, nowMs) => transact((db) => finishChannel(db, claim, step, nowMs)),
    readSource: () => run(readSource),
    noteSource: (change, nowMs) => transact((db) => noteSource(db, change, nowMs)),
    makeAllDue: (nowMs) => makeAllDue(database, nowMs),
    nextDueAtMs: (table) => run((db) => nextDue(db, table)),
    readStates: (afterId, atMost) => run((db) => readStates(db, afterId, atMost)),
    countByLevel: () => run(countByLevel),
    figures: (nowMs) => run((db) => readFigures(db, nowMs)),
  };
}

/** One transaction removes no more, so that nobody waits for it. */
const FORGOTTEN_AT_ONCE = 1_000;

/** Removes messages, incidents and days that are too old, and expired values of caches. Resolves with whether there may be more. */
async function forgetOld(
  db: Db,
  { day, closedBeforeMs, postedBeforeMs }: Parameters<WatchStore['forgetOld']>[0],
): Promise<boolean> {
  await db.deleteFrom('cache').where('expires_at_ms', '<', Date.now()).execute();
  await db
    .deleteFrom('messages')
    .where('is_over', '=', 1)
    .where('posted_at_ms', '<', postedBeforeMs)
    .execute();
  const incidents = await db
    .deleteFrom('incidents')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('incidents')
        .select('id')
        .where('closed_at_ms', '<', closedBeforeMs)
        .limit(FORGOTTEN_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  const days = await db
    .deleteFrom('account_days')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('day', 'account_id'),
        'in',
        selectFrom('account_days')
          .select(['account_days.day', 'account_days.account_id'])
          .where('account_days.day', '<', day)
          .limit(FORGOTTEN_AT_ONCE)
          .$asTuple('day', 'account_id'),
      ),
    )
    .executeTakeFirstOrThrow();
  return [incidents, days].some(({ numDeletedRows }) => Number(numDeletedRows) === FORGOTTEN_AT_ONCE);
}
