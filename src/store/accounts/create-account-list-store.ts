import { setImmediate as breathe } from 'node:timers/promises';
import { inPieces } from '../../async/in-pieces.ts';
import {
  type AccountListStore,
  LISTED_AT_MOST,
  type ListChange,
  type ListedAccount,
  type ListSource,
} from '../../domain/names/account-list.ts';
import { checkedText } from '../checked-text.ts';
import type { GuardedDatabase } from '../create-guarded-database.ts';
import type { Db, Tables } from '../tables.ts';
import { stopWatching } from '../watch/end-watch.ts';
import { readAccountsPage } from './read-accounts-page.ts';

/** Small enough that one statement does not block SQLite, whose statements run in this thread. */
const PIECE = 500;

export function createAccountListStore({
  database,
}: {
  readonly database: GuardedDatabase;
}): AccountListStore {
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
