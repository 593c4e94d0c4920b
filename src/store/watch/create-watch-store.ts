import type { WatchStore } from '../../domain/watch/watch-store.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
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
import { forgetOld } from './forget-old.ts';
import { beginPost } from './message-rows.ts';
import { noteSource, readSource } from './source-row.ts';

/** What the engine reads and writes. JSON in it was written by this program, or an older version of it. */
export function createWatchStore({ database }: { readonly database: GuardedDatabase }): WatchStore {
  const { read, transact } = database;
  return {
    claimAccounts: async (nowMs, atMost) =>
      toClaims(await transact((db) => claimDue(db, 'watched_accounts', nowMs, atMost))),
    commitReading: (claim, step, nowMs) => transact((db) => commitReading(db, claim, step, nowMs)),
    forgetOld: (before) => transact((db) => forgetOld(db, before)),
    postpone: (claim, dueAtMs) => transact((db) => finishAccount(db, claim, dueAtMs)),
    claimChannel: (nowMs) => transact((db) => claimChannel(db, nowMs)),
    beginPost: (claim, told, nowMs) => transact((db) => beginPost(db, claim, told, nowMs)),
    finishChannel: (claim, step, nowMs) => transact((db) => finishChannel(db, claim, step, nowMs)),
    readSource: () => read(readSource),
    noteSource: (change, nowMs) => transact((db) => noteSource(db, change, nowMs)),
    makeAllDue: (nowMs) => makeAllDue(database, nowMs),
    nextDueAtMs: (table) => read((db) => nextDue(db, table)),
    readStates: (afterId, atMost) => read((db) => readStates(db, afterId, atMost)),
    countByLevel: () => read(countByLevel),
    figures: (nowMs) => read((db) => readFigures(db, nowMs)),
  };
}
