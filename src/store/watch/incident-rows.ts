import type { Kysely } from 'kysely';
import { inPieces } from '../../async/in-pieces.ts';
import { type Incident, type LevelEvent, nextIncident, ownerFrom } from '../../domain/watch/incident.ts';
import type { Told } from '../../domain/watch/told.ts';
import type { WatchedIncident } from '../../domain/watch/watch-store.ts';
import type { Tables } from '../tables.ts';
import { wakeChannels } from './claim-due.ts';
import { stateIn, toIncident, toTerms } from './from-columns.ts';
import { PAGE, readPages } from './read-pages.ts';

/** Writes down what a confirmed change of level makes of an account's incident. Its channels are due. */
export async function applyEvent(
  db: Kysely<Tables>,
  accountId: string,
  event: LevelEvent,
  nowMs: number,
): Promise<void> {
  // Nobody else's to change until the transaction is over.
  const open = await db
    .updateTable('incidents')
    .set({ account_id: accountId })
    .where('account_id', '=', accountId)
    .where('closed_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst();
  const next = nextIncident(open && toIncident(open), event, nowMs);
  if (next !== undefined) await writeIncident(db, accountId, open?.id, next, nowMs);
  await wakeChannels(db, nowMs, { accountIds: [accountId] });
}

/** Writes a new incident, or what became of the one with that id. */
async function writeIncident(
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

/** Somebody takes over those of the incidents that are still open. Resolves with their accounts, sorted. */
export async function takeIncidents(
  db: Kysely<Tables>,
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
    if (accountIds.length > 0) await wakeChannels(db, nowMs, { accountIds });
    taken.push(...accountIds);
  }
  return taken.toSorted();
}

/** Those that are open, oldest first, and those that these messages name. */
export async function readIncidents(
  db: Kysely<Tables>,
  channelId: string,
  messages: readonly { readonly told: Told }[],
): Promise<readonly WatchedIncident[]> {
  const open = await readOpen(db, channelId);
  const known = new Set(open.map(({ id }) => id));
  const named = new Set(
    messages.flatMap(({ told }) =>
      told.kind === 'alert' ? told.rows.map(({ incidentId }) => incidentId) : [],
    ),
  );
  const closed: WatchedIncident[] = [];
  for await (const ids of inPieces(
    [...named].filter((id) => !known.has(id)),
    PAGE,
  )) {
    // Always as many: another number would be another statement to prepare.
    const some = Array.from({ length: PAGE }, (_, index) => ids[index] ?? '');
    const rows = await selectIncidents(db, channelId).where('incidents.id', 'in', some).execute();
    closed.push(...rows.map(toWatched));
  }
  return [...open, ...closed];
}

/** By account, page by page; then oldest first. */
async function readOpen(db: Kysely<Tables>, channelId: string): Promise<readonly WatchedIncident[]> {
  const open = await readPages<WatchedIncident>(async (last) => {
    const rows = await selectIncidents(db, channelId)
      .where('closed_at_ms', 'is', null)
      .where('incidents.account_id', '>', last?.accountId ?? '')
      .orderBy('incidents.account_id')
      .limit(PAGE)
      .execute();
    return rows.map(toWatched);
  });
  return open.sort(
    (one, other) =>
      one.detectedAtMs - other.detectedAtMs || (one.id < other.id ? -1 : Number(one.id > other.id)),
  );
}

const selectIncidents = (db: Kysely<Tables>, channelId: string) =>
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
  ...stateIn(row),
});
