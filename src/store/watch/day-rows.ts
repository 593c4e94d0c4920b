import { sql } from 'kysely';
import type { AccountDay, LevelTimes } from '../../domain/history/account-days.ts';
import type { Db } from '../tables.ts';

/** Adds what a read proved to the days of an account. */
export async function addDays(db: Db, accountId: string, days: readonly AccountDay[]): Promise<void> {
  for (const { day, times } of days)
    await sql`
      insert into account_days (day, account_id, critical_ms, attention_ms, unknown_ms, healthy_ms)
      values (${day}, ${accountId}, ${times.critical}, ${times.attention}, ${times.unknown}, ${times.healthy})
      on conflict (day, account_id) do update set
        critical_ms = account_days.critical_ms + excluded.critical_ms,
        attention_ms = account_days.attention_ms + excluded.attention_ms,
        unknown_ms = account_days.unknown_ms + excluded.unknown_ms,
        healthy_ms = account_days.healthy_ms + excluded.healthy_ms`.execute(db);
}

/** The days of an account from `first` to `last`, oldest first. */
export async function readDays(
  db: Db,
  accountId: string,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<readonly AccountDay[]> {
  // Each day by itself: they lie far apart.
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const { rows } = await sql<LevelTimes & { readonly day: number }>`
    select day, critical_ms as critical, attention_ms as attention, unknown_ms as unknown, healthy_ms as healthy
    from account_days where day in (${sql.join(days)}) and account_id = ${accountId} order by day`.execute(
    db,
  );
  return rows.map(({ day, ...times }) => ({ day, times }));
}
