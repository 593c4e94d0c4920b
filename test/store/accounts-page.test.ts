import { expect, test } from 'vitest';
import { bothDatabases, NOON_MS, openStore, postgresOfFile } from './use-databases.ts';
import { ADA, CRITICAL, HEALTHY, TERMS } from './watch/watching.ts';

const postgres = postgresOfFile();

for (const { kind, freshUrl } of bothDatabases(postgres)) {
  test(`what is on the list or watched is shown worst first, a page at a time, on ${kind}`, async () => {
    const { accountList, watches } = await openStore(await freshUrl());
    const listed = Array.from({ length: 20 }, (_, index) => ({
      id: String(1001 + index),
      name: `Customer ${index}`,
    }));
    await accountList.take([...listed, { id: '9' }], 'person');
    await accountList.retire(['1002']);
    const baseline = new Map([
      ['1010', CRITICAL],
      ['1001', HEALTHY],
      ['only watched', { ...CRITICAL, level: 'attention' as const }],
    ]);
    const watch = { channelId: 'C1', person: ADA, accountIds: [...baseline.keys()], terms: TERMS, baseline };
    await watches.add(watch);

    const first = await accountList.page({ page: 0 });
    expect(first).toMatchObject({ total: 21, page: 0 });
    expect(first.accounts.slice(0, 4)).toEqual([
      { id: '1010', name: 'Customer 9', level: 'critical' },
      { id: 'only watched', level: 'attention' },
      { id: '1001', name: 'Customer 0', level: 'healthy' },
      { id: '1003', name: 'Customer 2' },
    ]);
    const last = await accountList.page({ page: 7 });
    expect(last).toMatchObject({ total: 21, page: 1 });
    expect([...first.accounts, ...last.accounts]).toHaveLength(21);
    expect(await accountList.page({ page: 0, level: 'healthy' })).toMatchObject({
      total: 1,
      accounts: [{ id: '1001' }],
    });
    expect(
      await accountList.page({ page: 0, level: 'not-watched', ids: ['1001', '1003', '1002'] }),
    ).toMatchObject({
      total: 1,
      accounts: [{ id: '1003' }],
    });
    expect(await accountList.page({ page: 3, ids: [] })).toEqual({ total: 0, page: 0, accounts: [] });
  });
}

test('a page of 20,000 accounts is read in a moment', async () => {
  const { accountList, watches } = await openStore('sqlite::memory:');
  await accountList.take(
    Array.from({ length: 20_000 }, (_, index) => ({ id: String(10_000 + index) })),
    'person',
  );
  const terms = { ...TERMS, createdAtMs: NOON_MS };
  await watches.add({
    channelId: 'C1',
    person: ADA,
    accountIds: [],
    patterns: ['*'],
    terms,
    baseline: new Map(),
  });
  await watches.followPatterns();
  await accountList.page({ page: 0 });
  const startedMs = performance.now();
  await accountList.page({ page: 700 });
  expect(performance.now() - startedMs).toBeLessThan(500);
});
