import type { WatchStore } from '../../domain/watch/watch-store.ts';
import type { Db } from '../tables.ts';

/** One transaction removes no more, so that nobody waits for it. */
const FORGOTTEN_AT_ONCE = 1_000;

/** Removes messages, incidents and days that are too old. Resolves with whether there may be more. */
export async function forgetOld(
  db: Db,
  { day, closedBeforeMs, postedBeforeMs }: Parameters<WatchStore['forgetOld']>[0],
): Promise<boolean> {
  await db
    .deleteFrom('messages')
    .where('is_over', '=', 1)
    .where('posted_at_ms', '<', postedBeforeMs)
    .execute();
  const incidents = await db
    .deleteFrom('incidents')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('incidents')
        .select('id')
        .where('closed_at_ms', '<', closedBeforeMs)
        .limit(FORGOTTEN_AT_ONCE),
    )
    .executeTakeFirstOrThrow();
  const days = await db
    .deleteFrom('account_days')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('day', 'account_id'),
        'in',
        selectFrom('account_days')
          .select(['account_days.day', 'account_days.account_id'])
          .where('account_days.day', '<', day)
          .limit(FORGOTTEN_AT_ONCE)
          .$asTuple('day', 'account_id'),
      ),
    )
    .executeTakeFirstOrThrow();
  return [incidents, days].some(({ numDeletedRows }) => Number(numDeletedRows) === FORGOTTEN_AT_ONCE);
}
