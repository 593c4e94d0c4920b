import { describe, expect, onTestFinished, test } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { inspectDatabase, VERSION } from '../../src/store/database.ts';
import { parseDatabaseUrl } from '../../src/store/parse-database-url.ts';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, runSql, SILENT } from './use-databases.ts';

const postgres = postgresOfRun();
const ADA = { teamId: 'T1', userId: 'U1' };
const inspect = (url: string) => inspectDatabase(parseDatabaseUrl(url), SILENT);

describe.each(bothDatabases(postgres))('on $kind', ({ freshUrl, emptyUrl }) => {
  test('an empty database can be used, and the check leaves it empty', async () => {
    const url = await emptyUrl();
    const empty = { version: 0, ...(url.startsWith('postgres:') && { hasTls: false }) };
    expect([await inspect(url), await inspect(url)]).toEqual([empty, empty]);
  });

  test('a database in use reports its version unchanged; one of a newer program is refused', async () => {
    const url = await freshUrl();
    await openStore(url);
    expect(await inspect(url)).toMatchObject({ version: VERSION });
    await runSql(url, `delete from kysely_migration where name > '0007'`);
    expect(await inspect(url)).toMatchObject({ version: 6 });
    expect(await inspect(url)).toMatchObject({ version: 6 });
    await runSql(url, "insert into kysely_migration values ('9999_of_later', '2027-01-01')");
    await expect(inspect(url)).rejects.toMatchObject({ code: 'newer' });
    await expect(openStore(url)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'newer',
      message: expect.stringMatching(/9999_of_later.*Start the version of backup-status that wrote it/),
    });
    expect(await runSql(url, `select name from kysely_migration where name > '0007'`)).toHaveLength(1);
  });

  test('close finishes what is under way and refuses what comes later', async () => {
    const url = await freshUrl();
    const store = await createStore(url, () => NOON_MS, SILENT);
    onTestFinished(() => store.close());
    const adding = store.pins.add(ADA, { accountId: '1001' });
    await store.close();
    expect(await adding).toEqual({ kind: 'pinned' });
    await expect(store.pins.list(ADA)).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
    expect(await (await openStore(url)).pins.list(ADA)).toMatchObject([{ accountId: '1001' }]);
  });
});

test.each([
  ['a schema', ''],
  [
    'tables in the schema of another role',
    'create schema backup_status; grant usage on schema backup_status to ',
  ],
])('a role that may not create %s is reported before the first start', async (_what, schemaFor) => {
  const url = await postgres().createEmpty();
  const name = `reader_${Date.now()}`;
  await runSql(url, `create role ${name} login password 'reader'`);
  if (schemaFor !== '') await runSql(url, schemaFor + name);
  const asViewer = new URL(url);
  asViewer.username = name;
  asViewer.password = 'reader';
  await expect(inspect(asViewer.href)).rejects.toMatchObject({ code: 'read-only' });
});
