import type { Transaction } from 'kysely';
import type { Person } from '../domain/pins.ts';
import { checkedText } from './checked-text.ts';
import { StoreError, toStoreError } from './store-error.ts';
import { type Db, personKey, type Tables } from './tables.ts';

/** What a write works with: its transaction, and the number it marks its rows with. */
interface Write {
  readonly db: Transaction<Tables>;
  readonly revision: number;
}

/** The database as pins and recents see it. Everything rejects with a StoreError, or is a defect. */
export type GuardedDatabase = ReturnType<typeof createGuardedDatabase>;

export function createGuardedDatabase(db: Db, now: () => number = Date.now) {
  const underWay = new Set<Promise<unknown>>();
  let isClosed = false;
  let failingSinceMs: number | undefined;
  async function guarded<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) throw new StoreError('unavailable', 'the store is closed');
    const working = work();
    underWay.add(working);
    try {
      const done = await working;
      failingSinceMs = undefined;
      return done;
    } catch (error) {
      const known = toStoreError(error);
      if (known instanceof StoreError) failingSinceMs ??= now();
      throw known;
    } finally {
      underWay.delete(working);
    }
  }
  const transaction = () => db.transaction().setIsolationLevel('read committed');
  return {
    read: <T>(work: (db: Db) => Promise<T>) => guarded(() => work(db)),
    /** One transaction, without ordering the writes of a person. */
    transact: <T>(work: (db: Transaction<Tables>) => Promise<T>) =>
      guarded(() => transaction().execute(work)),
    /** One transaction. Writes of one person run one after the other, in whichever processes they began. */
    write: <T>(person: Person, work: (write: Write) => Promise<T>) =>
      guarded(() =>
        transaction().execute(async (db) => await work({ db, revision: await lockPerson(db, person) })),
      ),
    /** Since when nothing that was asked of it has worked, epoch milliseconds; undefined: the last thing did. */
    failingSinceMs: () => failingSinceMs,
    /** Lets what is under way finish; refuses everything after. */
    async close() {
      if (isClosed) return;
      isClosed = true;
      await Promise.allSettled(underWay);
      await db.destroy();
    },
  };
}

/** First in every write, so that the row's lock orders them. Returns the revision of this one. */
async function lockPerson(db: Transaction<Tables>, person: Person): Promise<number> {
  checkedText('a team id', person.teamId);
  checkedText('a user id', person.userId);
  const { revision } = await db
    .insertInto('people')
    .values({ ...personKey(person), revision: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'user_id'])
        .doUpdateSet(({ eb }) => ({ revision: eb('people.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}
