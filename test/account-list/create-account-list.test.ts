import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ListedAccount, MAX_LISTED, toAccountName } from '../../src/account/names.ts';
import { createAccountList, importAccounts } from '../../src/account-list/account-list.ts';
import { THRESHOLDS } from '../account/accounts.ts';
import { bothDatabases, openStore, postgresOfRun, temporaryFolder } from '../store/use-databases.ts';
import { captureLog } from '../support/capture-log.ts';
import { countTurns } from '../support/count-turns.ts';

const many = (count: number): ListedAccount[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(10_000 + index), name: `Customer ${index}` }));

const postgres = postgresOfRun();

/** A process with this database. */
async function startList(url: string) {
  const { log } = captureLog();
  const { accountList: store } = await openStore(url);
  const ruleNames = [toAccountName('1001', 'Of a rule')];
  const rules = {
    rulesOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
    names: () => ruleNames,
  };
  const consoleUrl = 'https://console.example/{id}?of={id}';
  const list = createAccountList({ store, rules, consoleUrl, log });
  await list.refresh();
  return { list, store };
}

for (const { kind, freshUrl } of bothDatabases(postgres)) {
  test(`a process knows what another put on the list after its next refresh, on ${kind}`, async () => {
    const url = await freshUrl();
    const [one, other] = [await startList(url), await startList(url)];
    const change = await one.store.add([
      { id: '1004', name: 'Acme Ltd' },
      { id: '1001', name: 'Of the list' },
      { id: '7' },
    ]);
    expect(change).toEqual({ kind: 'added', added: ['1004', '1001', '7'], renamed: 0 });
    await other.list.refresh();
    expect(other.list.nameOf('1004')).toBe('Acme Ltd');
    expect(other.list.rulesOf('1004').displayName).toBe('Acme Ltd');
    expect(other.list.nameOf('1001')).toBe('Of a rule');
    expect(other.list.isKnown('7')).toBe(true);
    expect(other.list.names().map(({ accountId }) => accountId)).toEqual(['1001', '1004']);

    // An id without a name keeps its name. A retired account stays off the list until it is added again.
    const again = await one.store.add([{ id: '1004' }, { id: '7', name: 'Seven' }]);
    expect(again).toEqual({ kind: 'added', added: [], renamed: 1 });
    expect(await one.store.retire(['1004', '9999'])).toEqual(['1004']);
    await other.list.refresh();
    expect(other.list.isKnown('1004')).toBe(false);
    expect(await one.store.add([{ id: '1004' }])).toMatchObject({ added: ['1004'] });
    await other.list.refresh();
    expect(other.list.nameOf('1004')).toBe('Acme Ltd');
  });
}

test('an account has its page in the console, with its id encoded', async () => {
  const { list } = await startList('sqlite::memory:');
  const id = 'a%20b%26%2F%C5%9F';
  expect(list.rulesOf('a b&/ş').consoleUrl).toBe(`https://console.example/${id}?of=${id}`);
});

test('20,000 accounts are added in batches, all or none', async () => {
  const url = `sqlite:${join(await temporaryFolder(), 'accounts.db')}`;
  const pieces = 20_000 / 500;
  const { list, store } = await startList(url);
  const taken = () => store.add(many(20_000));
  // Each account is compared and written.
  expect(await countTurns(taken)).toBeGreaterThanOrEqual(2 * (pieces - 1));
  expect(await countTurns(() => list.refresh())).toBeGreaterThanOrEqual(pieces - 1);
  expect(list.nameOf('29999')).toBe('Customer 19999');
  expect(await store.add([{ id: 'one more' }])).toEqual({ kind: 'limit-reached', limit: 20_000 });
});

test('accounts that are retired after an import make room for it, if all were read', async () => {
  const store = (await openStore('sqlite::memory:')).accountList;
  await store.add(Array.from({ length: MAX_LISTED }, (_, at) => ({ id: `a${at}` })));
  const importing = { store, isKnown: () => false, perSecond: 1_000, leaving: 1 };
  const read = (kind: 'found' | 'failed') => async () =>
    kind === 'found' ? ({ kind } as const) : ({ kind, isSure: true } as const);
  const full = { kind: 'limit-reached', limit: MAX_LISTED };
  const isUnread = await importAccounts([{ id: 'b' }, { id: 'c' }], {
    ...importing,
    readAccount: read('failed'),
  });
  expect(isUnread).toMatchObject({ kind: 'imported', added: [], unread: ['b', 'c'] });
  expect(
    await importAccounts([{ id: 'b' }], { ...importing, leaving: 0, readAccount: read('found') }),
  ).toEqual(full);
  const done = await importAccounts([{ id: 'b' }], { ...importing, readAccount: read('found') });
  expect(done).toMatchObject({ kind: 'imported', added: ['b'] });
});

test('leaves out accounts that are not read in time, and names them', async () => {
  const { accountList: store } = await openStore('sqlite::memory:');
  const stopping = new AbortController();
  const readAccount = async () => {
    stopping.abort();
    return { kind: 'found' } as const;
  };
  const { signal } = stopping;
  const deps = { store, isKnown: () => false, readAccount, perSecond: 1_000, signal };
  const imported = await importAccounts([{ id: '1' }, { id: '2' }], deps);
  expect(imported).toMatchObject({ added: ['1'], notFound: [], unread: ['2'] });
  expect(await store.read()).toEqual([{ id: '1' }]);
});
