import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite, sqliteDialect } from '../../src/store/sqlite.ts';
import { temporaryFolder } from './use-databases.ts';

interface Counters {
  readonly counters: { value: number; note: string | null };
}

async function openCounter(path: string): Promise<Kysely<Counters>> {
  const db = new Kysely<Counters>({ dialect: sqliteDialect(await openSqlite(path)) });
  onTestFinished(() => db.destroy());
  await db.schema
    .createTable('counters')
    .ifNotExists()
    .addColumn('value', 'integer')
    .addColumn('note', 'text')
    .execute();
  return db;
}

const countUp = (db: Kysely<Counters>) =>
  db.transaction().execute(async (transaction) => {
    const { value } = await transaction.selectFrom('counters').select('value').executeTakeFirstOrThrow();
    await transaction
      .updateTable('counters')
      .set({ value: value + 1 })
      .execute();
  });

test('transactions that read before they write lose nothing, in one process and between two connections', async () => {
  const path = join(await temporaryFolder(), 'x.db');
  const [one, other] = [await openCounter(path), await openCounter(path)];
  await one.insertInto('counters').values({ value: 0, note: null }).execute();
  await Promise.all([one, other, one, other, one, other].map(countUp));
  expect(await other.selectFrom('counters').selectAll().execute()).toEqual([{ value: 6, note: null }]);
});

test('a transaction that throws leaves nothing, and the connection goes on', async () => {
  const db = await openCounter(':memory:');
  const failing = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('counters').values({ value: 1, note: 'x' }).execute();
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await db.selectFrom('counters').selectAll().execute()).toEqual([]);
});

test('rows that were changed are counted', async () => {
  const db = await openCounter(':memory:');
  const inserting = db.insertInto('counters').values([1, 2, 3].map((value) => ({ value, note: null })));
  expect(await inserting.returning('value').execute()).toEqual([{ value: 1 }, { value: 2 }, { value: 3 }]);
  const { numUpdatedRows } = await db
    .updateTable('counters')
    .set({ note: 'x' })
    .where('value', '>', 1)
    .executeTakeFirstOrThrow();
  expect(numUpdatedRows).toBe(2n);
  expect((await sql`select count(*) as n from counters where note = ${'x'}`.execute(db)).rows).toEqual([
    { n: 2 },
  ]);
});
