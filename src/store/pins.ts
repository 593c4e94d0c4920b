import { sql } from 'kysely';
import { foldName } from '../account/names.ts';
import {
  MAX_PINS,
  MAX_RECENTS,
  type NameResult,
  type Person,
  type Pin,
  type PinResult,
  type Recent,
} from '../account/pins.ts';
import type { Database } from './database.ts';
import type { Db } from './tables.ts';

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
      if (pins.length >= MAX_PINS) return { kind: 'limit-reached', limit: MAX_PINS };
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

/** What a person asked for last: ten accounts, each of them once. Rejects as pins do. */
export const createRecents = (database: Database, now: () => number) => ({
  /** Puts the accounts, at least one, first, in this order. A power cut may lose the last ones. */
  record: (person: Person, accountIds: readonly string[]): Promise<void> =>
    database.transactLoosely(async (db) => {
      const revision = await lockPerson(db, person);
      const { teamId, userId } = person;
      const rows = [...new Set(accountIds)]
        .slice(0, MAX_RECENTS)
        .map((id, index) => sql`(${teamId}, ${userId}, ${id}, ${revision}, ${now() - index})`);
      await sql`
        insert into recents (team_id, user_id, account_id, revision, asked_at_ms) values ${sql.join(rows)}
        on conflict (team_id, user_id, account_id) do update
        set revision = excluded.revision, asked_at_ms = excluded.asked_at_ms`.execute(db);
      await sql`delete from recents where ${of(person)}
        and account_id not in (select account_id from recents ${newestOf(person)})`.execute(db);
    }),

  /** The last one first, whatever the clocks said. */
  list: (person: Person) =>
    database.run(async (db): Promise<readonly Recent[]> => {
      const { rows } = await sql<Recent>`
        select account_id as "accountId", asked_at_ms as "askedAtMs" from recents ${newestOf(person)}
      `.execute(db);
      return rows;
    }),
});

const newestOf = (person: Person) =>
  sql`where ${of(person)} order by revision desc, asked_at_ms desc limit ${MAX_RECENTS}`;

/** The same user id in another team is another person. */
const of = ({ teamId, userId }: Person) => sql<boolean>`team_id = ${teamId} and user_id = ${userId}`;

/** One transaction. */
const write = <T>(
  database: Database,
  person: Person,
  work: (db: Db, revision: number) => Promise<T>,
): Promise<T> => database.transact(async (db) => await work(db, await lockPerson(db, person)));

/**
 * First in every write of a person: the row of theirs orders the writes, in whichever processes they began. Resolves with
 * the revision of this one.
 */
async function lockPerson(db: Db, { teamId, userId }: Person): Promise<number> {
  const { rows } = await sql<{ readonly revision: number }>`
    insert into people (team_id, user_id, revision) values (${teamId}, ${userId}, 1)
    on conflict (team_id, user_id) do update set revision = people.revision + 1
    returning revision`.execute(db);
  return rows[0]?.revision ?? 0;
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
