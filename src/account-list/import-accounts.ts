import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportedAccounts, ListEditor } from '../account/account-list.ts';
import type { ListedAccount } from '../account/names.ts';
import type { Store } from '../store/create-store.ts';
import type { FailedRead, WatchReading } from '../watch/observe-reading.ts';
import type { AccountList } from './create-account-list.ts';
import { readList } from './read-list.ts';

export interface ImportDeps {
  readonly store: Store['accountList'];
  readonly isKnown: (accountId: string) => boolean;
  /** Waits until nobody else needs the service. */
  readonly readAccount: (accountId: string) => Promise<Pick<WatchReading, 'kind'> | FailedRead>;
  /** How many reads may begin in a second. */
  readonly perSecond: number;
  /** No read begins after so long; 0: none does. */
  readonly readForMs: number;
  /** Whether accounts that have not been read are put on the list too. */
  readonly takesUnread: boolean;
  /** Once it is aborted nothing is put on the list, and the import rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** More would take the service and the person who waits too long: 1,000 take more than three minutes. */
export const READ_AT_IMPORT_AT_MOST = 1_000;

/**
 * Reads each account that is new once, one after the other, and puts those that there are on the list: all or none. Rejects
 * with a StoreError when the database does not answer.
 */
export async function importAccounts(
  accounts: readonly ListedAccount[],
  { store, isKnown, readAccount, perSecond, readForMs, takesUnread, signal }: ImportDeps,
): Promise<ImportedAccounts | { readonly kind: 'limit-reached'; readonly limit: number }> {
  const untilMs = performance.now() + readForMs;
  const unknown = accounts.filter(({ id }) => !isKnown(id));
  const [notFound, refused]: [string[], string[]] = [[], []];
  const unread = new Set(unknown.map(({ id }) => id));
  for (const { id } of unknown.length > READ_AT_IMPORT_AT_MOST ? [] : unknown) {
    if (performance.now() >= untilMs) break;
    const [reading] = await Promise.all([readAccount(id), sleep(1000 / perSecond)]);
    signal?.throwIfAborted();
    // No other account would get an answer either.
    if (reading.kind === 'failed' && reading.isSure) break;
    if (reading.kind === 'failed') continue;
    unread.delete(id);
    if (reading.kind === 'forbidden') refused.push(id);
    else if (reading.kind !== 'found') notFound.push(id);
  }
  const left = new Set([...notFound, ...refused, ...(takesUnread ? [] : unread)]);
  const taken = accounts.filter(({ id }) => !left.has(id));
  const change = await store.take(taken);
  if (change.kind === 'limit-reached') return change;
  return { ...change, kind: 'imported', notFound, refused, unread: unread.size };
}

/** The person who pasted accounts is told that it takes ten minutes at most. */
const READ_FOR_MS = 9 * 60_000;

/** The list as people change it. One import at a time: each asks the service as fast as it may. */
export function createListEditor(
  list: AccountList,
  deps: Pick<ImportDeps, 'store' | 'readAccount' | 'perSecond'>,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const importing = { ...deps, isKnown: list.isKnown, readForMs: READ_FOR_MS, takesUnread: true, signal };
  let isImporting = false;
  const editor: ListEditor = {
    levels: deps.store.levels,
    async retire(ids) {
      const retired = await deps.store.retire(ids);
      await list.refresh();
      return retired;
    },
    async add(pasted) {
      const read = readList(pasted);
      if (read.kind !== 'read') return read;
      if (isImporting) return { kind: 'busy' };
      isImporting = true;
      try {
        const imported = await importAccounts(read.accounts, importing);
        await list.refresh();
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
  /** `stop`: the process ends. An import under way adds nothing, and says so. */
  return { ...editor, stop: () => stopping.abort() };
}
