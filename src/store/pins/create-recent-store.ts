import { type Person, RECENTS_AT_MOST, type RecentStore } from '../../domain/pins.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import { type Db, personKey } from '../tables.ts';

/** One account that one person asked for. */
export interface RecentLookup {
  readonly person: Person;
  readonly accountId: string;
  readonly askedAtMs: number;
}

/** Recents in the database, written as they come. */
export interface WrittenRecents {
  /** In one transaction; of one person's accounts the last one stands first. */
  write(asked: readonly RecentLookup[]): Promise<void>;
  list: RecentStore['list'];
}

export function createRecentStore({ database }: { readonly database: GuardedDatabase }): WrittenRecents {
  return {
    write: (asked) =>
      database.writeAll(asked, async ({ db, revision }, { person, accountId, askedAtMs }) => {
        const key = { ...personKey(person), account_id: accountId };
        const latest = { revision, asked_at_ms: askedAtMs };
        await db
          .insertInto('recents')
          .values({ ...key, ...latest })
          .onConflict((conflict) =>
            conflict.columns(['team_id', 'user_id', 'account_id']).doUpdateSet(latest),
          )
          .execute();
        await removeOldest(db, person);
      }),

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

async function removeOldest(db: Db, person: Person): Promise<void> {
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
}
