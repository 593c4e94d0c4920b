import { sql } from 'kysely';
import type { AlertRow, LivingAlert, Posted } from '../watch/posted.ts';
import type { Db } from './tables.ts';

/** A message of 1.x that Slack has. `told` is JSON of an `OldTold`. */
interface OldMessage {
  readonly channel_id: string;
  readonly told: string;
  readonly posted_at_ms: number;
  readonly posted_in: string;
  readonly ts: string;
}

interface OldRow extends Omit<AlertRow, 'accountId'> {
  readonly ended?: 'moved' | 'not-watched';
  readonly isRecoveryTold?: true;
}

type OldTold =
  | { readonly kind: 'alert'; readonly rows: readonly OldRow[] }
  | {
      readonly kind: 'outage';
      readonly sinceMs: number;
      readonly overAtMs?: number;
      readonly isRecoveryTold?: true;
    }
  | { readonly kind: 'absence'; readonly fromMs: number }
  | { readonly kind: 'broken' | 'stopped' | 'summary' };

/**
 * What version 1 has posted: the newest alert of a place that says something is open lives on, and older ones lead to it.
 * Nothing is posted for it.
 */
export async function adoptMessages(db: Db): Promise<void> {
  const { rows } = await sql<OldMessage>`
    select * from messages where ts is not null and posted_in is not null order by posted_at_ms, id`.execute(
    db,
  );
  for (const [channelId, messages] of Map.groupBy(rows, (row) => row.channel_id)) {
    let posted: Posted = {};
    for (const message of messages) {
      const old = JSON.parse(message.told) as OldTold;
      posted = adopted(posted, message, old);
      if (old.kind === 'alert') await adoptNotified(db, channelId, old.rows);
    }
    const columns = { posted: JSON.stringify(posted) };
    await db.updateTable('channels').set(columns).where('id', '=', channelId).execute();
  }
}

function adopted(
  posted: Posted,
  { ts, posted_in: channelId, posted_at_ms }: OldMessage,
  old: OldTold,
): Posted {
  switch (old.kind) {
    case 'alert': {
      const open = old.rows.filter((row) => row.ended === undefined && row.resolvedAtMs === undefined);
      if (open.length === 0) return posted;
      const counts = { critical: 0, attention: 0, unknown: 0 };
      for (const { level } of open) counts[level] += 1;
      const rows = open.slice(0, 10).map((row) => ({ ...row, accountId: accountOf(row) }));
      // It does not say yet what it would now: no alert counts fewer than none that are fine.
      const content = { newIds: [], rows, counts, fineCount: -1, fineToldCount: 0 };
      const alert: LivingAlert = { ts, channelId, ...content, postedAtMs: posted_at_ms };
      const superseded = posted.alert ? [...(posted.superseded ?? []), posted.alert] : posted.superseded;
      return { ...posted, alert, superseded };
    }
    case 'outage': {
      const { sinceMs, overAtMs, isRecoveryTold } = old;
      return {
        ...posted,
        outage: { ts, channelId, sinceMs, overAtMs: isRecoveryTold ? overAtMs : undefined },
      };
    }
    case 'absence':
      return { ...posted, downtimeFromMs: old.fromMs };
    default:
      return posted;
  }
}

/** The account of an incident: the time at which it was noticed is behind it. */
const accountOf = ({ incidentId }: OldRow) => incidentId.slice(0, incidentId.lastIndexOf('@'));

async function adoptNotified(db: Db, channelId: string, rows: readonly OldRow[]): Promise<void> {
  for (const { incidentId, level, ended, isRecoveryTold } of rows) {
    if (ended === 'not-watched' || isRecoveryTold) continue;
    await sql`
      insert into notified (channel_id, incident_id, level)
      select ${channelId}, id, ${level} from incidents where id = ${incidentId}
      on conflict (channel_id, incident_id) do update set level = excluded.level`.execute(db);
  }
}
