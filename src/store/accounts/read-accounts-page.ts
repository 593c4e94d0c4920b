import { ACCOUNTS_ON_PAGE, type AccountsPage, type AccountsQuery } from '../../domain/names/account-list.ts';
import { VERDICT_LEVELS } from '../../domain/verdict.ts';
import type { Db } from '../tables.ts';

type Ids = AccountsQuery['ids'];
type Level = NonNullable<AccountsQuery['level']>;

/** Worst first. */
const LEVELS: readonly Level[] = [...VERDICT_LEVELS, 'not-watched'];

/**
 * A page of what is on the list or watched. One level after the other is counted and paged, so that the database sorts
 * nothing: of thousands of accounts it looks at a few.
 */
export async function readAccountsPage(
  db: Db,
  { level: wantedLevel, ids, page: wantedPage }: AccountsQuery,
): Promise<AccountsPage> {
  // PostgreSQL takes no empty list.
  if (ids?.length === 0) return { accounts: [], total: 0, page: 0 };
  const counts = await countByLevel(db, ids);
  const levels = wantedLevel === undefined ? LEVELS : [wantedLevel];
  const total = levels.reduce((sum, level) => sum + (counts.get(level) ?? 0), 0);
  const page = Math.max(0, Math.min(wantedPage, Math.ceil(total / ACCOUNTS_ON_PAGE) - 1));
  const rows: { readonly id: string; readonly level: Level }[] = [];
  let skipped = page * ACCOUNTS_ON_PAGE;
  for (const level of levels) {
    const count = counts.get(level) ?? 0;
    const room = ACCOUNTS_ON_PAGE - rows.length;
    if (skipped < count && room > 0) {
      const found = await idsOf(db, level, ids).orderBy('id').limit(room).offset(skipped).execute();
      rows.push(...found.map(({ id }) => ({ id, level })));
    }
    skipped = Math.max(0, skipped - count);
  }
  const names = await namesOf(
    db,
    rows.map(({ id }) => id),
  );
  const accounts = rows.map(({ id, level }) => {
    const name = names.get(id);
    return { id, name, level: level !== 'not-watched' ? level : undefined };
  });
  return { accounts, total, page };
}

async function countByLevel(db: Db, ids: Ids): Promise<ReadonlyMap<Level, number>> {
  const rows = await db
    .selectFrom('watched_accounts')
    .select(({ fn }) => ['level', fn.countAll<number>().as('count')])
    .where('level', 'is not', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .groupBy('level')
    .execute();
  const { count } = await idsOf(db, 'not-watched', ids)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return new Map([
    ...rows.flatMap((row) => (row.level === null ? [] : [[row.level, Number(row.count)] as const])),
    ['not-watched', Number(count)] as const,
  ]);
}

/** The ids of all that are of a level, those without any read among them. */
const idsOf = (db: Db, level: Level, ids: Ids) => {
  const watched = db.selectFrom('watched_accounts').select('id');
  const notRead = db
    .selectFrom('accounts')
    .select('id')
    .where('retired_by', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('watched_accounts')
            .select('watched_accounts.id')
            .whereRef('watched_accounts.id', '=', 'accounts.id'),
        ),
      ),
    )
    .unionAll(watched.where('level', 'is', null));
  return db
    .selectFrom((level === 'not-watched' ? notRead : watched.where('level', '=', level)).as('found'))
    .select('id')
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []));
};

async function namesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('accounts')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where('retired_by', 'is', null)
    .execute();
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])));
}
