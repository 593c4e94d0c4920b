import { sql } from 'kysely';
import { foldName, MAX_PINS, MAX_RECENTS, type Person, type Pin } from '../account/names.ts';
import type { Database } from './database.ts';
import type { Db, Tables, Tx } from './tables.ts';

/**
 * The pins of each person, and the ten accounts that they looked up last, each of them once. Safe under concurrent requests,
 * in any number of processes. Every call rejects with a StoreError when the database fails.
 */
export const createPins = ({ reads, writes }: Database) => ({
  ...reads({ list, recents, record }),
  ...writes({ add, rename, remove }),
});

/** The pins of a person, oldest first. Every look-up reads them, and a built query takes Kysely twice as long as raw SQL. */
async function list({ db }: Pick<Tx, 'db'>, person: Person): Promise<readonly Pin[]> {
  const { rows } = await sql<Pin & { readonly name: string | null }>`
    select account_id as "accountId", name from pins
    where ${of(person)} order by revision`.execute(db);
  return rows.map(({ name, ...pin }) => ({ ...pin, name: name ?? undefined }));
}

async function add({ db, nowMs }: Tx, person: Person, { accountId, name }: Pick<Pin, 'accountId' | 'name'>) {
  const revision = await lockPerson(db, person);
  const pins = await list({ db }, person);
  if (pins.some((pin) => pin.accountId === accountId)) return { kind: 'pinned' } as const;
  if (pins.length >= MAX_PINS) return { kind: 'limit-reached', limit: MAX_PINS } as const;
  const taken = takenBy(pins, accountId, name);
  if (taken !== undefined) return taken;
  const key = { team_id: person.teamId, user_id: person.userId, account_id: accountId };
  const row = { ...key, ...nameColumns(name), revision, pinned_at_ms: nowMs };
  await db.insertInto('pins').values(row).execute();
  return { kind: 'pinned' } as const;
}

/** Sets the name of a pin, or removes it if `name` is absent. Names are compared without case, in Turkish too. */
async function rename({ db }: Tx, person: Person, accountId: string, name?: string) {
  await lockPerson(db, person);
  const taken = takenBy(await list({ db }, person), accountId, name);
  if (taken !== undefined) return taken;
  const renamed = db.updateTable('pins').set(nameColumns(name)).where('account_id', '=', accountId);
  const { numUpdatedRows } = await renamed.where(of(person)).executeTakeFirstOrThrow();
  return { kind: numUpdatedRows > 0n ? 'named' : 'not-pinned' } as const;
}

async function remove({ db }: Tx, person: Person, accountId: string) {
  await lockPerson(db, person);
  await db.deleteFrom('pins').where('account_id', '=', accountId).where(of(person)).execute();
  return { kind: 'unpinned' } as const;
}

/**
 * Puts the accounts first, in this order. Writes nothing if they are first already, as for most look-ups. Runs again if
 * another look-up of the person was recorded meanwhile.
 */
async function record(tx: Tx, person: Person, accountIds: readonly string[]): Promise<void> {
  const { db } = tx;
  const before = await readRecents(db, person);
  const newest = [...new Set([...accountIds, ...parseRecents(before)])].slice(0, MAX_RECENTS);
  const recents = JSON.stringify(newest.map((accountId) => ({ accountId })));
  if (recents === before) return;
  const { numAffectedRows } = await sql`
    insert into people (team_id, user_id, revision, recents)
    values (${person.teamId}, ${person.userId}, 0, ${recents})
    on conflict (team_id, user_id) do update set recents = excluded.recents
    where people.recents is not distinct from ${before}`.execute(db);
  if (numAffectedRows === 0n) await record(tx, person, accountIds);
}

/** Ids, newest first; those of one look-up in the order in which they were entered. */
const recents = async ({ db }: Tx, person: Person) => parseRecents(await readRecents(db, person));

async function readRecents(db: Db, person: Person): Promise<string | null> {
  const { rows } = await sql<Pick<Tables['people'], 'recents'>>`
    select recents from people where ${of(person)}`.execute(db);
  return rows[0]?.recents ?? null;
}

const parseRecents = (recents: string | null): readonly string[] =>
  JSON.parse(recents ?? '[]').map(({ accountId }: Pin) => accountId);

/** The same user id in another team is a different person. */
const of = ({ teamId, userId }: Person) => sql<boolean>`team_id = ${teamId} and user_id = ${userId}`;

/**
 * Serializes the changes of one person across processes, until the transaction ends. Resolves with the revision of this
 * change.
 */
async function lockPerson(db: Db, { teamId, userId }: Person): Promise<number> {
  const { rows } = await sql<Pick<Tables['people'], 'revision'>>`
    insert into people (team_id, user_id, revision) values (${teamId}, ${userId}, 1)
    on conflict (team_id, user_id) do update set revision = people.revision + 1
    returning revision`.execute(db);
  return rows[0]?.revision ?? 0;
}

const nameColumns = (name: string | undefined) => ({
  name: name ?? null,
  folded_name: name === undefined ? null : foldName(name),
});

/** The result if another pin of the person has this name already. Undefined: the name is free. */
function takenBy(pins: readonly Pin[], accountId: string, name: string | undefined) {
  if (name === undefined) return undefined;
  const folded = foldName(name);
  const holder = pins.find((pin) => pin.name !== undefined && foldName(pin.name) === folded);
  if (holder?.name === undefined || holder.accountId === accountId) return undefined;
  return { kind: 'name-taken' as const, name: holder.name, accountId: holder.accountId };
}
