import { sql } from 'kysely';
import type { VerdictLevel } from '../../account/verdict.ts';
import { ownedSinceMs } from '../../watch/incident.ts';
import type { WatchedState, Workspace } from '../../watch/watch-list.ts';
import type { Db } from '../tables.ts';

/** As many as a person takes in at a glance. */
const WORST_AT_MOST = 5;

interface Row {
  readonly id: string;
  readonly level: VerdictLevel | null;
  readonly owner_id: string | null;
  readonly owner_until_ms: number | null;
}

/** All that is watched in the workspace: these accounts, the worst of the others, and how many more there are. */
export async function readWorkspace(
  db: Db,
  accountIds: readonly string[],
  nowMs: number,
): Promise<Workspace> {
  const watched = sql`(
    select watched_accounts.id, coalesce(incidents.level, watched_accounts.level) as level, started_at_ms,
      case when owner_until_ms > ${nowMs} then owner_id end as owner_id, owner_until_ms
    from watched_accounts
    left join incidents on incidents.account_id = watched_accounts.id and closed_at_ms is null) watched`;
  // PostgreSQL takes no empty list.
  const among = (ids: readonly string[]) => (ids.length === 0 ? sql`false` : sql`id in (${sql.join(ids)})`);
  const { rows: asked } = await sql<Row>`select * from ${watched} where ${among(accountIds)}`.execute(db);
  const { rows: worst } = await sql<Row>`
    select * from ${watched} where level in ('critical', 'attention') and not ${among(accountIds)}
    order by case level when 'critical' then 0 else 1 end, case when owner_id is null then 0 else 1 end,
      coalesce(started_at_ms, 0), id
    limit ${WORST_AT_MOST}`.execute(db);
  const shown = [...asked, ...worst];
  type Count = { readonly level: Row['level']; readonly total: number; readonly taken: number };
  const { rows: counts } = await sql<Count>`
    select level, count(*) as total, count(owner_id) as taken
    from ${watched} where not ${among(shown.map(({ id }) => id))} group by level`.execute(db);
  const others = { critical: 0, attention: 0, unknown: 0, healthy: 0, 'not-read': 0 };
  for (const { level, total } of counts) others[level ?? 'not-read'] = total;
  const othersTaken = counts.find(({ level }) => level === 'critical')?.taken ?? 0;
  return { accounts: shown.map(toState), others, othersTaken };
}

function toState({ id, level, owner_id: userId, owner_until_ms: untilMs }: Row): WatchedState {
  const owner =
    userId === null || untilMs === null ? undefined : { userId, sinceMs: ownedSinceMs({ userId, untilMs }) };
  return { accountId: id, level: level ?? undefined, owner };
}
