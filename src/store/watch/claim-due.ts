import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Finished } from '../../domain/watch/watch-store.ts';
import type { Database } from '../database.ts';
import type { Db, DueTable, Tables } from '../tables.ts';

/** Longer than a read may take, or a call to Slack with all its attempts. */
const LEASE_MS = 60_000;
const MADE_DUE_AT_ONCE = 1_000;
/** By all processes together, of one table. Their rows may stand before those that are due next. */
const CLAIMED_AT_MOST = 100;

/**
 * Takes up to `atMost` rows that are due, for the length of the lease, and returns them whole. If it ends without a word
 * the row is due again. Of several processes each gets other rows: the one that comes second finds the lease of the first.
 */
export async function claimDue<Table extends DueTable>(
  db: Db,
  table: Table,
  nowMs: number,
  atMost: number,
): Promise<readonly Tables[Table][]> {
  const rows: readonly DueColumns[] = await dueRows(db)
    .updateTable(table as DueTable)
    .set(({ eb }) => ({
      lease_until_ms: nowMs + LEASE_MS,
      due_at_ms: nowMs + LEASE_MS,
      epoch: eb('epoch', '+', 1),
      started_attempts: eb('started_attempts', '+', 1),
    }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom(table as DueTable)
        .select('id')
        .where('due_at_ms', '<=', nowMs)
        .where('lease_until_ms', '<=', nowMs)
        .orderBy('due_at_ms')
        .orderBy('id')
        .limit(atMost),
    )
    .where('lease_until_ms', '<=', nowMs)
    .returningAll()
    .execute();
  // Returned with all their columns.
  return rows as readonly Tables[Table][];
}

/**
 * Gives a claimed row back, due at `dueAtMs` or at an earlier moment that somebody set meanwhile; one that rests is not
 * due before. Writes `columns` with it, unless the claim is lost: another process has taken the row over.
 */
export async function finishDue<Table extends DueTable>(
  db: Db,
  table: Table,
  { id, epoch }: { readonly id: string; readonly epoch: number },
  { dueAtMs, rests }: { readonly dueAtMs: number; readonly rests: boolean },
  columns: Partial<Tables[Table]> = {},
): Promise<Finished> {
  const { numUpdatedRows } = await dueRows(db)
    .updateTable(table as DueTable)
    .set(({ eb, ref, val }) => ({
      ...columns,
      due_at_ms: rests
        ? dueAtMs
        : eb
            .case()
            .when(eb.and([eb('due_at_ms', '<', ref('lease_until_ms')), eb('due_at_ms', '<', dueAtMs)]))
            .then(ref('due_at_ms'))
            // A bare number would be part of the text, and every statement a new one to prepare.
            .else(val(dueAtMs))
            .end(),
      lease_until_ms: rests ? dueAtMs : 0,
      started_attempts: 0,
    }))
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('started_attempts', '>', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? 'done' : 'lost';
}

/** The columns of a new row, besides when it is due. */
export const UNCLAIMED = { lease_until_ms: 0, epoch: 0, started_attempts: 0 };

/** The next moment at which a row of a table is due. One that was woken while it is claimed is when its lease is over, at the latest. */
export async function nextDue(db: Db, table: DueTable): Promise<number | undefined> {
  const { atMs } = await dueRows(db)
    .selectFrom((eb) =>
      eb
        .selectFrom(table)
        .select(['due_at_ms', 'lease_until_ms'])
        .orderBy('due_at_ms')
        .limit(CLAIMED_AT_MOST + 1)
        .as('first'),
    )
    .select(({ eb, fn, ref }) =>
      fn
        .min<number | null>(
          eb
            .case()
            .when('due_at_ms', '<', ref('lease_until_ms'))
            .then(ref('lease_until_ms'))
            .else(ref('due_at_ms'))
            .end(),
        )
        .as('atMs'),
    )
    .executeTakeFirstOrThrow();
  return atMs ?? undefined;
}

/** Makes all due now, a thousand accounts in each transaction: nobody waits for the others. */
export async function makeAllDue(database: Database, nowMs: number): Promise<void> {
  const due = { due_at_ms: nowMs, lease_until_ms: 0 };
  for (let changed = -1n; changed !== 0n; await nextTurn()) {
    const { numUpdatedRows } = await database.transact((db) =>
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
  await database.transact((db) =>
    db.updateTable('channels').set(due).where('due_at_ms', '>', nowMs).execute(),
  );
}

/** Makes channels due: all, one, or those that watch one of the accounts. One that rests stays as it is. */
export async function wakeChannels(
  db: Db,
  nowMs: number,
  { accountIds, channelId }: { readonly accountIds?: readonly string[]; readonly channelId?: string } = {},
): Promise<void> {
  await db
    .updateTable('channels')
    // Not by `where`: PostgreSQL does not wait there for a claim of this instant, which takes what was due.
    .set(({ eb, ref, val }) => ({
      due_at_ms: eb
        .case()
        .when('due_at_ms', '>', nowMs)
        .then(val(nowMs))
        // Claimed, and the lease is over: before its end, so that a turn that ends late sees that it was woken.
        .when(eb.and([eb('started_attempts', '>', 0), eb('due_at_ms', '=', ref('lease_until_ms'))]))
        .then(eb('lease_until_ms', '-', 1))
        .else(ref('due_at_ms'))
        .end(),
    }))
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

/** Both tables, seen as what they have in common. */
const dueRows = (db: Db) => db as unknown as Kysely<Record<DueTable, DueColumns>>;
type DueColumns = Pick<
  Tables[DueTable],
  'id' | 'due_at_ms' | 'lease_until_ms' | 'epoch' | 'started_attempts'
>;
