import { sql } from 'kysely';
import { type ListedAccount, MAX_LISTED } from '../account/names.ts';
import type { VerdictLevel } from '../account/verdict.ts';
import { inPieces } from '../async.ts';
import type { Database } from './database.ts';
import { countOf, type Db, inRounds, PAGE, type Tables, type Tx } from './tables.ts';
import { conversationsOf, lockList, PIECE, schedule } from './watch/coverage.ts';
import { wakeChannels } from './watch/due.ts';
import { addNotice } from './watch/notices.ts';

/** The list of accounts in the database. Rejects with a StoreError when the database does not answer. */
export const createAccountListStore = ({ reads, writes }: Database) => ({
  ...reads({ revision, read, levels }),
  ...writes({ take, retire }),
});

const listedIn = (db: Db) => db.selectFrom('accounts').where('retired_by', 'is', null);

/** Goes up by one with every change of the list, by any process. */
async function revision({ db }: Tx): Promise<number> {
  const row = await db.selectFrom('account_list').select('revision').executeTakeFirst();
  return row?.revision ?? 0;
}

/** All accounts that are not retired, ordered by id. */
async function read({ db }: Tx): Promise<readonly ListedAccount[]> {
  const listed = listedIn(db).select(['id', 'name']).orderBy('id').limit(sql.lit(PAGE));
  const rows = await inRounds<Pick<Tables['accounts'], 'id' | 'name'>>((last) =>
    listed.where('id', '>', last?.id ?? '').execute(),
  );
  return rows.map(({ id, name }) => ({ id, name: name ?? undefined }));
}

/** Adds accounts, retired ones too, all or none; `leaving` others no longer count. Resolves with what is new and renamed. */
async function take({ db }: Tx, accounts: readonly ListedAccount[], leaving = 0) {
  await lockList(db, 1);
  const listed = new Map<string, string | null>();
  for await (const piece of inPieces(accounts, PIECE)) {
    const ids = piece.map(({ id }) => id);
    const rows = await listedIn(db).select(['id', 'name']).where('id', 'in', ids).execute();
    for (const { id, name } of rows) listed.set(id, name);
  }
  const added = accounts.map(({ id }) => id).filter((id) => !listed.has(id));
  const isRenamed = ({ id, name }: ListedAccount) =>
    name !== undefined && listed.has(id) && listed.get(id) !== name;
  const count = await countOf(listedIn(db));
  if (count - leaving + added.length > MAX_LISTED)
    return { kind: 'limit-reached', limit: MAX_LISTED } as const;
  for await (const piece of inPieces(accounts, PIECE)) {
    const rows = piece.map(({ id, name = null }) => ({ id, name, source: 'person' as const }));
    const name = sql<string | null>`coalesce(excluded.name, accounts.name)`;
    await db
      .insertInto('accounts')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, retired_by: null }))
      .execute();
  }
  return { kind: 'taken' as const, added, renamed: accounts.filter(isRenamed).length };
}

/** The level of each watched account at its last read. Null: it was not read yet. */
async function levels({ db }: Tx): Promise<ReadonlyMap<string, VerdictLevel | null>> {
  const accounts = db.selectFrom('watched_accounts').select(['id', 'level']);
  const watched = accounts.orderBy('id').limit(sql.lit(PAGE));
  const rows = await inRounds<Pick<Tables['watched_accounts'], 'id' | 'level'>>((last) =>
    watched.where('id', '>', last?.id ?? '').execute(),
  );
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
  for (const [channelId, accountIds] of conversations) {
    const ended = [...accountIds];
    const endedNames = ended.map((id) => names.get(id) ?? null);
    await addNotice(tx, channelId, { kind: 'stopped', what: 'retired', ids: ended, names: endedNames });
  }
  await wakeChannels(tx, [...conversations.keys()]);
  const known = new Set([...names.keys(), ...watched]);
  return ids.filter((id) => known.has(id));
}
