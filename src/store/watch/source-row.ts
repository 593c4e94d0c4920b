import { sql } from 'kysely';
import type { SourceRecord } from '../../watch/watch-store.ts';
import type { Db, Tables } from '../tables.ts';
import { wakeChannels } from './claim-due.ts';

/** What is known of the service and of ourselves. */
export async function readSource(db: Db): Promise<SourceRecord> {
  const row = await db.selectFrom('watch_source').select('record').executeTakeFirst();
  return row === undefined ? {} : (JSON.parse(row.record) as SourceRecord);
}

/**
 * Changes it, one process after the other until their transactions are over, and resolves with it. Every channel is due
 * when an outage or an absence is another one then.
 */
export async function noteSource(
  db: Db,
  change: (record: SourceRecord) => SourceRecord,
  nowMs: number,
): Promise<SourceRecord> {
  // The row's lock orders the processes.
  const { rows } = await sql<Tables['watch_source']>`
    insert into watch_source (id, record) values (1, '{}')
    on conflict (id) do update set id = 1 returning *`.execute(db);
  const before = JSON.parse(rows[0]?.record ?? '{}') as SourceRecord;
  const after = change(before);
  const written = JSON.stringify(after);
  await db.updateTable('watch_source').set({ record: written }).execute();
  if (newsOf(before) !== newsOf(after)) await wakeChannels(db, nowMs);
  return after;
}

const newsOf = ({ outage, absence }: SourceRecord) => JSON.stringify([outage, absence]);
