import { type Person, RECENTS_AT_MOST, type RecentStore } from '../../domain/pins.ts';
import { checkedText } from '../checked-text.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import { type Db, personKey } from '../tables.ts';

export function createRecentStore(database: GuardedDatabase, now: () => number): RecentStore {
  return {
    async record(person, accountIds) {
      const nowMs = now();
      const asked = [...new Set(accountIds)].map((accountId, index) => ({
        ...personKey(person),
        account_id: checkedText('an account id', accountId),
        // The first one asked for stands first.
        asked_at_ms: nowMs - index,
      }));
      await database.write(person, async ({ db, revision }) => {
        await db
          .insertInto('recents')
          .values(asked.map((row) => ({ ...row, revision })))
          .onConflict((conflict) =>
            conflict.columns(['team_id', 'user_id', 'account_id']).doUpdateSet(({ ref }) => ({
              revision,
              asked_at_ms: ref('excluded.asked_at_ms'),
            })),
          )
          .execute();
        await db
          .deleteFrom('recents')
          .where((eb) => eb.and(personKey(person)))
          .where('account_id', 'not in', newestOf(db, person).select('account_id'))
          .execute();
      });
    },

    async list(person) {
      const rows = await database.read((db) =>
        newestOf(db, person).select(['account_id', 'asked_at_ms']).execute(),
      );
      return rows.map((row) => ({ accountId: row.account_id, askedAtMs: row.asked_at_ms }));
    },
  };
}

const newestOf = (db: Db, person: Person) =>
  db
    .selectFrom('recents')
    .where((eb) => eb.and(personKey(person)))
    .orderBy('revision', 'desc')
    .orderBy('asked_at_ms', 'desc')
    .limit(RECENTS_AT_MOST);
