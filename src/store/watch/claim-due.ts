import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Longer than a read may take, or a call to Slack with all its attempts. */
export const LEASE_MS = 60_000;

type DueTable = 'watched_accounts' | 'channels';
const KEY = { watched_accounts: 'account_id', channels: 'channel_id' } as const;

/**
 * Takes up to `atMost` rows that are due, for the length of the lease. If it ends without a word the row is due again.
 * Of several processes each gets other rows: the one that comes second finds the lease of the first.
 */
export async function claimDue<Table extends DueTable>(
  db: Kysely<Tables>,
  table: Table,
  nowMs: number,
  atMost: number,
): Promise<readonly Tables[Table][]> {
  const key = sql.ref(KEY[table]);
  const { rows } = await sql<Tables[Table]>`
    update ${sql.table(table)}
       set lease_until_ms = ${nowMs + LEASE_MS}, due_at_ms = ${nowMs + LEASE_MS},
           epoch = epoch + 1, started_attempts = started_attempts + 1
     where ${key} in (select ${key} from ${sql.table(table)}
                       where due_at_ms <= ${nowMs} and lease_until_ms <= ${nowMs}
                       order by due_at_ms, ${key} limit ${atMost})
       and lease_until_ms <= ${nowMs}
    returning *`.execute(db);
  return rows;
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
  const { numAffectedRows } = await sql`
    update ${sql.table(table)}
       set due_at_ms = case when due_at_ms < lease_until_ms and due_at_ms < ${dueAtMs} then due_at_ms else ${dueAtMs} end,
           lease_until_ms = 0, started_attempts = 0
     where ${sql.ref(KEY[table])} = ${id} and epoch = ${epoch} and lease_until_ms > 0`.execute(db);
  return numAffectedRows === 1n;
}
