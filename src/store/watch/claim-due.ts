import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Finished } from '../../watch/watch-store.ts';
import type { Db, DueRow, DueTable, Tables } from '../tables.ts';

/** Longer than a read may take, or a call to Slack with all its attempts. */
const LEASE_MS = 60_000;
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
  const leaseUntilMs = nowMs + LEASE_MS;
  // SQLite has one writer at a time.
  const skipLocked =
    db.getExecutor().adapter instanceof PostgresAdapter ? sql`for update skip locked` : sql``;
  const { rows } = await sql<Tables[Table]>`
    with picked as (
      select id from ${sql.table(table)} where due_at_ms <= ${nowMs} and lease_until_ms <= ${nowMs}
      order by due_at_ms, id limit ${atMost} ${skipLocked}
    )
    update ${sql.table(table)}
    set lease_until_ms = ${leaseUntilMs}, due_at_ms = ${leaseUntilMs},
      epoch = epoch + 1, started_attempts = started_attempts + 1
    where id in (select id from picked)
    returning *`.execute(db);
  return rows;
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
  const due = { due_at_ms: rests ? dueAtMs : unlessWoken, lease_until_ms: rests ? dueAtMs : 0 };
  const { numUpdatedRows } = await dueRows(db)
    .updateTable(table)
    .set({ ...columns, ...due, started_attempts: 0 })
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('started_attempts', '>', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? 'done' : 'lost';
}

/** When the next row of a table is due; Infinity: there is none. One that was woken while it is claimed is when its lease is over, at the latest. */
export async function nextDue(db: Db, table: DueTable): Promise<number> {
  const { rows } = await sql<DueRow>`select due_at_ms, lease_until_ms from ${sql.table(table)}
    order by due_at_ms limit ${CLAIMED_AT_MOST + 1}`.execute(db);
  return Math.min(...rows.map((row) => Math.max(row.due_at_ms, row.lease_until_ms)));
}

/** Makes channels due: all, or those whose `id` is in a list or a query. One that rests stays as it is. */
export async function wakeChannels(
  db: Db,
  nowMs: number,
  ids: RawBuilder<unknown> = sql`select id from channels`,
): Promise<void> {
  // Not by `where`: PostgreSQL does not wait there for a claim of this instant, which takes what was due. One that is
  // claimed is due just before its lease is over, so that a turn that ends late sees that it was woken.
  await sql`
    update channels
    set due_at_ms = case when due_at_ms > ${nowMs} then ${nowMs}
      when started_attempts > 0 and due_at_ms = lease_until_ms then lease_until_ms - 1
      else due_at_ms end
    where (lease_until_ms <= ${nowMs} or started_attempts > 0) and id in (${ids})`.execute(db);
}
