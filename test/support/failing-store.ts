import type { Store } from '../../src/store/create-store.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { startStore } from './start-edge.ts';

const reject = () => Promise.reject(new StoreError('unavailable', 'the database is down'));

/** The same object, but every method rejects. */
const failing = <Part extends object>(part: Part) =>
  Object.fromEntries(Object.keys(part).map((name) => [name, reject])) as Part;

/** A store whose database is down. Its caches in memory work. */
export async function failingStore(): Promise<Store> {
  const { pins, accountList, watches, watchStore, ...rest } = await startStore();
  return {
    ...rest,
    pins: failing(pins),
    accountList: failing(accountList),
    watches: failing(watches),
    watchStore: failing(watchStore),
    close: async () => {},
  };
}
