import { sql } from 'kysely';
import type { SourceOutage } from '../watch/outage.ts';
import type { AlertRow, Posted } from '../watch/posted.ts';
import type { Db } from './tables.ts';

/** A message that version 1 has posted. `told` is JSON of an `OldTold`. */
type OldMessage = Readonly<Record<'channel_id' | 'told' | 'posted_in' | 'ts', string>> & {
  readonly posted_at_ms: number;
};

interface OldRow extends Omit<AlertRow, 'accountId'> {
  readonly ended?: 'moved' | 'not-watched';
  readonly isRecoveryTold?: true;
}

type OldTold =
  | { readonly kind: 'alert'; readonly rows: readonly OldRow[] }
  | ({ readonly kind: 'outage'; readonly isRecoveryTold?: true } & SourceOutage)
  | { readonly kind: 'absence'; readonly fromMs: number }
  | { readonly kind: 'broken' | 'stopped' | 'summary' };

/**
 * Adopts the messages of version 1. In each conversation the newest alert with open incidents becomes the living alert, and
 * older ones will link to it. Posts nothing.
 */
export async function adoptMessages(db: Db): Promise<void> {
  const { rows } = await sql<OldMessage>`
    select * from messages where ts is not null and posted_in is not null order by posted_at_ms, id`.execute(
    db,
  );
  for (const [id, messages] of Map.groupBy(rows, (row) => row.channel_id)) {
    let posted: Posted = {};
    for (const { ts, posted_in: channelId, posted_at_ms: postedAtMs, told } of messages) {
      const old = JSON.parse(told) as OldTold;
      if (old.kind === 'absence') posted = { ...posted, downtimeFromMs: old.fromMs };
      if (old.kind === 'outage') {
        const overAtMs = old.isRecoveryTold ? old.overAtMs : undefined;
        posted = { ...posted, outage: { ts, channelId, sinceMs: old.sinceMs, overAtMs } };
      }
      if (old.kind !== 'alert') continue;
      await adoptNotified(db, id, old.rows);
      const open = old.rows.filter((row) => row.ended === undefined && row.resolvedAtMs === undefined);
      if (open.length === 0) continue;
      // The id of an incident is the id of its account, an `@`, and the time at which it was detected.
      const accountOf = (incidentId: string) => incidentId.slice(0, incidentId.lastIndexOf('@'));
      const shown = open.map((row) => ({ ...row, accountId: accountOf(row.incidentId) }));
      const superseded = posted.alert ? [...(posted.superseded ?? []), posted.alert] : undefined;
      posted = { ...posted, alert: { ts, channelId, postedAtMs, rows: shown, ...OF_VERSION_1 }, superseded };
    }
    const columns = { posted: JSON.stringify(posted) };
    await db.updateTable('channels').set(columns).where('id', '=', id).execute();
  }
}

/** The text of such an alert is that of version 1. An impossible count makes the engine edit it. */
const OF_VERSION_1 = {
  newIds: [],
  counts: { critical: 0, attention: 0, unknown: 0 },
  fineCount: -1,
  fineToldCount: 0,
};

async function adoptNotified(db: Db, channelId: string, rows: readonly OldRow[]): Promise<void> {
  for (const { incidentId, level, ended, isRecoveryTold } of rows) {
    if (ended === 'not-watched' || isRecoveryTold) continue;
    await sql`
      insert into notified (channel_id, incident_id, level)
      select ${channelId}, id, ${level} from incidents where id = ${incidentId}
      on conflict (channel_id, incident_id) do update set level = excluded.level`.execute(db);
  }
}
