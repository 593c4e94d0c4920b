import { sql } from 'kysely';
import { type Change, zoneIdOf } from '../../watch/observe.ts';
import { type Gap, isGoingOn } from '../../watch/outage.ts';
import type { AccountRecord } from '../../watch/watch-list.ts';
import { type Db, stateIn, type Tx } from '../tables.ts';
import { readSource } from './source.ts';

/** Adds changes of an account. The caller must have locked its row, so that no other process uses the same `seq`. */
export async function addChanges(db: Db, accountId: string, changes: readonly Change[]): Promise<void> {
  for (const { level, startedAtMs, detectedAtMs } of changes)
    await sql`
      insert into changes (account_id, seq, started_at_ms, detected_at_ms, level)
      values (${accountId}, (select coalesce(max(seq), 0) + 1 from changes where account_id = ${accountId}),
        ${startedAtMs}, ${detectedAtMs}, ${level})`.execute(db);
}

/** The changes of an account, oldest first. */
export async function readChanges(db: Db, accountId: string): Promise<readonly Change[]> {
  const { rows } = await sql<Change>`
    select level, started_at_ms as "startedAtMs", detected_at_ms as "detectedAtMs"
    from changes where account_id = ${accountId} order by seq`.execute(db);
  return rows;
}

/** All gaps. An outage that is still going on ends at Infinity. */
export async function readGaps(db: Db): Promise<readonly Gap[]> {
  const { outage } = await readSource({ db });
  const { rows } = await sql<Gap>`select from_ms as "fromMs", to_ms as "toMs" from gaps`.execute(db);
  return isGoingOn(outage) ? [...rows, { fromMs: outage.sinceMs, toMs: Number.POSITIVE_INFINITY }] : rows;
}

/** What is stored about an account, watched or not. */
export async function record({ db }: Tx, accountId: string): Promise<AccountRecord> {
  const states = db.selectFrom('watched_accounts').select('state');
  const row = await states.where('id', '=', accountId).executeTakeFirst();
  // Every account has the time zone of the service.
  const others = states.where('state', 'is not', null).limit(sql.lit(1));
  const read = row?.state ? row : await others.executeTakeFirst();
  return {
    isWatched: row !== undefined,
    state: row && stateIn(row),
    zoneId: (read && zoneIdOf(stateIn(read))) ?? 'UTC',
    changes: await readChanges(db, accountId),
    gaps: await readGaps(db),
  };
}
