import { sql } from 'kysely';
import type { AlertRow, LivingAlert, Notice, Posted } from '../watch/posted.ts';
import type { Db } from './tables.ts';

/** A message of 1.x. `told` is JSON of an `OldTold`; `ts` is null while nobody knew whether Slack had it. */
interface OldMessage {
  readonly id: string;
  readonly channel_id: string;
  readonly told: string;
  readonly posted_at_ms: number;
  readonly posted_in: string | null;
  readonly ts: string | null;
  readonly is_over: number;
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
  | { readonly kind: 'absence'; readonly fromMs: number; readonly toMs: number }
  | ({ readonly kind: 'broken' } & Omit<Extract<Notice, { readonly kind: 'paused' }>, 'kind'>)
  | Extract<Notice, { readonly kind: 'stopped' }>
  | { readonly kind: 'summary'; readonly dueAtMs: number; readonly zone: string };

/**
 * What version 1 has posted: the newest alert of a place that says something is open lives on, older ones lead to it, and
 * what was about to be posted still is. Nothing is posted for it.
 */
export async function adoptMessages(db: Db): Promise<void> {
  const { rows } = await sql<OldMessage>`select * from messages order by posted_at_ms, id`.execute(db);
  for (const [channelId, messages] of Map.groupBy(rows, (row) => row.channel_id)) {
    let posted: Posted = {};
    for (const message of messages) {
      const old = JSON.parse(message.told) as OldTold;
      posted = adopted(posted, message, old);
      if (old.kind === 'alert') await adoptNotified(db, channelId, old.rows);
      const notice = message.ts === null ? noticeOf(old) : undefined;
      if (notice !== undefined)
        await db
          .insertInto('notices')
          .values({
            id: `${message.posted_at_ms}-${message.id}`,
            channel_id: channelId,
            notice: JSON.stringify(notice),
          })
          .execute();
    }
    const columns = { posted: JSON.stringify(posted) };
    await db.updateTable('channels').set(columns).where('id', '=', channelId).execute();
  }
}

function adopted(posted: Posted, { id, ts, posted_in, posted_at_ms }: OldMessage, old: OldTold): Posted {
  const at = ts !== null && posted_in !== null ? { ts, channelId: posted_in } : undefined;
  const pending = (about: NonNullable<Posted['pending']>['about']): Posted => ({
    ...posted,
    pending: { key: id, about, mayExist: true },
  });
  switch (old.kind) {
    case 'alert': {
      if (at === undefined) return pending({ kind: 'alert', newIds: [] });
      const open = old.rows.filter((row) => row.ended === undefined && row.resolvedAtMs === undefined);
      if (open.length === 0) return posted;
      const counts = { critical: 0, attention: 0, unknown: 0 };
      for (const { level } of open) counts[level] += 1;
      const rows = open.slice(0, 10).map((row) => ({ ...row, accountId: accountOf(row) }));
      // It does not say yet what it would now: no alert counts fewer than none that are fine.
      const content = { newIds: [], rows, counts, fineCount: -1, fineToldCount: 0 };
      const alert: LivingAlert = { ...at, ...content, postedAtMs: posted_at_ms };
      const superseded = posted.alert ? [...(posted.superseded ?? []), posted.alert] : posted.superseded;
      return { ...posted, alert, superseded };
    }
    case 'outage': {
      const { sinceMs, overAtMs, isRecoveryTold } = old;
      if (at === undefined) return pending({ kind: 'outage', sinceMs });
      return { ...posted, outage: { ...at, sinceMs, overAtMs, isOverTold: isRecoveryTold } };
    }
    case 'absence':
      return at === undefined
        ? pending({ kind: 'downtime', fromMs: old.fromMs, toMs: old.toMs })
        : { ...posted, downtimeFromMs: old.fromMs };
    case 'summary':
      return at === undefined ? pending({ kind: 'summary', dueAtMs: old.dueAtMs, zone: old.zone }) : posted;
    default:
      return posted;
  }
}

function noticeOf(old: OldTold): Notice | undefined {
  if (old.kind === 'stopped') return old;
  return old.kind === 'broken' ? { kind: 'paused', channelId: old.channelId, reason: old.reason } : undefined;
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
