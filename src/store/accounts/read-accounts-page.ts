import { type Kysely, sql } from 'kysely';
import { ACCOUNTS_ON_PAGE, type AccountsPage, type AccountsQuery } from '../../domain/names/account-list.ts';
import { VERDICT_LEVELS } from '../../domain/verdict.ts';
import type { Tables } from '../tables.ts';

/** A page of what is on the list or watched, sorted by the database. */
export async function readAccountsPage(
  db: Kysely<Tables>,
  { level, ids, page: wanted }: AccountsQuery,
): Promise<AccountsPage> {
  // PostgreSQL takes no empty list.
  if (ids?.length === 0) return { accounts: [], total: 0, page: 0 };
  const listed = db.selectFrom('accounts').select('id').where('retired_by', 'is', null);
  const known = db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('retired_by', 'is', null)
    .unionAll(
      db
        .selectFrom('watched_accounts')
        .select(['id', sql<string | null>`cast(null as text)`.as('name')])
        .where('id', 'not in', listed),
    );
  const found = db
    .selectFrom(known.as('known'))
    .leftJoin('watched_accounts', 'watched_accounts.id', 'known.id')
    .$if(ids !== undefined, (query) => query.where('known.id', 'in', [...(ids ?? [])]))
    .$if(level === 'not-watched', (query) => query.where('level', 'is', null))
    .$if(level !== undefined && level !== 'not-watched', (query) =>
      query.where('level', '=', level === 'not-watched' || level === undefined ? 'healthy' : level),
    );
  const { count } = await found
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const total = Number(count);
  const page = Math.max(0, Math.min(wanted, Math.ceil(total / ACCOUNTS_ON_PAGE) - 1));
  const rows = await found
    .select(['known.id', 'known.name', 'level'])
    .orderBy(({ eb }) =>
      VERDICT_LEVELS.slice(1)
        .reduce(
          (cases, one, index) => cases.when('level', '=', one).then(index + 1),
          eb.case().when('level', '=', VERDICT_LEVELS[0]).then(0),
        )
        .else(VERDICT_LEVELS.length)
        .end(),
    )
    .orderBy('known.id')
    .limit(ACCOUNTS_ON_PAGE)
    .offset(page * ACCOUNTS_ON_PAGE)
    .execute();
  const accounts = rows.map(({ id, name, level: read }) => ({
    id,
    ...(name !== null && { name }),
    ...(read !== null && { level: read }),
  }));
  return { accounts, total, page };
}
