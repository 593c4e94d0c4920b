import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Finished } from '../../domain/watch/watch-store.ts';
import type { Database } from '../database.ts';
import type { Db, DueRow, DueTable, Tables } from '../tables.ts';

/** Longer than a read may take, or a call to Slack with all its attempts. */
const LEASE_MS = 60_000;
const MADE_DUE_AT_ONCE = 1_000;
/** By all processes together, of one table. Their rows may stand before those that are due next. */
const CLAIMED_AT_MOST = 100;

/** The columns of a new row, besides when it is due. */
export const UNCLAIMED = { lease_until_ms: 0, epoch: 0, started_attempts: 0 };

/** Both tables, seen as what they have in common. */
const dueRows = (db: Db) => db as unknown as Kysely<Record<DueTable, DueRow>>;

/**
 * Takes up to `atMost` rows that are due, for the length of the lease, and returns them whole. If it ends without a word
 * the row is due again. Processes that come at once get different rows, and nobody waits for the others.
 */
export async function claimDue<Table extends DueTable>(
  db: Db,
  table: Table,
  nowMs: number,
  atMost: number,
): Promise<readonly Tables[Table][]> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const rows: readonly DueRow[] = await dueRows(db)
    .with('picked', (picking) =>
      picking
        .selectFrom(table as DueTable)
        .select('id')
        .where('due_at_ms', '<=', nowMs)
        .where('lease_until_ms', '<=', nowMs)
        .orderBy('due_at_ms')
        .orderBy('id')
        .limit(atMost)
        // SQLite has one writer at a time.
        .$if(isPostgres, (query) => query.forUpdate().skipLocked()),
    )
    .updateTable(table as DueTable)
    .set({
      lease_until_ms: nowMs + LEASE_MS,
      due_at_ms: nowMs + LEASE_MS,
      epoch: sql`epoch + 1`,
      started_attempts: sql`started_attempts + 1`,
    })
    .where('id', 'in', (eb) => eb.selectFrom('picked').select('picked.id'))
    .returningAll()
    .execute();
  // Returned with all their columns.
  return rows as readonly Tables[Table][];
}

/**
 * Gives a claimed row back, due at `dueAtMs` or at an earlier moment that somebody set meanwhile; one that rests is not
 * due before. Writes `columns` with it, unless the claim is lost: another process has taken the row over.
 */
export async function finishDue(
  db: Db,
  table: DueTable,
  claim: Pick<DueRow, 'id' | 'epoch'> & { readonly dueAtMs: number; readonly rests?: boolean },
  columns: Partial<Tables['watched_accounts']> = {},
): Promise<Finished> {
  const { id, epoch, dueAtMs, rests = false } = claim;
  const unlessWoken = sql<number>`case when due_at_ms < lease_until_ms and due_at_ms < ${dueAtMs}
    then due_at_ms else ${dueAtMs} end`;
  const { numUpdatedRows } = await dueRows(db)
    .updateTable(table)
    .set({
      ...columns,
      due_at_ms: rests ? dueAtMs : unlessWoken,
      lease_until_ms: rests ? dueAtMs : 0,
      started_attempts: 0,
    })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('started_attempts', '>', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? 'done' : 'lost';
}

/** When the next row of a table is due; Infinity: there is none. One that was woken while it is claimed is when its lease is over, at the latest. */
export async function nextDue(db: Db, table: DueTable): Promise<number> {
  const rows = await dueRows(db)
    .selectFrom(table)
    .select(['due_at_ms', 'lease_until_ms'])
    .orderBy('due_at_ms')
    .limit(CLAIMED_AT_MOST + 1)
    .execute();
  return Math.min(...rows.map((row) => Math.max(row.due_at_ms, row.lease_until_ms)));
}

/** Makes all due now, a thousand accounts in each transaction: nobody waits for the others. */
export async function makeAllDue({ transact }: Database, nowMs: number): Promise<void> {
  const due = { due_at_ms: nowMs, lease_until_ms: 0 };
  for (let changed = -1n; changed !== 0n; await nextTurn()) {
    const { numUpdatedRows } = await transact((db) =>
      db
        .updateTable('watched_accounts')
        .set(due)
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('watched_accounts')
            .select('id')
            .where('due_at_ms', '>', nowMs)
            .limit(MADE_DUE_AT_ONCE),
        )
        .executeTakeFirstOrThrow(),
    );
    changed = numUpdatedRows;
  }
  await transact((db) => db.updateTable('channels').set(due).where('due_at_ms', '>', nowMs).execute());
}

/** Makes channels due: all, one, or those that watch one of the accounts. One that rests stays as it is. */
export async function wakeChannels(
  db: Db,
  nowMs: number,
  { accountIds, channelId }: { readonly accountIds?: readonly string[]; readonly channelId?: string } = {},
): Promise<void> {
  // Not by `where`: PostgreSQL does not wait there for a claim of this instant, which takes what was due. One that is
  // claimed is due just before its lease is over, so that a turn that ends late sees that it was woken.
  const woken = sql<number>`case when due_at_ms > ${nowMs} then ${nowMs}
    when started_attempts > 0 and due_at_ms = lease_until_ms then lease_until_ms - 1
    else due_at_ms end`;
  await db
    .updateTable('channels')
    .set({ due_at_ms: woken })
    .where((eb) => eb.or([eb('lease_until_ms', '<=', nowMs), eb('started_attempts', '>', 0)]))
    .$if(channelId !== undefined, (query) => query.where('id', '=', channelId ?? ''))
    .$if(accountIds !== undefined, (query) =>
      query.where('id', 'in', (eb) =>
        eb
          .selectFrom('watches')
          .select('watches.channel_id')
          .where('account_id', 'in', accountIds ?? []),
      ),
    )
    .execute();
}
