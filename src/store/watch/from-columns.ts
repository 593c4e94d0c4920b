import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Incident } from '../../watch/incident.ts';
import type { WatchState } from '../../watch/observe-reading.ts';
import type { WatchTerms } from '../../watch/watch-list.ts';
import type { Tables } from '../tables.ts';

type IncidentColumns = Omit<Tables['incidents'], 'id' | 'account_id' | 'closed_at_ms'>;

/** An incident as the rules see it. */
export const toIncident = (row: IncidentColumns): Incident => ({
  level: row.level,
  startedAtMs: row.started_at_ms,
  detectedAtMs: row.detected_at_ms,
  canWait: row.can_wait === 1 || undefined,
  owner:
    row.owner_id !== null && row.owner_until_ms !== null
      ? { userId: row.owner_id, untilMs: row.owner_until_ms }
      : undefined,
  resolvedAtMs: row.resolved_at_ms ?? undefined,
});

export const toTerms = (row: Tables['watches']): WatchTerms => ({
  tellOf: row.tell_of,
  zone: row.zone,
  createdAtMs: row.created_at_ms,
  widenedAtMs: row.widened_at_ms ?? undefined,
});

/** What is known of a watched account; nothing before the first read. */
export const stateIn = ({ state }: Pick<Tables['watched_accounts'], 'state'>): WatchState | undefined =>
  state === null ? undefined : (JSON.parse(state) as WatchState);

/** So many rows are read or written before others are served: of thousands of accounts all may turn bad at once. */
export const PAGE = 200;

/** All rows. `readPage` reads up to PAGE of them that come after the last one, at first after none. */
export async function readPages<Row>(
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.at(-1));
    rows.push(...page);
    if (page.length < PAGE) return rows;
    await nextTurn();
  }
}
