import { describe, expect, onTestFinished, test } from 'vitest';
import { createStore } from '../../src/store/create-store.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { bothDatabases, NOON_MS, openStore, postgresOfRun, runSql, SILENT } from './use-databases.ts';

const ADA = { teamId: 'T1', userId: 'U1' };

const postgres = postgresOfRun();

describe.each(bothDatabases(postgres))('opening on $kind', ({ freshUrl }) => {
  test('a database that a newer version wrote is refused and left alone', async () => {
    const url = await freshUrl();
    await (await openStore(url)).close();
    const names = [...Object.keys(MIGRATIONS), '9999_of_later'];
    await runSql(url, `insert into kysely_migration values ('9999_of_later', '2027-01-01T00:00:00.000Z')`);
    await expect(openStore(url)).rejects.toMatchObject({
      name: 'StoreError',
      code: 'newer',
      message: expect.stringMatching(/9999_of_later.*Start the version of backup-status that wrote it/),
    });
    expect(await runSql(url, 'select name from kysely_migration order by name')).toEqual(
      names.map((name) => ({ name })),
    );
  });
});
describe.each(bothDatabases(postgres))('closing on $kind', ({ freshUrl }) => {
  test('what is under way is finished, what comes later is told that it is closed', async () => {
    const url = await freshUrl();
    const store = await createStore({ databaseUrl: url, now: () => NOON_MS, log: SILENT });
    onTestFinished(() => store.close());
    const adding = store.pins.add(ADA, { accountId: '1001' });
    await store.close();
    expect(await adding).toEqual({ kind: 'pinned' });
    await expect(store.pins.list(ADA)).rejects.toMatchObject({ name: 'StoreError', code: 'unavailable' });
    expect(await (await openStore(url)).pins.list(ADA)).toMatchObject([{ accountId: '1001' }]);
  });
});
