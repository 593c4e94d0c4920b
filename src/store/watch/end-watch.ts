import { sql } from 'kysely';
import { countOf, type Db, type Tables } from '../tables.ts';
import { wakeCreators } from './channel-rows.ts';
import { wakeChannels } from './claim-due.ts';
import { beginStopped, type Stop } from './message-rows.ts';
import { readPlan, writePlan } from './summary-rows.ts';

/** Removes watches of a channel; with the last one its summary ends. Resolves with what was removed. */
export async function endWatches<Removed>(
  db: Db,
  stop: Stop,
  remove: (stop: Stop) => Promise<Removed>,
): Promise<Removed> {
  const { channelId, nowMs } = stop;
  // Before: afterwards nobody knows who began them.
  await wakeCreators(db, channelId, nowMs);
  const removed = await remove(stop);
  const watches = await countOf(db.selectFrom('watches').where('channel_id', '=', channelId));
  const patterns = await countOf(db.selectFrom('watch_patterns').where('channel_id', '=', channelId));
  if (watches + patterns === 0) await writePlan(db, channelId, undefined);
  await wakeChannels(db, nowMs, sql`${channelId}`);
  return removed;
}

/** Resolves with those of the accounts that were watched in the channel. */
export async function removeAccounts(
  db: Db,
  stop: Stop,
  accountIds: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<Pick<Tables['watches'], 'account_id'>>`delete from watches
    where channel_id = ${stop.channelId} and account_id in (${sql.join(accountIds)})
    returning account_id`.execute(db);
  const ended = new Set(rows.map(({ account_id }) => account_id));
  const removed = accountIds.filter((id) => ended.has(id));
  await forgetUnwatched(db, removed);
  if (removed.length > 0) await beginStopped(db, stop, 'accounts', removed);
  return removed;
}

/** Resolves with whether there was one. */
export async function stopSummary(db: Db, stop: Stop): Promise<boolean> {
  const { channelId, nowMs } = stop;
  const hadOne = (await readPlan(db, channelId)) !== undefined;
  await writePlan(db, channelId, undefined);
  if (hadOne) await beginStopped(db, stop, 'summary', []);
  await wakeChannels(db, nowMs, sql`${channelId}`);
  return hadOne;
}

/** Of those of the accounts that nobody watches any more nothing is told, so nobody reads them. What is over stays. */
export async function forgetUnwatched(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const watched = db.selectFrom('watches').select('account_id').where('account_id', 'in', ids);
  const open = db.deleteFrom('incidents').where('closed_at_ms', 'is', null);
  await open.where('account_id', 'in', ids).where('account_id', 'not in', watched).execute();
  await db.deleteFrom('watched_accounts').where('id', 'in', ids).where('id', 'not in', watched).execute();
}

/** Nobody watches these accounts any more: they are off the list. Each place that watched one is to read so. */
export async function stopWatching(
  db: Db,
  accounts: readonly { readonly id: string; readonly name: string | null }[],
  nowMs: number,
): Promise<void> {
  const names = new Map(accounts.map(({ id, name }) => [id, name]));
  const ids = [...names.keys()];
  if (ids.length === 0) return;
  const { rows: ended } = await sql<Pick<Tables['watches'], 'channel_id' | 'account_id'>>`delete from watches
    where account_id in (${sql.join(ids)}) returning channel_id, account_id`.execute(db);
  await forgetUnwatched(db, ids);
  for (const [channelId, watches] of Map.groupBy(ended, ({ channel_id }) => channel_id)) {
    const retired = watches.map(({ account_id }) => account_id);
    const called = retired.map((id) => names.get(id) ?? null);
    await beginStopped(db, { channelId, nowMs }, 'retired', retired, called);
    await wakeChannels(db, nowMs, sql`${channelId}`);
  }
}
