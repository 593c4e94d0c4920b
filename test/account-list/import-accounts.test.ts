import { expect, test } from 'vitest';
import { importAccounts } from '../../src/account-list/create-account-list.ts';
import { openStore } from '../store/use-databases.ts';

const ACCOUNTS = [{ id: '1' }, { id: '2' }, { id: '3' }];

/** An import of a list that has none of the accounts yet; the service knows 1 and 3. */
async function startImport() {
  const { accountList: store } = await openStore('sqlite::memory:');
  const readAccount = async (id: string) => ({ kind: id === '2' ? 'not-found' : 'found' }) as const;
  const deps = { store, isKnown: () => false, readAccount, perSecond: 1_000 };
  const run = (changes: { readonly readForMs?: number; readonly signal?: AbortSignal } = {}) =>
    importAccounts(ACCOUNTS, { ...deps, readForMs: 60_000, takesUnread: true, ...changes });
  return { run, listed: () => store.read('', 10) };
}

test('what there is not is left out', async () => {
  const { run, listed } = await startImport();
  expect(await run()).toMatchObject({ added: ['1', '3'], notFound: ['2'], unread: 0 });
  expect(await listed()).toEqual([{ id: '1' }, { id: '3' }]);
});

test('what is not read in time is added all the same, and counted', async () => {
  const { run, listed } = await startImport();
  expect(await run({ readForMs: 0 })).toMatchObject({ notFound: [], unread: 3 });
  expect(await listed()).toEqual(ACCOUNTS);
});

test('one that is stopped adds nothing', async () => {
  const { run, listed } = await startImport();
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(run({ signal })).rejects.toThrow('stopped');
  expect(await listed()).toEqual([]);
});
