import type { AccountDay } from '../../domain/history/account-days.ts';
import type { Db } from '../tables.ts';

/** Adds what a read proved to the days of an account. */
export async function addDays(db: Db, accountId: string, days: readonly AccountDay[]): Promise<void> {
  for (const { day, times } of days) {
    await db
      .insertInto('account_days')
      .values({
        day,
        account_id: accountId,
        critical_ms: times.critical,
        attention_ms: times.attention,
        unknown_ms: times.unknown,
        healthy_ms: times.healthy,
      })
      .onConflict((conflict) =>
        conflict.columns(['day', 'account_id']).doUpdateSet(({ eb, ref }) => ({
          critical_ms: eb(ref('account_days.critical_ms'), '+', ref('excluded.critical_ms')),
          attention_ms: eb(ref('account_days.attention_ms'), '+', ref('excluded.attention_ms')),
          unknown_ms: eb(ref('account_days.unknown_ms'), '+', ref('excluded.unknown_ms')),
          healthy_ms: eb(ref('account_days.healthy_ms'), '+', ref('excluded.healthy_ms')),
        })),
      )
      .execute();
  }
}

/** The days of an account from `first` to `last`, oldest first. */
export async function readDays(
  db: Db,
  accountId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly AccountDay[]> {
  const rows = await db
    .selectFrom('account_days')
    .selectAll()
    // Each day by itself: they lie far apart.
    .where(
      'day',
      'in',
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    )
    .where('account_id', '=', accountId)
    .orderBy('day')
    .execute();
  return rows.map((row) => ({
    day: row.day,
    times: {
      critical: row.critical_ms,
      attention: row.attention_ms,
      unknown: row.unknown_ms,
      healthy: row.healthy_ms,
    },
  }));
}
