import { firstDay } from '../../domain/history/account-days.ts';
import {
  type AddResult,
  type NewWatch,
  PATTERNS_AT_MOST,
  WATCHED_AT_MOST,
  WATCHED_HERE_AT_MOST,
} from '../../domain/watch/watch-list.ts';
import { checkedText } from '../checked-text.ts';
import type { Db } from '../tables.ts';
import { insertAccounts } from './account-rows.ts';
import { wakeCreators } from './channel-rows.ts';
import { UNCLAIMED } from './claim-due.ts';
import { addDays } from './day-rows.ts';
import { askedColumns, writePattern } from './pattern-rows.ts';
import { setSchedule } from './summary-rows.ts';

/** Begins to watch, unless that would be too many. */
export async function beginWatch(db: Db, watch: NewWatch, nowMs: number): Promise<AddResult> {
  const limit = await limitReached(db, watch);
  if (limit !== undefined) return { kind: 'limit-reached', limit };
  const { channelId, accountIds, patterns = [], summary } = watch;
  await addChannel(db, watch, nowMs);
  for (const accountId of accountIds) await addAccount(db, watch, accountId, nowMs);
  for (const pattern of patterns) await writePattern(db, watch, pattern);
  await wakeCreators(db, channelId, nowMs);
  if (summary !== undefined) await setSchedule(db, channelId, summary, nowMs);
  return { kind: 'watched' };
}

/** The limit that the watch would go over. */
async function limitReached(
  db: Db,
  { channelId, accountIds, patterns = [] }: NewWatch,
): Promise<number | undefined> {
  const { here, followed, all } = await db
    .selectNoFrom(({ fn, selectFrom }) => {
      const count = fn.countAll<number>().as('count');
      const named = selectFrom('watches').where('channel_id', '=', channelId).where('pattern', 'is', null);
      return [
        named.select(count).as('here'),
        selectFrom('watch_patterns').select(count).as('followed'),
        selectFrom('watched_accounts').select(count).as('all'),
      ];
    })
    .executeTakeFirstOrThrow();
  if (patterns.length > 0 && Number(followed) + patterns.length > PATTERNS_AT_MOST) return PATTERNS_AT_MOST;
  if (Number(here) + accountIds.length > WATCHED_HERE_AT_MOST) return WATCHED_HERE_AT_MOST;
  const isFull = accountIds.length > 0 && Number(all) + accountIds.length > WATCHED_AT_MOST;
  return isFull ? WATCHED_AT_MOST : undefined;
}

async function addChannel(db: Db, { channelId, person }: NewWatch, nowMs: number): Promise<void> {
  const id = checkedText('a channel id', channelId);
  const team_id = checkedText('a team id', person.teamId);
  // What was said when the watch began got through: what is left is told again.
  const unbroken = { broken: null, due_at_ms: nowMs, lease_until_ms: 0 };
  await db
    .insertInto('channels')
    .values({ id, team_id, broken: null, summary: null, due_at_ms: 0, ...UNCLAIMED })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(unbroken).where('channels.broken', 'is not', null),
    )
    .execute();
}

async function addAccount(db: Db, watch: NewWatch, accountId: string, nowMs: number): Promise<void> {
  const state = watch.baseline.get(accountId);
  const id = checkedText('an account id', accountId);
  const isNew = (await insertAccounts(db, [{ id, state, dueAtMs: nowMs }])) === 1;
  if (isNew && state !== undefined) await addDays(db, id, [firstDay(state)]);
  const columns = { ...askedColumns(watch), pattern: null };
  const { channelId: channel_id, terms } = watch;
  await db
    .insertInto('watches')
    // Other terms are no new watch: what is open and was not told yet still is.
    .values({ channel_id, account_id: id, created_at_ms: terms.createdAtMs, ...columns })
    .onConflict((conflict) => conflict.columns(['channel_id', 'account_id']).doUpdateSet(columns))
    .execute();
}
