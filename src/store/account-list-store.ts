import { type RawBuilder, sql } from 'kysely';
import { type ListedAccount, MAX_LISTED } from '../account/names.ts';
import type { VerdictLevel } from '../account/verdict.ts';
import { inPieces } from '../async.ts';
import type { Database } from './database.ts';
import { type Db, inRounds, PAGE, type Tables, type Tx } from './tables.ts';
import { conversationsOf, lockList, PIECE, schedule } from './watch/coverage.ts';
import { wakeChannels } from './watch/due.ts';
import { addNotice } from './watch/notices.ts';
import { endSnoozes } from './watch/quiet.ts';

/** The list of accounts in the database. Rejects with a StoreError when the database does not answer. */
export const createAccountListStore = ({ reads, writes }: Database) => ({
  ...reads({ revision, read, levels }),
  ...writes({ add, retire }),
});

/** Goes up by one with every change of the list, by any process. */
async function revision({ db }: Tx): Promise<number> {
  const row = await db.selectFrom('account_list').select('revision').executeTakeFirst();
  return row?.revision ?? 0;
}

/** All rows of a query, ordered by id. Its last clause is a condition. */
const inOrder = <Row extends { readonly id: string }>(db: Db, query: RawBuilder<unknown>) =>
  inRounds<Row>(async (last) => {
    const page = sql<Row>`${query} and id > ${last?.id ?? ''} order by id limit ${sql.lit(PAGE)}`;
    return (await page.execute(db)).rows;
  });

/** All accounts that are not retired, ordered by id. */
async function read({ db }: Tx): Promise<readonly ListedAccount[]> {
  const listed = sql`select id, name from accounts where retired_by is null`;
  const rows = await inOrder<Pick<Tables['accounts'], 'id' | 'name'>>(db, listed);
  return rows.map(({ id, name }) => ({ id, name: name ?? undefined }));
}

/**
 * Adds accounts to the list, all or none, retired ones too. `leaving`: how many are retired after that, which make room.
 * Resolves with those that are new and how many were renamed.
 */
async function add(tx: Tx, accounts: readonly ListedAccount[], leaving = 0) {
  await lockList(tx.db, 1);
  const names = new Map((await read(tx)).map(({ id, name }) => [id, name]));
  const added = accounts.map(({ id }) => id).filter((id) => !names.has(id));
  const isRenamed = ({ id, name }: ListedAccount) =>
    name !== undefined && names.has(id) && names.get(id) !== name;
  if (names.size + added.length - leaving > MAX_LISTED)
    return { kind: 'limit-reached', limit: MAX_LISTED } as const;
  for await (const piece of inPieces(accounts, PIECE)) {
    const rows = piece.map(({ id, name = null }) => sql`(${id}, ${name}, 'person')`);
    await sql`insert into accounts (id, name, source) values ${sql.join(rows)}
      on conflict (id) do update set name = coalesce(excluded.name, accounts.name), retired_by = null`.execute(
      tx.db,
    );
  }
  return { kind: 'added' as const, added, renamed: accounts.filter(isRenamed).length };
}

/** The level of each watched account at its last read. Null: it was not read yet. */
async function levels({ db }: Tx): Promise<ReadonlyMap<string, VerdictLevel | null>> {
  const watched = sql`select id, level from watched_accounts where true`;
  const rows = await inOrder<Pick<Tables['watched_accounts'], 'id' | 'level'>>(db, watched);
  return new Map(rows.map(({ id, level }) => [id, level]));
}

/** Removes accounts from the list, ends their watches, and adds notices. Resolves with those that were listed or watched. */
async function retire(tx: Tx, ids: readonly string[]): Promise<readonly string[]> {
  const { db } = tx;
  await lockList(db, 1);
  const matches = sql`id in (${sql.join(ids)})`;
  const { rows: listed } = await sql<Pick<Tables['accounts'], 'id' | 'name'>>`
    update accounts set retired_by = 'person' where ${matches} and retired_by is null
    returning id, name`.execute(db);
  const names = new Map(listed.map(({ id, name }) => [id, name]));
  const rows = await db.selectFrom('watched_accounts').select('id').where('id', 'in', ids).execute();
  const watched = rows.map(({ id }) => id).toSorted();
  const conversations = await conversationsOf(db, watched);
  await db.deleteFrom('watches').where('pattern', 'in', ids).execute();
  await schedule(tx, watched);
  await wakeChannels(tx, [...conversations.keys()]);
  for (const [channelId, accountIds] of conversations) {
    const ended = [...accountIds];
    const endedNames = ended.map((id) => names.get(id) ?? null);
    await addNotice(tx, channelId, { kind: 'stopped', ids: ended, names: endedNames });
    const left = await endSnoozes(db, channelId);
    if (left === 0) await sql`update channels set summary = null where id = ${channelId}`.execute(db);
  }
  return [...new Set([...names.keys(), ...watched])];
}
