import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { DueTable } from '../tables.ts';
import { createAccountRows } from './account-rows.ts';
import { forgottenBefore } from './change-rows.ts';
import { createChannelRows } from './channel-rows.ts';
import { nextDue } from './claim-due.ts';
import { forgetNotices } from './notice-rows.ts';
import { readSource, tick } from './source-row.ts';

/** One transaction removes no more, so that nobody waits for it. */
const FORGOTTEN_AT_ONCE = 1_000;

/** What the engine reads and writes. JSON in it was written by this program, or an older version of it. */
export const createWatchStore = (database: Database) => ({
  ...createAccountRows(database),
  ...createChannelRows(database),

  /**
   * Removes what is too old: changes, incidents and gaps that were over before `beforeMs`, expired values of caches, and
   * notices that are no news any more. Resolves with whether there may be more.
   */
  forgetOld: (beforeMs: number, nowMs: number) =>
    database.transact(async (db): Promise<boolean> => {
      await sql`delete from cache where expires_at_ms < ${Date.now()}`.execute(db);
      await forgetNotices(db, nowMs);
      const incidents = await sql`delete from incidents where id in (
        select id from incidents where closed_at_ms < ${beforeMs} limit ${FORGOTTEN_AT_ONCE})`.execute(db);
      const changes = await sql`delete from changes where (account_id, seq) in (
        ${forgottenBefore(beforeMs)} limit ${FORGOTTEN_AT_ONCE})`.execute(db);
      await sql`delete from gaps where to_ms < ${beforeMs}`.execute(db);
      return [incidents, changes].some(({ numAffectedRows = 0n }) => numAffectedRows > 0n);
    }),

  readSource: () => database.run(readSource),

  tick: (nowMs: number) => database.transact((db) => tick(db, nowMs)),

  /** All that is due later than now is due now: the clock that said when was wrong. */
  makeAllDue: (nowMs: number) =>
    database.transact(async (db) => {
      for (const table of ['watched_accounts', 'channels'])
        await sql`update ${sql.table(table)} set due_at_ms = ${nowMs}, lease_until_ms = 0
          where due_at_ms > ${nowMs}`.execute(db);
    }),

  /** When the next of them is due, epoch milliseconds. Infinity: there is none. */
  nextDueAtMs: (table: DueTable) => database.run((db) => nextDue(db, table)),
});
