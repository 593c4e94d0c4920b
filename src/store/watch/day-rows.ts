import { sql } from 'kysely';
import type { AccountDay } from '../../domain/history/account-days.ts';
import type { Db } from '../tables.ts';

/** Adds what a read proved to the days of an account. */
export async function addDays(db: Db, accountId: string, days: readonly AccountDay[]): Promise<void> {
  if (days.length === 0) return;
  const rows = days.map(({ day, times }) => ({
    day,
    account_id: accountId,
    critical_ms: times.critical,
    attention_ms: times.attention,
    unknown_ms: times.unknown,
    healthy_ms: times.healthy,
  }));
  const sum = (column: 'critical_ms' | 'attention_ms' | 'unknown_ms' | 'healthy_ms') =>
    sql<number>`${sql.ref(`account_days.${column}`)} + ${sql.ref(`excluded.${column}`)}`;
  await db
    .insertInto('account_days')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'account_id']).doUpdateSet({
        critical_ms: sum('critical_ms'),
        attention_ms: sum('attention_ms'),
        unknown_ms: sum('unknown_ms'),
        healthy_ms: sum('healthy_ms'),
      }),
    )
    .execute();
}

/** The days of an account from `first` to `last`, oldest first. */
export async function readDays(
  db: Db,
  accountId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly AccountDay[]> {
  // Each day by itself: they lie far apart.
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const rows = await db
    .selectFrom('account_days')
    .select(['day', 'critical_ms as critical', 'attention_ms as attention'])
    .select(['unknown_ms as unknown', 'healthy_ms as healthy'])
    .where('day', 'in', days)
    .where('account_id', '=', accountId)
    .orderBy('day')
    .execute();
  return rows.map(({ day, ...times }) => ({ day, times }));
}
