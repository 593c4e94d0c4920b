import { sql } from 'kysely';
import { foldName } from '../account/names.ts';
import { MAX_PINS, MAX_RECENTS, type Person, type Pin, type Recent } from '../account/pins.ts';
import type { Database } from './database.ts';
import type { Db, Tables, Tx } from './tables.ts';

/**
 * The pins of each person, exact however many requests come at once and in however many processes. Every call rejects
 * with a StoreError when the database fails.
 */
export const createPins = ({ reads, writes }: Database) => ({
  ...reads({ list }),
  ...writes({ add, rename, remove }),
});

/** What a person asked for last: ten accounts, each of them once. Rejects as pins do. */
export const createRecents = ({ reads }: Database) => reads({ record, list: listRecents });

/** In the order of pinning. */
const list = ({ db }: Tx, person: Person) => readPins(db, person);

async function add(
  { db, nowMs }: Tx,
  person: Person,
  { accountId, name }: { readonly accountId: string; readonly name?: string },
) {
  const revision = await lockPerson(db, person);
  const pins = await readPins(db, person);
  if (pins.some((pin) => pin.accountId === accountId)) return { kind: 'already-pinned' } as const;
  if (pins.length >= MAX_PINS) return { kind: 'limit-reached', limit: MAX_PINS } as const;
  const taken = takenBy(pins, accountId, name);
  if (taken !== undefined) return taken;
  const key = { team_id: person.teamId, user_id: person.userId, account_id: accountId };
  const row = { ...key, ...nameColumns(name), revision, pinned_at_ms: nowMs };
  await db.insertInto('pins').values(row).execute();
  return { kind: 'pinned' } as const;
}

/** Gives, changes or (without a name) takes away the name of a pin. Names compare without regard to case, in Turkish too. */
async function rename({ db }: Tx, person: Person, accountId: string, name?: string) {
  await lockPerson(db, person);
  const taken = takenBy(await readPins(db, person), accountId, name);
  if (taken !== undefined) return taken;
  const renamed = db.updateTable('pins').set(nameColumns(name)).where('account_id', '=', accountId);
  const { numUpdatedRows } = await renamed.where(of(person)).executeTakeFirstOrThrow();
  return { kind: numUpdatedRows > 0n ? 'named' : 'not-pinned' } as const;
}

/** Whether there was such a pin. */
async function remove({ db }: Tx, person: Person, accountId: string): Promise<boolean> {
  await lockPerson(db, person);
  const pin = db.deleteFrom('pins').where('account_id', '=', accountId).where(of(person));
  const { numDeletedRows } = await pin.executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * Puts the accounts first, in this order; most ask again for what they asked for last, and nothing is written. Done again
 * when another look-up of the person came in between.
 */
async function record(tx: Tx, person: Person, accountIds: readonly string[]): Promise<void> {
  const { db } = tx;
  const before = await readRecents(db, person);
  const earlier = parseRecents(before).map(({ accountId }) => accountId);
  const newest = [...new Set([...accountIds, ...earlier])].slice(0, MAX_RECENTS);
  const recents = JSON.stringify(newest.map((accountId): Recent => ({ accountId })));
  if (recents === before) return;
  const { numAffectedRows } = await sql`
    insert into people (team_id, user_id, revision, recents)
    values (${person.teamId}, ${person.userId}, 0, ${recents})
    on conflict (team_id, user_id) do update set recents = excluded.recents
    where people.recents is not distinct from ${before}`.execute(db);
  if (numAffectedRows === 0n) await record(tx, person, accountIds);
}

/** The newest first, in the order in which they were written. */
const listRecents = async ({ db }: Tx, person: Person) => parseRecents(await readRecents(db, person));

async function readRecents(db: Db, person: Person): Promise<string | null> {
  const { rows } = await sql<Pick<Tables['people'], 'recents'>>`
    select recents from people where ${of(person)}`.execute(db);
  return rows[0]?.recents ?? null;
}

const parseRecents = (recents: string | null): readonly Recent[] =>
  recents === null ? [] : JSON.parse(recents);

/** The same user id in another team is another person. */
const of = ({ teamId, userId }: Person) => sql<boolean>`team_id = ${teamId} and user_id = ${userId}`;

/**
 * Changes of one person come one after the other, whatever they change and in whichever processes they began. Resolves with
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
