import { inPieces } from '../../async.ts';
import { type Incident, type LevelEvent, nextIncident, ownerFrom } from '../../domain/watch/incident.ts';
import type { Told } from '../../domain/watch/told.ts';
import type { WatchedIncident } from '../../domain/watch/watch-store.ts';
import type { Db } from '../tables.ts';
import { wakeChannels, watchersOf } from './claim-due.ts';
import { stateIn, toIncident, toTerms } from './from-columns.ts';
import { PAGE, readPages } from './read-pages.ts';

/** Writes down what a confirmed change of level makes of an account's incident. Its channels are due. */
export async function applyEvent(db: Db, accountId: string, event: LevelEvent, nowMs: number): Promise<void> {
  // Nobody else's to change until the transaction is over.
  const open = await db
    .updateTable('incidents')
    .set({ account_id: accountId })
    .where('account_id', '=', accountId)
    .where('closed_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst();
  const next = nextIncident(open && toIncident(open), event, nowMs);
  if (next !== undefined) {
    const columns = columnsOf(next, nowMs);
    const id = open?.id ?? `${accountId}@${columns.detected_at_ms}`;
    await db
      .insertInto('incidents')
      .values({ id, account_id: accountId, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute();
  }
  await wakeChannels(db, nowMs, watchersOf([accountId]));
}

const columnsOf = (incident: Incident, nowMs: number) => ({
  level: incident.level,
  started_at_ms: incident.startedAtMs,
  detected_at_ms: incident.detectedAtMs,
  can_wait: incident.canWait ? 1 : 0,
  owner_id: incident.owner?.userId ?? null,
  owner_until_ms: incident.owner?.untilMs ?? null,
  resolved_at_ms: incident.resolvedAtMs ?? null,
  closed_at_ms: incident.resolvedAtMs === undefined ? null : nowMs,
});

/** Somebody takes over those of the incidents that are still open. Resolves with their accounts, sorted. */
export async function takeIncidents(
  db: Db,
  incidentIds: readonly string[],
  userId: string,
  nowMs: number,
): Promise<readonly string[]> {
  const { untilMs } = ownerFrom(userId, nowMs);
  const taken: string[] = [];
  for await (const ids of inPieces(incidentIds, PAGE)) {
    const rows = await db
      .updateTable('incidents')
      .set({ owner_id: userId, owner_until_ms: untilMs })
      .where('id', 'in', ids)
      .where('closed_at_ms', 'is', null)
      .returning('account_id')
      .execute();
    const accountIds = rows.map(({ account_id }) => account_id);
    if (accountIds.length > 0) await wakeChannels(db, nowMs, watchersOf(accountIds));
    taken.push(...accountIds);
  }
  return taken.toSorted();
}

/** Those that are open, oldest first, and those that these messages name. */
export async function readIncidents(
  db: Db,
  channelId: string,
  messages: readonly { readonly told: Told }[],
): Promise<readonly WatchedIncident[]> {
  const open = await readPages<WatchedIncident>(async (last) => {
    const rows = await selectIncidents(db, channelId)
      .where('closed_at_ms', 'is', null)
      .where('incidents.account_id', '>', last?.accountId ?? '')
      .orderBy('incidents.account_id')
      .limit(PAGE)
      .execute();
    return rows.map(toWatched);
  });
  open.sort(
    (one, other) =>
      one.detectedAtMs - other.detectedAtMs || (one.id < other.id ? -1 : Number(one.id > other.id)),
  );
  const rows = messages.flatMap(({ told }) => (told.kind === 'alert' ? told.rows : []));
  const named = new Set(rows.map(({ incidentId }) => incidentId));
  for (const { id } of open) named.delete(id);
  const closed: WatchedIncident[] = [];
  for await (const ids of inPieces([...named], PAGE)) {
    const found = await selectIncidents(db, channelId).where('incidents.id', 'in', ids).execute();
    closed.push(...found.map(toWatched));
  }
  return [...open, ...closed];
}

const selectIncidents = (db: Db, channelId: string) =>
  db
    .selectFrom('incidents')
    // SQLite keeps to this order: otherwise it looks at all that the channel watches.
    .crossJoin('watches')
    .innerJoin('watched_accounts', 'watched_accounts.id', 'incidents.account_id')
    .selectAll('incidents')
    .select(['watches.tell_of', 'watches.zone', 'watches.created_at_ms', 'watched_accounts.state'])
    .whereRef('watches.account_id', '=', 'incidents.account_id')
    .where('watches.channel_id', '=', channelId);

type IncidentRow = Awaited<ReturnType<ReturnType<typeof selectIncidents>['execute']>>[number];

const toWatched = (row: IncidentRow): WatchedIncident => ({
  id: row.id,
  accountId: row.account_id,
  ...toIncident(row),
  terms: toTerms(row),
  state: stateIn(row),
});
