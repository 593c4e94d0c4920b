import { type Person, RECENTS_AT_MOST, type RecentStore } from '../domain/pins.ts';
import { checkedText } from './checked-text.ts';
import type { GuardedDatabase } from './create-guarded-database.ts';
import { personKey } from './person-key.ts';

export function createRecentStore(deps: { database: GuardedDatabase; now: () => number }): RecentStore {
  const { database, now } = deps;
  async function recordOne(person: Person, accountId: string): Promise<void> {
    const key = { ...personKey(person), account_id: checkedText('an account id', accountId) };
    await database.write(person, async ({ db, revision }) => {
      const latest = { revision, asked_at_ms: now() };
      await db
        .insertInto('recents')
        .values({ ...key, ...latest })
        .onConflict((conflict) => conflict.columns(['team_id', 'user_id', 'account_id']).doUpdateSet(latest))
        .execute();
      const oldestKept = db
        .selectFrom('recents')
        .select('revision')
        .where((eb) => eb.and(personKey(person)))
        .orderBy('revision', 'desc')
        .limit(1)
        .offset(RECENTS_AT_MOST - 1);
      await db
        .deleteFrom('recents')
        .where((eb) => eb.and(personKey(person)))
        .where('revision', '<', oldestKept)
        .execute();
    });
  }

  return {
    async record(person, accountIds) {
      // The first one asked for stands first.
      for (const accountId of accountIds.toReversed()) await recordOne(person, accountId);
    },

    async list(person) {
      const rows = await database.read((db) =>
        db
          .selectFrom('recents')
          .select(['account_id', 'asked_at_ms'])
          .where((eb) => eb.and(personKey(person)))
          .orderBy('revision', 'desc')
          .limit(RECENTS_AT_MOST)
          .execute(),
      );
      return rows.map((row) => ({ accountId: row.account_id, askedAtMs: row.asked_at_ms }));
    },
  };
}
