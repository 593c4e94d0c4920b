import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Transaction } from 'kysely';
import { foldName } from '../account/names.ts';
import {
  type NameResult,
  type Person,
  PINS_AT_MOST,
  type Pin,
  type PinResult,
  RECENTS_AT_MOST,
  type Recent,
} from '../account/pins.ts';
import type { Database } from './database.ts';
import type { Db, Tables } from './tables.ts';

/**
 * The pins of each person, exact however many presses come at once and in however many processes. Every call rejects
 * with a StoreError when the database fails.
 */
export const createPins = (database: Database, now: () => number) => ({
  /** In the order of pinning. */
  list: (person: Person) => database.run((db) => readPins(db, person)),

  add: (person: Person, { accountId, name }: { readonly accountId: string; readonly name?: string }) =>
    write(database, person, async (db, revision): Promise<PinResult> => {
      const pins = await readPins(db, person);
      if (pins.some((pin) => pin.accountId === accountId)) return { kind: 'already-pinned' };
      if (pins.length >= PINS_AT_MOST) return { kind: 'limit-reached', limit: PINS_AT_MOST };
      const taken = takenBy(pins, accountId, name);
      if (taken !== undefined) return taken;
      const key = { team_id: person.teamId, user_id: person.userId, account_id: accountId };
      const row = { ...key, ...nameColumns(name), revision, pinned_at_ms: now() };
      await db.insertInto('pins').values(row).execute();
      return { kind: 'pinned' };
    }),

  /** Gives, changes or (without a name) takes away the name of a pin. Names compare without regard to case, in Turkish too. */
  rename: (person: Person, accountId: string, name: string | undefined) =>
    write(database, person, async (db): Promise<NameResult> => {
      const taken = takenBy(await readPins(db, person), accountId, name);
      if (taken !== undefined) return taken;
      const renamed = db.updateTable('pins').set(nameColumns(name)).where('account_id', '=', accountId);
      const { numUpdatedRows } = await renamed.where(of(person)).executeTakeFirstOrThrow();
      return { kind: numUpdatedRows > 0n ? 'named' : 'not-pinned' };
    }),

  /** Whether there was such a pin. */
  remove: (person: Person, accountId: string) =>
    write(database, person, async (db) => {
      const pin = db.deleteFrom('pins').where('account_id', '=', accountId).where(of(person));
      const { numDeletedRows } = await pin.executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    }),
});

/** What one person asked for since the last write. */
interface Asked {
  readonly person: Person;
  /** The last one first. */
  readonly accountIds: readonly string[];
  readonly askedAtMs: number;
}

/** A commit waits for the disk, and with SQLite the process waits with it: some 4 ms for each look-up. */
const GATHER_MS = 100;
/** Written by one statement. Each has ten accounts at most, of five values; SQLite takes 32,766 values. */
const MAX_PEOPLE = 500;

/**
 * What a person asked for last: ten accounts, each of them once. Rejects as pins do. What all people ask for in a tenth
 * of a second is one transaction, which a crash may lose.
 */
export function createRecents(database: Database, now: () => number) {
  let batch: { readonly asked: Map<string, Asked>; readonly written: Promise<void> } | undefined;

  function gather() {
    const asked = new Map<string, Asked>();
    return { asked, written: writeLater(asked) };
  }

  async function writeLater(asked: ReadonlyMap<string, Asked>): Promise<void> {
    await delay(GATHER_MS);
    batch = undefined;
    // Two processes that lock several people must begin with the same one, or each waits for the other.
    const inOrder = [...asked]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([, ofPerson]) => ofPerson);
    for (let at = 0; at < inOrder.length; at += MAX_PEOPLE)
      await database.transact((db) => writeRecents(db, inOrder.slice(at, at + MAX_PEOPLE)));
  }

  return {
    /**
     * Puts the accounts first, in this order. Resolves once all that is gathered is written; undefined: the one who asked
     * first waits for that.
     */
    record(person: Person, accountIds: readonly string[]): Promise<void> | undefined {
      const isFirst = batch === undefined;
      batch ??= gather();
      const before = batch.asked.get(keyOf(person))?.accountIds ?? [];
      const newest = [...new Set([...accountIds, ...before])].slice(0, RECENTS_AT_MOST);
      batch.asked.set(keyOf(person), { person, accountIds: newest, askedAtMs: now() });
      return isFirst ? batch.written : undefined;
    },

    /** The last one first, whatever the clocks said. */
    async list(person: Person): Promise<readonly Recent[]> {
      if (batch?.asked.has(keyOf(person))) await batch.written;
      return database.run(async (db) => {
        const { rows } = await sql<Recent>`
          select account_id as "accountId", asked_at_ms as "askedAtMs" from recents ${newestOf(person)}
        `.execute(db);
        return rows;
      });
    },
  };
}

const keyOf = ({ teamId, userId }: Person) => `${teamId} ${userId}`;

async function writeRecents(db: Transaction<Tables>, asked: readonly Asked[]): Promise<void> {
  const revisions = await lockPeople(
    db,
    asked.map(({ person }) => person),
  );
  const rows = asked.flatMap(({ person, accountIds, askedAtMs }) => {
    const { teamId, userId } = person;
    const revision = revisions.get(keyOf(person));
    return accountIds.map(
      (accountId, index) => sql`(${teamId}, ${userId}, ${accountId}, ${revision}, ${askedAtMs - index})`,
    );
  });
  await sql`
    insert into recents (team_id, user_id, account_id, revision, asked_at_ms) values ${sql.join(rows)}
    on conflict (team_id, user_id, account_id) do update
    set revision = excluded.revision, asked_at_ms = excluded.asked_at_ms`.execute(db);
  const people = asked.map(({ person: { teamId, userId } }) => sql`(${teamId}, ${userId})`);
  await sql`delete from recents where (team_id, user_id, account_id) in (
    select team_id, user_id, account_id from (
      select team_id, user_id, account_id,
        row_number() over (partition by team_id, user_id order by revision desc, asked_at_ms desc) as place
      from recents where (team_id, user_id) in (values ${sql.join(people)})
    ) as ranked where place > ${RECENTS_AT_MOST})`.execute(db);
}

const newestOf = (person: Person) =>
  sql`where ${of(person)} order by revision desc, asked_at_ms desc limit ${RECENTS_AT_MOST}`;

/** The same user id in another team is another person. */
const of = ({ teamId, userId }: Person) => sql<boolean>`team_id = ${teamId} and user_id = ${userId}`;

/** One transaction. The row of the person orders the writes of theirs, in whichever processes they began. */
const write = <T>(
  database: Database,
  person: Person,
  work: (db: Transaction<Tables>, revision: number) => Promise<T>,
): Promise<T> =>
  database.transact(async (db) => {
    const revisions = await lockPeople(db, [person]);
    return await work(db, revisions.get(keyOf(person)) ?? 0);
  });

/** First in every write of people, whose rows it locks in this order. Resolves with the revision of this write, by `keyOf`. */
async function lockPeople(
  db: Transaction<Tables>,
  people: readonly Person[],
): Promise<ReadonlyMap<string, number>> {
  const values = people.map(({ teamId, userId }) => sql`(${teamId}, ${userId}, 1)`);
  const { rows } = await sql<Person & { readonly revision: number }>`
    insert into people (team_id, user_id, revision) values ${sql.join(values)}
    on conflict (team_id, user_id) do update set revision = people.revision + 1
    returning team_id as "teamId", user_id as "userId", revision`.execute(db);
  return new Map(rows.map(({ revision, ...person }) => [keyOf(person), revision]));
}

/** Every look-up reads them, and Kysely makes such a text in half the time of a built query. */
async function readPins(db: Db, person: Person): Promise<readonly Pin[]> {
  const { rows } = await sql<Pin & { readonly name: string | null }>`
    select account_id as "accountId", name, pinned_at_ms as "pinnedAtMs" from pins
    where ${of(person)} order by revision`.execute(db);
  return rows.map(({ name, ...pin }) => ({ ...pin, name: name ?? undefined }));
}

const nameColumns = (name: string | undefined) => ({
  name: name ?? null,
  folded_name: name === undefined ? null : foldName(name),
});

/** The other account of the person that has the name already. */
function takenBy(pins: readonly Pin[], accountId: string, name: string | undefined) {
  if (name === undefined) return undefined;
  const folded = foldName(name);
  const holder = pins.find((pin) => pin.name !== undefined && foldName(pin.name) === folded);
  if (holder?.name === undefined || holder.accountId === accountId) return undefined;
  return { kind: 'name-taken' as const, name: holder.name, accountId: holder.accountId };
}
