import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../account/time.ts';
import type { Finished } from '../../watch/watch-store.ts';
import type { Db, DueRow, DueTable, Tables, Tx } from '../tables.ts';

/** Longer than a call to Slack may take, with all its attempts. */
const CALL_LEASE_MS = MINUTE_MS;
/** A row whose claims ended without a word rests for twice as long each time, but no longer than that. */
const MAX_REST_MS = 15 * MINUTE_MS;
const MAX_DOUBLED = 4;
/** By all processes together, of one table. Their rows may come before those that are due next. */
const MAX_CLAIMED = 100;

/** The columns of a new row, besides when it is due. */
export const UNCLAIMED = { lease_until_ms: 0, epoch: 0, started_attempts: 0 };

/** Both tables, seen as what they have in common. */
const dueRows = (db: Db) => db as unknown as Kysely<Record<DueTable, DueRow>>;

/** SQLite has one writer at a time. */
const locking = (db: Db, how: RawBuilder<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? how : sql``;
/** What another process holds is left to it. */
export const skipLocked = (db: Db) => locking(db, sql`for update skip locked`);

/**
 * Takes up to `limit` rows that are due, for the length of the lease, and returns them whole. If it ends without a word
 * the row is due again. Processes that come at once get different rows, and nobody waits for the others.
 */
export async function claimDue<Table extends DueTable>(
  { db, nowMs }: Tx,
  table: Table,
  limit: number,
  leaseMs = CALL_LEASE_MS,
): Promise<readonly Tables[Table][]> {
  const leaseOrRestMs = sql`case when started_attempts < ${MAX_DOUBLED}
    then cast(${leaseMs} as integer) * (1 << started_attempts)
    else ${Math.max(leaseMs, MAX_REST_MS)} end`;
  const untilMs = sql`cast(${nowMs} as bigint) + ${leaseOrRestMs}`;
  const { rows } = await sql<Tables[Table]>`
    with picked as (
      select id from ${sql.table(table)} where due_at_ms <= ${nowMs} and lease_until_ms <= ${nowMs}
      order by due_at_ms, id limit ${limit} ${skipLocked(db)}
    )
    update ${sql.table(table)}
    set lease_until_ms = ${untilMs}, due_at_ms = ${untilMs},
      epoch = epoch + 1, started_attempts = started_attempts + 1
    where id in (select id from picked)
    returning *`.execute(db);
  return rows;
}

/** A row that is claimed, and when it is due again; `rests`: not before that, whatever happens. */
interface Release {
  readonly id: string;
  readonly fencingToken: number;
  readonly dueAtMs: number;
  readonly rests?: boolean;
}

/**
 * Gives a claimed row back, due at `dueAtMs` or at an earlier time that somebody set meanwhile. Writes `columns` with
 * it, unless the claim is lost: another process has taken the row over.
 */
export async function finishDue<Table extends DueTable>(
  db: Db,
  table: Table,
  { id, fencingToken, dueAtMs, rests = false }: Release,
  columns: Partial<Tables[Table]> = {},
): Promise<Finished> {
  const unlessWoken = sql<number>`case when due_at_ms < lease_until_ms and due_at_ms < ${dueAtMs}
    then due_at_ms else ${dueAtMs} end`;
  const due = { due_at_ms: rests ? dueAtMs : unlessWoken, lease_until_ms: rests ? dueAtMs : 0 };
  const { numUpdatedRows } = await dueRows(db)
    .updateTable(table as DueTable)
    .set({ ...columns, ...due, started_attempts: 0 })
    .where('id', '=', id)
    .where('epoch', '=', fencingToken)
    .where('started_attempts', '>', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? 'done' : 'lost';
}

/** When the next row of a table is due; Infinity: none is. One that was woken while it is claimed: when its lease is over. */
export async function nextDue(db: Db, table: DueTable): Promise<number> {
  const { rows } = await sql<DueRow>`select due_at_ms, lease_until_ms from ${sql.table(table)}
    order by due_at_ms limit ${MAX_CLAIMED + 1}`.execute(db);
  return Math.min(...rows.map((row) => Math.max(row.due_at_ms, row.lease_until_ms)));
}

/** Makes channels due, or all. One that rests stays as it is. */
export async function wakeChannels({ db, nowMs }: Tx, channelIds?: readonly string[]): Promise<void> {
  if (channelIds?.length === 0) return;
  const ids = channelIds ? sql.join(channelIds) : sql`select id from channels`;
  // Two that wake the same channels at once must lock them in one order. And not by `where`: PostgreSQL does not wait
  // there for a claim of this instant, which takes what was due. One that is claimed is due just before its lease is
  // over, so that a claim that ends late sees that it was woken.
  await sql`
    with woken as (select id from channels where id in (${ids}) order by id ${locking(db, sql`for update`)})
    update channels
    set due_at_ms = case when due_at_ms > ${nowMs} then ${nowMs}
      when started_attempts > 0 and due_at_ms = lease_until_ms then lease_until_ms - 1
      else due_at_ms end
    where (lease_until_ms <= ${nowMs} or started_attempts > 0) and id in (select id from woken)`.execute(db);
}

/** The row of a channel, which is nobody else's to change until the transaction is over. */
export async function lockChannel(db: Db, channelId: string): Promise<Tables['channels'] | undefined> {
  const row = db.updateTable('channels').set({ id: channelId }).where('id', '=', channelId);
  return await row.returningAll().executeTakeFirst();
}
