import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../account/time.ts';
import type { Db, DueTable, Tables, Tx } from '../tables.ts';

/** Longer than a call to Slack may take, with all its attempts. */
const CALL_LEASE_MS = MINUTE_MS;
/** Each claim that was never finished doubles the next lease of the row, up to this. */
const MAX_REST_MS = 15 * MINUTE_MS;
const MAX_DOUBLED = 4;
/** At most this many rows of a table are claimed at a time; all of them may sort before the next row that is due. */
const MAX_CLAIMED = 100;

/** The columns of a new row, without `due_at_ms`. */
export const UNCLAIMED = { lease_until_ms: 0, epoch: 0, started_attempts: 0 };

/** SQLite needs no row locks: it has one writer at a time. */
const locking = (db: Db, how: RawBuilder<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter ? how : sql``;
/** SQL that skips rows which another transaction has locked. */
export const skipLocked = (db: Db) => locking(db, sql`for update skip locked`);

/**
 * Claims up to `limit` rows that are due and for which `and` holds, for the time of the lease, and returns them. A row that
 * is not finished by then is due again. Processes that claim at the same time get different rows and do not wait.
 */
export async function claimDue<Table extends DueTable>(
  { db, nowMs }: Tx,
  table: Table,
  limit: number,
  { leaseMs = CALL_LEASE_MS, and = sql`` }: { leaseMs?: number; and?: RawBuilder<unknown> } = {},
): Promise<readonly Tables[Table][]> {
  const leaseOrRestMs = sql`case when started_attempts < ${MAX_DOUBLED}
    then cast(${leaseMs} as integer) * (1 << started_attempts)
    else ${Math.max(leaseMs, MAX_REST_MS)} end`;
  const untilMs = sql`cast(${nowMs} as bigint) + ${leaseOrRestMs}`;
  const { rows } = await sql<Tables[Table]>`
    with picked as (
      select id from ${sql.table(table)} where due_at_ms <= ${nowMs} and lease_until_ms <= ${nowMs} ${and}
      order by due_at_ms, id limit ${sql.lit(limit)} ${skipLocked(db)}
    )
    update ${sql.table(table)}
    set lease_until_ms = ${untilMs}, due_at_ms = ${untilMs},
      epoch = epoch + 1, started_attempts = started_attempts + 1
    where id in (select id from picked)
    returning *`.execute(db);
  return rows;
}

/** `lost`: a newer claim exists, and nothing was written. This is normal after a process was suspended. */
export type Finished = 'done' | 'lost';

/**
 * Releases a claimed row and writes `columns`. The row is due at `dueAtMs`, or earlier if it was woken meanwhile and does not
 * rest until then. Writes nothing if the claim is lost (another process has claimed the row since), or `and` does not hold.
 */
export async function finishDue<Table extends DueTable>(
  db: Db,
  table: Table,
  claim: { readonly id: string; readonly fencingToken: number; readonly dueAtMs: number },
  columns: Partial<Tables[Table]> = {},
  { rests = false, and = sql`` }: { rests?: boolean; and?: RawBuilder<unknown> } = {},
): Promise<Finished> {
  const { id, fencingToken, dueAtMs } = claim;
  const unlessWoken = sql<number>`case when due_at_ms < lease_until_ms and due_at_ms < ${dueAtMs}
    then due_at_ms else ${dueAtMs} end`;
  const due = { due_at_ms: rests ? dueAtMs : unlessWoken, lease_until_ms: rests ? dueAtMs : 0 };
  const written = Object.entries({ ...columns, ...due, started_attempts: 0 }).map(
    ([name, value]) => sql`${sql.ref(name)} = ${value}`,
  );
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(written)}
    where id = ${id} and epoch = ${fencingToken} and started_attempts > 0 ${and}`.execute(db);
  return numAffectedRows === 1n ? 'done' : 'lost';
}

/** SQL: when the next row of a table is due. A row that was woken while claimed is due when its lease is over. */
export const nextDue = (table: DueTable) => sql<number | null>`(
  select min(case when due_at_ms > lease_until_ms then due_at_ms else lease_until_ms end)
  from (select due_at_ms, lease_until_ms from ${sql.table(table)}
    order by due_at_ms limit ${sql.lit(MAX_CLAIMED + 1)}) first)`;

/** When the next row of a table is due, epoch milliseconds. Infinity: there is none. */
export async function nextDueAtMs({ db }: Pick<Tx, 'db'>, table: DueTable): Promise<number> {
  const row = await db.selectNoFrom(nextDue(table).as('atMs')).executeTakeFirst();
  return row?.atMs ?? Number.POSITIVE_INFINITY;
}

/**
 * Locks channels and makes them due; without `channelIds`, all of them. Channels that rest stay as they are. To avoid
 * deadlocks, every transaction locks accounts first, then incidents, then channels, then rows of `notified`; but not when a
 * clock was set back.
 */
export async function wakeChannels({ db, nowMs }: Tx, channelIds?: readonly string[]): Promise<void> {
  if (channelIds?.length === 0) return;
  const ids = channelIds ? sql.join(channelIds) : sql`select id from channels`;
  // A channel that is planned at this moment gets a new due time, so the `where` reads the locked rows. PostgreSQL may not
  // lock any of them before it has checked a `where` on the table itself.
  await sql`
    with woken as (select id, due_at_ms, lease_until_ms, started_attempts from channels
      where id in (${ids}) order by id ${locking(db, sql`for update`)})
    update channels set due_at_ms = ${nowMs} from woken
    where channels.id = woken.id and woken.due_at_ms > ${nowMs}
      and (woken.lease_until_ms <= ${nowMs} or woken.started_attempts > 0)`.execute(db);
}
