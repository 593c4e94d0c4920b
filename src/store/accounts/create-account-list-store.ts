import { setImmediate as breathe } from 'node:timers/promises';
import { inPieces } from '../../async.ts';
import {
  ACCOUNTS_ON_PAGE,
  type AccountListStore,
  type AccountsQuery,
  LISTED_AT_MOST,
  type ListChange,
  type ListedAccount,
  type ListSource,
} from '../../domain/names/account-list.ts';
import { VERDICT_LEVELS } from '../../domain/verdict.ts';
import { checkedText } from '../checked-text.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import type { Db, Tables } from '../tables.ts';
import { stopWatching } from '../watch/end-watch.ts';

/** Small enough that one statement does not block SQLite, whose statements run in this thread. */
const PIECE = 500;

export function createAccountListStore(database: GuardedDatabase): AccountListStore {
  return {
    revision: () => database.read(readRevision),

    read: (afterId, atMost) =>
      database.read(async (db) => {
        const rows = await db
          .selectFrom('accounts')
          .select(['id', 'name'])
          .where('retired_by', 'is', null)
          .where('id', '>', afterId)
          .orderBy('id')
          .limit(atMost)
          .execute();
        return rows.map(({ id, name }) => ({ id, name: name ?? undefined }));
      }),

    take: (accounts, from) =>
      database.transact(async (db) => {
        // Its lock orders the processes.
        const revision = await nextRevision(db);
        const known = await readAll(db);
        const change = await changeOf(known, accounts, from);
        if (change.count > LISTED_AT_MOST) {
          await setRevision(db, revision - 1);
          return { kind: 'limit-reached', limit: LISTED_AT_MOST };
        }
        for await (const rows of inPieces(change.rows, PIECE)) await upsert(db, rows);
        for await (const ids of inPieces(change.dropped, PIECE)) await retire(db, ids, 'file');
        const { added, renamed, dropped } = change;
        if (change.rows.length + dropped.length === 0) await setRevision(db, revision - 1);
        return { kind: 'taken', added, renamed, dropped: dropped.length };
      }),

    page: (query) => database.read((db) => readAccountsPage(db, query)),

    retire: (ids) =>
      database.transact(async (db) => {
        await nextRevision(db);
        return await retire(db, ids, 'person');
      }),
  };
}

type Row = Tables['accounts'];

interface Change extends Omit<Extract<ListChange, { kind: 'taken' }>, 'kind' | 'dropped'> {
  readonly rows: readonly Row[];
  readonly dropped: readonly string[];
  /** How many accounts the list has then. */
  readonly count: number;
}

/** What taking the accounts means for the rows that there are. */
async function changeOf(
  known: ReadonlyMap<string, Row>,
  accounts: readonly ListedAccount[],
  from: ListSource,
): Promise<Change> {
  const [rows, added, dropped]: [Row[], string[], string[]] = [[], [], []];
  let [renamed, count] = [0, 0];
  const listed = new Set<string>();
  for await (const piece of inPieces(accounts, PIECE)) {
    for (const account of piece) {
      const row = known.get(account.id);
      const next = nextRow(row, account, from);
      listed.add(account.id);
      const isNew = row === undefined || row.retired_by !== next.retired_by;
      if (isNew) added.push(account.id);
      else if (row.name !== next.name) renamed += 1;
      else if (row.source === next.source) continue;
      rows.push(next);
    }
  }
  for await (const piece of inPieces([...known.values()], PIECE)) {
    for (const { id, source, retired_by } of piece) {
      if (retired_by !== null) continue;
      if (from === 'file' && source === 'file' && !listed.has(id)) dropped.push(id);
      else count += 1;
    }
  }
  return { rows, added, renamed, dropped, count: count + added.length };
}

function nextRow(row: Row | undefined, { id, name }: ListedAccount, from: ListSource): Row {
  const isBack = from === 'person' || row?.retired_by === 'file';
  return {
    id: checkedText('an account id', id),
    name: name === undefined ? (row?.name ?? null) : checkedText('a name', name),
    source: row?.source === 'file' ? 'file' : from,
    retired_by: isBack ? null : (row?.retired_by ?? null),
  };
}

async function readAll(db: Db): Promise<ReadonlyMap<string, Row>> {
  const known = new Map<string, Row>();
  for (let afterId = ''; ; ) {
    const rows = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(PIECE)
      .execute();
    for (const row of rows) known.set(row.id, row);
    const last = rows.at(-1);
    if (last === undefined) return known;
    afterId = last.id;
    await breathe();
  }
}

async function upsert(db: Db, rows: readonly Row[]): Promise<void> {
  await db
    .insertInto('accounts')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        name: eb.ref('excluded.name'),
        source: eb.ref('excluded.source'),
        retired_by: eb.ref('excluded.retired_by'),
      })),
    )
    .execute();
}

async function retire(db: Db, ids: readonly string[], by: ListSource): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .updateTable('accounts')
    .set({ retired_by: by })
    .where('id', 'in', ids)
    .where('retired_by', 'is', null)
    .returning('id')
    .execute();
  const retired = rows.map(({ id }) => id);
  await stopWatching(db, retired);
  return retired;
}

async function readRevision(db: Db): Promise<number> {
  const row = await db.selectFrom('account_list').select('revision').executeTakeFirst();
  return row?.revision ?? 0;
}

async function nextRevision(db: Db): Promise<number> {
  const { revision } = await db
    .insertInto('account_list')
    .values({ id: 1, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ eb }) => ({ revision: eb('account_list.revision', '+', 1) })),
    )
    .returning('revision')
    .executeTakeFirstOrThrow();
  return revision;
}

const setRevision = (db: Db, revision: number) => db.updateTable('account_list').set({ revision }).execute();

type Ids = AccountsQuery['ids'];
type Level = NonNullable<AccountsQuery['level']>;

/** Worst first. */
const LEVELS: readonly Level[] = [...VERDICT_LEVELS, 'not-watched'];

/**
 * A page of what is on the list or watched. One level after the other is counted and paged, so that the database sorts
 * nothing: of thousands of accounts it looks at a few.
 */
async function readAccountsPage(db: Db, { level: wantedLevel, ids, page: wantedPage }: AccountsQuery) {
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
