import { describe, expect, onTestFinished, test } from 'vitest';
import type { Migration } from '../../src/store/migrations.ts';
import { openDatabase } from '../../src/store/open-database.ts';
import { parseDatabaseUrl } from '../../src/store/parse-database-url.ts';
import { bothDatabases, NOON_MS, postgresOfFile, runSql, SILENT } from './use-databases.ts';

const postgres = postgresOfFile();

/** Makes a table, and counts how often it was asked to. */
function countedStep(table: string) {
  const calls = { count: 0 };
  const step: Migration = async (schema) => {
    calls.count += 1;
    await schema.createTable(table).addColumn('x', 'integer').execute();
  };
  return { step, calls };
}

async function migrateTo(url: string, migrations: readonly Migration[]): Promise<void> {
  const db = await openDatabase({
    address: parseDatabaseUrl(url),
    migrations,
    now: () => NOON_MS,
    log: SILENT,
  });
  onTestFinished(() => db.destroy());
}

describe.each(bothDatabases(postgres))('migrations on $kind', ({ freshUrl }) => {
  test('each step runs once, in order, however many replicas start together', async () => {
    const url = await freshUrl();
    const steps = ['a', 'b', 'c'].map(countedStep);
    const migrations = steps.map(({ step }) => step);
    await Promise.all([1, 2, 3, 4].map(() => migrateTo(url, migrations)));
    expect(steps.map(({ calls }) => calls.count)).toEqual([1, 1, 1]);
    expect(await runSql(url, 'select version from migrations order by version')).toEqual([
      { version: 1 },
      { version: 2 },
      { version: 3 },
    ]);
  });

  test('a database of an older version gets only what it lacks', async () => {
    const url = await freshUrl();
    const [first, second] = [countedStep('a'), countedStep('b')];
    await migrateTo(url, [first.step]);
    await runSql(url, 'insert into a values (7)');
    await migrateTo(url, [first.step, second.step]);
    expect([first.calls.count, second.calls.count]).toEqual([1, 1]);
    expect(await runSql(url, 'select x from a')).toEqual([{ x: 7 }]);
  });

  test('a step that fails leaves nothing behind, keeps those before it, and is tried again at the next start', async () => {
    const url = await freshUrl();
    const first = countedStep('a');
    const failing: Migration = async (schema) => {
      await schema.createTable('half').addColumn('x', 'integer').execute();
      throw new Error('half-way');
    };
    await expect(migrateTo(url, [first.step, failing])).rejects.toThrow('half-way');
    await expect(runSql(url, 'select x from half')).rejects.toThrow(/half/);
    expect(await runSql(url, 'select version from migrations')).toEqual([{ version: 1 }]);
    await migrateTo(url, [first.step, countedStep('half').step]);
    expect(await runSql(url, 'select x from half')).toEqual([]);
  });
});

test('PostgreSQL whose default is a stricter isolation migrates as well', async () => {
  const url = await postgres().createDatabase();
  const database = new URL(url).pathname.slice(1);
  await runSql(url, `alter database ${database} set default_transaction_isolation = serializable`);
  const steps = ['a', 'b'].map(countedStep);
  const migrations = steps.map(({ step }) => step);
  await Promise.all([1, 2, 3, 4].map(() => migrateTo(url, migrations)));
  expect(steps.map(({ calls }) => calls.count)).toEqual([1, 1]);
});
