import { existsSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration } from 'kysely/migration';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inspectDatabase, openDatabase } from '../../src/store/database.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { parseDatabaseUrl } from '../../src/store/parse-database-url.ts';
import { bothStored } from './stored/open-stored.ts';
import {
  bothDatabases,
  NOON_MS,
  openStore,
  postgresOfRun,
  runSql,
  SILENT,
  temporaryFolder,
} from './use-databases.ts';

const postgres = postgresOfRun();

/** Makes a table, and counts how often it was asked to. */
function countedStep(table: string) {
  const calls = { count: 0 };
  const step: Migration = {
    async up({ schema }) {
      calls.count += 1;
      await schema.createTable(table).addColumn('x', 'integer').execute();
    },
  };
  return { step, calls };
}

/** Opens the database with these migrations, called `1`, `2` and so on. */
async function migrateTo(url: string, steps: readonly Migration[]): Promise<void> {
  const migrations = Object.fromEntries(steps.map((step, index) => [`${index + 1}`, step]));
  const db = await openDatabase(parseDatabaseUrl(url), SILENT, migrations);
  onTestFinished(() => db.destroy());
}

const namesIn = async (url: string) =>
  (await runSql(url, 'select name from kysely_migration order by name')).map(({ name }) => name);

describe.each(bothDatabases(postgres))('migrations on $kind', ({ emptyUrl }) => {
  test('each step runs once, in order, however many replicas start together', async () => {
    const url = await emptyUrl();
    const steps = ['a', 'b', 'c'].map(countedStep);
    const migrations = steps.map(({ step }) => step);
    await Promise.all([1, 2, 3, 4].map(() => migrateTo(url, migrations)));
    expect(steps.map(({ calls }) => calls.count)).toEqual([1, 1, 1]);
    expect(await namesIn(url)).toEqual(['1', '2', '3']);
  });

  test('a database of an older version gets only what it lacks', async () => {
    const url = await emptyUrl();
    const [first, second] = [countedStep('a'), countedStep('b')];
    await migrateTo(url, [first.step]);
    await runSql(url, 'insert into a values (7)');
    await migrateTo(url, [first.step, second.step]);
    expect([first.calls.count, second.calls.count]).toEqual([1, 1]);
    expect(await runSql(url, 'select x from a')).toEqual([{ x: 7 }]);
  });

  test('a step that fails leaves the database as it was, and all are tried again at the next start', async () => {
    const url = await emptyUrl();
    const [first, second] = [countedStep('a'), countedStep('b')];
    await migrateTo(url, [first.step]);
    const failing: Migration = {
      async up({ schema }) {
        await schema.createTable('half').addColumn('x', 'integer').execute();
        throw new Error('half-way');
      },
    };
    await expect(migrateTo(url, [first.step, second.step, failing])).rejects.toThrow('half-way');
    for (const table of ['b', 'half']) {
      await expect(runSql(url, `select x from ${table}`)).rejects.toThrow(table);
    }
    expect(await namesIn(url)).toEqual(['1']);
    await migrateTo(url, [first.step, second.step, countedStep('half').step]);
    expect(await runSql(url, 'select x from half')).toEqual([]);
    expect(first.calls.count).toBe(1);
  });
});

describe.each(bothStored(postgres))('a database of version 1.0.0 on $kind', ({ storedUrl }) => {
  test('still has the version that 1.0.0 looks for, before and after', async () => {
    const url = await storedUrl('1.0.0');
    const old = [{ version: 1, applied_at_ms: expect.anything() }];
    const inspected = await inspectDatabase(parseDatabaseUrl(url), SILENT);
    expect(inspected).toMatchObject({ version: 1, knownVersion: Object.keys(MIGRATIONS).length });
    await openStore(url);
    expect(await runSql(url, 'select * from migrations')).toEqual(old);
  });
});

test.each(bothStored(postgres))(
  'what was bad when its watch began has an incident that rings nobody, on $kind',
  async ({ storedUrl }) => {
    const url = await storedUrl('1.9.0');
    await runSql(url, `delete from incidents where account_id = '1003' and closed_at_ms is null`);
    const { watches, watchStore } = await openStore(url);
    const open = await runSql(
      url,
      `select * from incidents where account_id = '1003' and closed_at_ms is null`,
    );
    expect(open).toMatchObject([
      { level: 'critical', detected_at_ms: expect.toSatisfy((ms) => Number(ms) === 0) },
    ]);
    expect((await watchStore.figures(NOON_MS)).levels).toMatchObject({ critical: 3 });
    const [oncall] = await watches.list(['C0ONCALL001']);
    expect(oncall?.watches.map(({ pattern, isSeen }) => [pattern, isSeen])).toEqual([
      ['1001', true],
      ['1003', false],
    ]);
  },
);

test.each(bothStored(postgres))(
  'the downtime and the outage that 1.9.0 has posted are not posted again, on $kind',
  async ({ storedUrl }) => {
    const url = await storedUrl('1.9.0');
    const posted = [
      { kind: 'absence', fromMs: 1, toMs: 2 },
      { kind: 'outage', sinceMs: 3, overAtMs: 4, isRecoveryTold: true },
    ];
    for (const [index, told] of posted.entries())
      await runSql(
        url,
        `insert into messages values ('m${index}', 'C0ONCALL001', '${JSON.stringify(told)}', 5, 'C0ONCALL001', '${index}.5', 1, 0)`,
      );
    await openStore(url);
    const [row] = await runSql(url, `select posted from channels where id = 'C0ONCALL001'`);
    expect(JSON.parse(String(row?.posted))).toMatchObject({
      downtimeFromMs: 1,
      outage: { ts: '1.5', sinceMs: 3, overAtMs: 4 },
    });
  },
);

test('SQLite is copied beside itself before an upgrade, once, and a new file is not', async () => {
  const [sqlite] = bothStored(postgres);
  const url = (await sqlite?.storedUrl('1.9.0')) ?? '';
  const path = url.slice('sqlite:'.length);
  const copy = `sqlite:${path}.before-2.0`;
  const before = await namesIn(url);
  await (await openStore(url)).close();
  expect(await namesIn(url)).toEqual(Object.keys(MIGRATIONS));
  expect(await namesIn(copy)).toEqual(before);
  expect((await stat(`${path}.before-2.0`)).mode & 0o777).toBe(0o600);
  const again = (await sqlite?.storedUrl('1.9.0')) ?? '';
  const earlier = `${again.slice('sqlite:'.length)}.before-2.0`;
  await writeFile(earlier, 'an earlier copy');
  await openStore(again);
  expect(await readFile(earlier, 'utf8')).toBe('an earlier copy');
  const fresh = join(await temporaryFolder(), 'new.db');
  await openStore(`sqlite:${fresh}`);
  expect(existsSync(`${fresh}.before-2.0`)).toBe(false);
});
