import type { Kysely } from 'kysely';
import type { Incident } from '../../domain/watch/incident.ts';
import type { Tables } from '../tables.ts';

/** The open incident of an account, with its id, and nobody else's to change until the transaction is over. */
export async function lockOpen(
  db: Kysely<Tables>,
  accountId: string,
): Promise<(Incident & { readonly id: string }) | undefined> {
  const row = await db
    .updateTable('incidents')
    .set({ account_id: accountId })
    .where('account_id', '=', accountId)
    .where('closed_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && { id: row.id, ...toIncident(row) };
}

/** Writes a new incident, or what became of the one with that id. */
export async function writeIncident(
  db: Kysely<Tables>,
  accountId: string,
  id: string | undefined,
  incident: Incident,
  nowMs: number,
): Promise<void> {
  const { level, startedAtMs, detectedAtMs, canWait, owner, resolvedAtMs } = incident;
  const columns = {
    level,
    started_at_ms: startedAtMs,
    detected_at_ms: detectedAtMs,
    can_wait: canWait ? 1 : 0,
    owner_id: owner?.userId ?? null,
    owner_until_ms: owner?.untilMs ?? null,
    resolved_at_ms: resolvedAtMs ?? null,
    closed_at_ms: resolvedAtMs === undefined ? null : nowMs,
  };
  if (id !== undefined) await db.updateTable('incidents').set(columns).where('id', '=', id).execute();
  else
    await db
      .insertInto('incidents')
      .values({ id: `${accountId}@${detectedAtMs}`, account_id: accountId, ...columns })
      .execute();
}

type IncidentColumns = Pick<
  Tables['incidents'],
  'level' | 'started_at_ms' | 'detected_at_ms' | 'can_wait' | 'owner_id' | 'owner_until_ms' | 'resolved_at_ms'
>;

/** A row as the rules see it. */
export const toIncident = (row: IncidentColumns): Incident => ({
  level: row.level,
  startedAtMs: row.started_at_ms,
  detectedAtMs: row.detected_at_ms,
  ...(row.can_wait === 1 && { canWait: true }),
  ...(row.owner_id !== null &&
    row.owner_until_ms !== null && { owner: { userId: row.owner_id, untilMs: row.owner_until_ms } }),
  ...(row.resolved_at_ms !== null && { resolvedAtMs: row.resolved_at_ms }),
});
