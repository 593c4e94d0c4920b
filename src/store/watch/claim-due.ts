import type { Kysely } from 'kysely';
import type { DueTable, Tables } from '../tables.ts';

/** Longer than a read may take, or a call to Slack with all its attempts. */
const LEASE_MS = 60_000;

/**
 * Takes up to `atMost` rows that are due, for the length of the lease. If it ends without a word the row is due again.
 * Of several processes each gets other rows: the one that comes second finds the lease of the first.
 */
export async function claimDue(
  db: Kysely<Tables>,
  table: DueTable,
  nowMs: number,
  atMost: number,
): Promise<readonly { readonly id: string; readonly epoch: number; readonly started_attempts: number }[]> {
  return await dueRows(db)
    .updateTable(table)
    .set(({ eb }) => ({
      lease_until_ms: nowMs + LEASE_MS,
      due_at_ms: nowMs + LEASE_MS,
      epoch: eb('epoch', '+', 1),
      started_attempts: eb('started_attempts', '+', 1),
    }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom(table)
        .select('id')
        .where('due_at_ms', '<=', nowMs)
        .where('lease_until_ms', '<=', nowMs)
        .orderBy('due_at_ms')
        .orderBy('id')
        .limit(atMost),
    )
    .where('lease_until_ms', '<=', nowMs)
    .returning(['id', 'epoch', 'started_attempts'])
    .execute();
}

/**
 * Gives a claimed row back, due at `dueAtMs` or at an earlier moment that somebody set meanwhile. False when the claim is
 * lost: another process has taken the row over.
 */
export async function finishDue(
  db: Kysely<Tables>,
  table: DueTable,
  { id, epoch }: { readonly id: string; readonly epoch: number },
  dueAtMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await dueRows(db)
    .updateTable(table)
    .set(({ eb, ref }) => ({
      due_at_ms: eb
        .case()
        .when(eb.and([eb('due_at_ms', '<', ref('lease_until_ms')), eb('due_at_ms', '<', dueAtMs)]))
        .then(ref('due_at_ms'))
        .else(dueAtMs)
        .end(),
      lease_until_ms: 0,
      started_attempts: 0,
    }))
    .where('id', '=', id)
    .where('epoch', '=', epoch)
    .where('lease_until_ms', '>', 0)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The next moment at which a row of a table is due. */
export async function nextDue(db: Kysely<Tables>, table: DueTable): Promise<number | undefined> {
  const row = await dueRows(db)
    .selectFrom(table)
    .select('due_at_ms')
    .orderBy('due_at_ms')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at_ms;
}

/** Both tables, seen as what they have in common. */
const dueRows = (db: Kysely<Tables>) => db as unknown as Kysely<Record<DueTable, DueColumns>>;
type DueColumns = Pick<
  Tables[DueTable],
  'id' | 'due_at_ms' | 'lease_until_ms' | 'epoch' | 'started_attempts'
>;
