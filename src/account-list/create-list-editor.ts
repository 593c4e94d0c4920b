import type { AccountListStore, ListEditor } from '../domain/names/account-list.ts';
import type { AccountList } from './create-account-list.ts';
import type { ImportAccounts } from './import-accounts.ts';
import { readList } from './read-list.ts';

/** One import at a time: each asks the service as fast as it may. */
export function createListEditor({
  store,
  list,
  importAccounts,
}: {
  readonly store: AccountListStore;
  readonly list: Pick<AccountList, 'refresh'>;
  readonly importAccounts: ImportAccounts;
}): ListEditor {
  let isImporting = false;
  return {
    page: store.page,
    async retire(ids) {
      const retired = await store.retire(ids);
      await list.refresh();
      return retired;
    },
    async add(pasted) {
      const read = readList(pasted);
      if (read.kind !== 'read') return read;
      if (isImporting) return { kind: 'busy' };
      isImporting = true;
      try {
        const imported = await importAccounts(read.accounts);
        if (imported.kind === 'limit-reached') return imported;
        return { ...imported, lines: read.problems.map(({ line }) => line) };
      } finally {
        isImporting = false;
      }
    },
  };
}
