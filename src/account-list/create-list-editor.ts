import type { AccountListStore, ListEditor } from '../domain/names/account-list.ts';
import { createImportAccounts, type ImportDeps } from './import-accounts.ts';
import { readList } from './read-list.ts';

/** The person who pasted accounts is told that it takes ten minutes at most. */
const READ_FOR_MS = 9 * 60_000;

export interface StoppableListEditor extends ListEditor {
  /** The process ends: an import under way adds nothing, and says so. */
  stop(): void;
}

/** One import at a time: each asks the service as fast as it may. */
export function createListEditor(
  deps: ImportDeps & { readonly store: AccountListStore },
): StoppableListEditor {
  const { store, list } = deps;
  const importAccounts = createImportAccounts(deps);
  const stopping = new AbortController();
  const { signal } = stopping;
  let isImporting = false;
  return {
    page: store.page,
    async retire(ids) {
      const retired = await store.retire(ids);
      await list.refresh();
      return retired;
    },
    stop: () => stopping.abort(),
    async add(pasted) {
      const read = readList(pasted);
      if (read.kind !== 'read') return read;
      if (isImporting) return { kind: 'busy' };
      isImporting = true;
      try {
        const imported = await importAccounts(read.accounts, { readForMs: READ_FOR_MS, signal });
        if (imported.kind === 'limit-reached') return imported;
        return { ...imported, lines: read.problems.map(({ line }) => line) };
      } catch (error) {
        if (signal.aborted) return { kind: 'stopped' };
        throw error;
      } finally {
        isImporting = false;
      }
    },
  };
}
