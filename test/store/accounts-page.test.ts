import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AccountsQuery } from '../../src/account/account-list.ts';
import { VERDICT_LEVELS } from '../../src/account/verdict.ts';
import type { WatchState } from '../../src/watch/observe-reading.ts';
import { accountWith } from '../account/accounts.ts';
import { bothDatabases, openStore, postgresOfRun, runSql, temporaryFolder } from './use-databases.ts';
import { ADA, CRITICAL, HEALTHY, readFirst, TERMS } from './watch/watching.ts';

const postgres = postgresOfRun();

for (const { kind, freshUrl } of bothDatabases(postgres)) {
  test(`what is on the list or watched is shown worst first, a page at a time, on ${kind}`, async () => {
    const store = await openStore(await freshUrl());
    const { accountList, watches } = store;
    const listed = Array.from({ length: 20 }, (_, index) => ({
      id: String(1001 + index),
      name: `Customer ${index}`,
    }));
    await accountList.take([...listed, { id: '9' }]);
    await accountList.retire(['1002']);
    const states: Readonly<Record<string, WatchState>> = {
      '1010': CRITICAL,
      '1001': HEALTHY,
      'only watched': { ...CRITICAL, level: 'attention' },
    };
    await watches.add({ channelId: 'C1', person: ADA, patterns: Object.keys(states), terms: TERMS });
    await readFirst(store, (id) => states[id] ?? HEALTHY);

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

test('pages of 20,000 accounts', async () => {
  const url = `sqlite:${join(await temporaryFolder(), 'accounts.db')}`;
  const { accountList, watches } = await openStore(url);
  const ids = Array.from({ length: 20_000 }, (_, index) => String(10_000 + index));
  await accountList.take(ids.map((id) => ({ id, name: `Customer ${id}` })));
  await watches.add({ channelId: 'C1', person: ADA, patterns: ['1*'], terms: TERMS });
  const state = { ...CRITICAL, account: accountWith({}) };
  const level = `json_array('${VERDICT_LEVELS.join("', '")}') ->> (id % ${VERDICT_LEVELS.length})`;
  await runSql(url, `update watched_accounts set state = '${JSON.stringify(state)}', level = ${level}`);
  const page = async (query: AccountsQuery) => {
    const { total, page, accounts } = await accountList.page(query);
    return { total, page, first: accounts[0]?.id, count: accounts.length };
  };
  // Half of them are watched, as many with each level.
  expect(await page({ page: 700 })).toEqual({ total: 20_000, page: 700, first: '20500', count: 15 });
  expect(await page({ page: 1_333 })).toEqual({ total: 20_000, page: 1_333, first: '29995', count: 5 });
  expect(await page({ page: 600, level: 'not-watched' })).toEqual({
    total: 10_000,
    page: 600,
    first: '29000',
    count: 15,
  });
  expect(await page({ page: 30, ids: ids.slice(9_500, 10_500) })).toEqual({
    total: 1_000,
    page: 30,
    first: '19803',
    count: 15,
  });
});
