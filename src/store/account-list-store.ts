import { sql } from 'kysely';
import { inPieces } from '../async.ts';
import {
  ACCOUNTS_ON_PAGE,
  type AccountsPage,
  type AccountsQuery,
  LISTED_AT_MOST,
  type ListChange,
  type ListedAccount,
} from '../domain/names/account-list.ts';
import { VERDICT_LEVELS } from '../domain/verdict.ts';
import type { Database } from './database.ts';
import { countOf, type Db } from './tables.ts';
import { stopWatching } from './watch/end-watch.ts';

/** Small enough that one statement does not block SQLite, whose statements run in this thread. */
const PIECE = 500;

/** The list as the database keeps it. Rejects with a StoreError when that does not answer. */
export const createAccountListStore = (database: Database, now: () => number) => ({
  /** Goes up by one with every change of the list, in whichever process. */
  revision: () =>
    database.run(async (db) => {
      const row = await db.selectFrom('account_list').select('revision').executeTakeFirst();
      return row?.revision ?? 0;
    }),

  /** Accounts that are not retired, by id, from the one after `afterId` on. */
  read: (afterId: string, atMost: number) => database.run((db) => readListed(db, afterId, atMost)),

  /** Puts accounts on the list, all or none; what was retired is back. */
  take: (accounts: readonly ListedAccount[]) =>
    database.transact(async (db): Promise<ListChange> => {
      await countChange(db);
      const listed = await namesOf(db, accounts);
      const added = accounts.map(({ id }) => id).filter((id) => !listed.has(id));
      const isRenamed = ({ id, name }: ListedAccount) =>
        name !== undefined && listed.has(id) && listed.get(id) !== name;
      const count = await countOf(db.selectFrom('accounts').where('retired_by', 'is', null));
      if (count + added.length > LISTED_AT_MOST) return { kind: 'limit-reached', limit: LISTED_AT_MOST };
      for await (const piece of inPieces(accounts, PIECE)) {
        const rows = piece.map(({ id, name = null }) => ({ id, name, source: 'person' as const }));
        const name = sql<string | null>`coalesce(excluded.name, accounts.name)`;
        await db
          .insertInto('accounts')
          .values(rows)
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ name, retired_by: null }))
          .execute();
      }
      return { kind: 'taken', added, renamed: accounts.filter(isRenamed).length };
    }),

  /** The accounts that are on the list or watched. */
  page: (query: AccountsQuery) => database.run((db) => readPage(db, query)),

  /** Takes accounts off the list, and ends their watches, which each place reads. Resolves with those that were on it. */
  retire: (ids: readonly string[]): Promise<readonly string[]> =>
    database.transact(async (db) => {
      await countChange(db);
      const rows = await db
        .updateTable('accounts')
        .set({ retired_by: 'person' })
        .where('id', 'in', ids)
        .where('retired_by', 'is', null)
        .returning(['id', 'name'])
        .execute();
      await stopWatching(db, rows, now());
      return rows.map(({ id }) => id);
    }),
});

export async function readListed(db: Db, afterId: string, atMost: number): Promise<readonly ListedAccount[]> {
  const listed = db.selectFrom('accounts').select(['id', 'name']).where('retired_by', 'is', null);
  const rows = await listed.where('id', '>', afterId).orderBy('id').limit(atMost).execute();
  return rows.map(({ id, name }) => ({ id, name: name ?? undefined }));
}

/** The lock of this row orders the processes. */
const countChange = (db: Db) =>
  db
    .insertInto('account_list')
    .values({ id: 1, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb }) => ({ revision: eb('account_list.revision', '+', 1) })),
    )
    .execute();

/** Those of the accounts that are on the list, with their names. */
async function namesOf(db: Db, accounts: readonly ListedAccount[]) {
  const names = new Map<string, string | null>();
  for await (const piece of inPieces(accounts, PIECE)) {
    const ids = piece.map(({ id }) => id);
    const listed = db.selectFrom('accounts').select(['id', 'name']).where('retired_by', 'is', null);
    for (const { id, name } of await listed.where('id', 'in', ids).execute()) names.set(id, name);
  }
  return names;
}

/** Worst first; what nobody watches, and what was not read yet, comes last. */
const RANK = sql<number>`case level ${sql.join(
  VERDICT_LEVELS.map((level, rank) => sql`when ${level} then ${sql.lit(rank)}`),
  sql` `,
)} else ${sql.lit(VERDICT_LEVELS.length)} end`;

async function readPage(db: Db, { level, ids, page: wanted }: AccountsQuery): Promise<AccountsPage> {
  // PostgreSQL takes no empty list.
  if (ids?.length === 0) return { accounts: [], total: 0, page: 0 };
  const stored = level === undefined || level === 'not-watched' ? null : level;
  const listedOnly = db
    .selectFrom('accounts')
    .select(['id', sql<null>`null`.as('level')])
    .where('retired_by', 'is', null)
    .where('id', 'not in', (eb) => eb.selectFrom('watched_accounts').select('id'));
  const found = db
    .selectFrom(db.selectFrom('watched_accounts').select(['id', 'level']).unionAll(listedOnly).as('found'))
    .$if(ids !== undefined, (query) => query.where('found.id', 'in', ids ?? []))
    .$if(level !== undefined, (query) => query.where('level', 'is not distinct from', stored));
  const total = await countOf(found);
  const page = Math.max(0, Math.min(wanted, Math.ceil(total / ACCOUNTS_ON_PAGE) - 1));
  const onPage = found
    .select(['found.id', 'level'])
    .orderBy(RANK)
    .orderBy('found.id')
    .limit(ACCOUNTS_ON_PAGE)
    .offset(page * ACCOUNTS_ON_PAGE);
  // Names for these alone: joined before, thousands of rows would be sorted with them.
  const rows = await db
    .selectFrom(onPage.as('page'))
    .leftJoin('accounts', (join) =>
      join.onRef('accounts.id', '=', 'page.id').on('accounts.retired_by', 'is', null),
    )
    .select(['page.id', 'accounts.name', 'level'])
    .orderBy(RANK)
    .orderBy('page.id')
    .execute();
  const accounts = rows.map((row) => ({
    id: row.id,
    name: row.name ?? undefined,
    level: row.level ?? undefined,
  }));
  return { accounts, total, page };
}
