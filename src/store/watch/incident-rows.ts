import { sql } from 'kysely';
import { inPieces } from '../../async.ts';
import { type Incident, type LevelEvent, nextIncident } from '../../watch/incident.ts';
import { covers } from '../../watch/patterns.ts';
import { widestOf } from '../../watch/tell-from.ts';
import type { Told } from '../../watch/told.ts';
import type { WatchedIncident } from '../../watch/watch-store.ts';
import type { Db, Tables } from '../tables.ts';
import { coveredBy, wakeWatchers, watchesOf } from './coverage.ts';
import { PAGE, readPages, stateIn, toIncident, toTerms } from './from-columns.ts';

/** Writes down what a confirmed change of level makes of an account's incident. Its channels are due. */
export async function applyEvent(db: Db, accountId: string, event: LevelEvent, nowMs: number): Promise<void> {
  // Nobody else's to change until the transaction is over.
  const { rows } = await sql<Tables['incidents']>`
    update incidents set account_id = account_id
    where account_id = ${accountId} and closed_at_ms is null returning *`.execute(db);
  const [open] = rows;
  const next = nextIncident(open && toIncident(open), event, nowMs);
  if (next !== undefined) {
    const columns = columnsOf(next, nowMs);
    const id = open?.id ?? `${accountId}@${nowMs}`;
    await db
      .insertInto('incidents')
      .values({ id, account_id: accountId, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute();
  }
  await wakeWatchers(db, [accountId], nowMs);
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

/** Those that are open, oldest first, and those that these messages name. */
export async function readIncidents(
  db: Db,
  channelId: string,
  messages: readonly { readonly told: Told }[],
): Promise<readonly WatchedIncident[]> {
  const watches = await watchesOf(db, channelId);
  const covered = coveredBy(
    watches.map(({ pattern }) => pattern),
    sql`account_id`,
  );
  const found = sql`
    select incidents.*, state from incidents
    join watched_accounts on watched_accounts.id = account_id where ${covered}`;
  const toWatched = (row: IncidentRow): WatchedIncident[] => {
    const terms = widestOf(watches.filter(({ pattern }) => covers(pattern, row.account_id)).map(toTerms));
    if (terms === undefined) return [];
    return [{ id: row.id, accountId: row.account_id, ...toIncident(row), terms, state: stateIn(row) }];
  };
  const open = await readPages<WatchedIncident>(async (last) => {
    const { rows } = await sql<IncidentRow>`${found}
      and closed_at_ms is null and account_id > ${last?.accountId ?? ''}
      order by account_id limit ${PAGE}`.execute(db);
    return rows.flatMap(toWatched);
  });
  open.sort((one, other) => one.detectedAtMs - other.detectedAtMs || (one.id < other.id ? -1 : 1));
  const rows = messages.flatMap(({ told }) => (told.kind === 'alert' ? told.rows : []));
  const named = new Set(rows.map(({ incidentId }) => incidentId));
  for (const { id } of open) named.delete(id);
  const closed: WatchedIncident[] = [];
  for await (const ids of inPieces([...named], PAGE)) {
    const named = sql<IncidentRow>`${found} and incidents.id in (${sql.join(ids)})`;
    closed.push(...(await named.execute(db)).rows.flatMap(toWatched));
  }
  return [...open, ...closed];
}

type IncidentRow = Tables['incidents'] & Pick<Tables['watched_accounts'], 'state'>;
