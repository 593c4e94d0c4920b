import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inspectDatabase } from '../../src/store/database.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { parseDatabaseUrl } from '../../src/store/parse-database-url.ts';
import { bothDatabases, openStore, postgresOfRun, runSql, SILENT, temporaryFolder } from './use-databases.ts';

const postgres = postgresOfRun();
const knownVersion = Object.keys(MIGRATIONS).length;
const inspect = (url: string) => inspectDatabase(parseDatabaseUrl(url), SILENT);

describe.each(bothDatabases(postgres))('on $kind', ({ freshUrl, emptyUrl }) => {
  test('an empty one is usable, and stays empty', async () => {
    const url = await emptyUrl();
    const empty = { knownVersion, ...(url.startsWith('postgres:') && { hasTls: false }) };
    expect(await inspect(url)).toEqual(empty);
    expect(await inspect(url)).toEqual(empty);
  });

  test('one in use has its version', async () => {
    const url = await freshUrl();
    await openStore(url);
    expect(await inspect(url)).toMatchObject({ version: knownVersion, knownVersion });
  });

  test('one of a newer program is refused', async () => {
    const url = await freshUrl();
    await openStore(url);
    await runSql(url, "insert into kysely_migration values ('9999_of_later', '2027-01-01')");
    await expect(inspect(url)).rejects.toMatchObject({ code: 'newer' });
  });

  test('one that an older program left behind keeps its version', async () => {
    const url = await freshUrl();
    await openStore(url);
    await runSql(url, 'delete from kysely_migration');
    expect(await inspect(url)).toMatchObject({ version: 0, knownVersion });
    expect(await runSql(url, 'select name from kysely_migration')).toEqual([]);
  });
});

test('a file that is not there is not made, nor its folder', async () => {
  const folder = join(await temporaryFolder(), 'a');
  expect(await inspect(`sqlite:${join(folder, 'b', 'pins.db')}`)).toEqual({ knownVersion });
  expect(existsSync(folder)).toBe(false);
});

test('a role that may make no schema is told before the first start', async () => {
  const url = await postgres().createEmpty();
  const name = `reader_${Date.now()}`;
  await runSql(url, `create role ${name} login password 'reader'`);
  const asViewer = new URL(url);
  asViewer.username = name;
  asViewer.password = 'reader';
  await expect(inspect(asViewer.href)).rejects.toMatchObject({ code: 'read-only' });
});
