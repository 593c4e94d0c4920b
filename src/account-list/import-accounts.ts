import { setTimeout as sleep } from 'node:timers/promises';
import type { AccountListStore, ImportedAccounts, ListedAccount } from '../domain/names/account-list.ts';
import type { FailedRead, WatchReading } from '../domain/watch/observe-reading.ts';
import type { AccountList } from './create-account-list.ts';

/** What became of the accounts that were to be put on the list. */
export type ImportResult = ImportedAccounts | { readonly kind: 'limit-reached'; readonly limit: number };

export interface ImportDeps {
  readonly store: Pick<AccountListStore, 'take'>;
  readonly list: Pick<AccountList, 'isKnown' | 'refresh'>;
  /** Waits until nobody else needs the service. */
  readonly readAccount: (accountId: string) => Promise<Pick<WatchReading, 'kind'> | FailedRead>;
  /** How many reads may begin in a second. */
  readonly perSecond: number;
}

interface ImportOptions {
  /** Accounts that have not been read by then are added anyway. Default: no limit. */
  readonly readForMs?: number;
  /** False: accounts that have not been read are not put on the list. Default: they are. */
  readonly takesUnread?: boolean;
  /** Once it is aborted nothing is put on the list, and the import rejects with its reason. */
  readonly signal?: AbortSignal;
}

type ImportAccounts = (accounts: readonly ListedAccount[], options?: ImportOptions) => Promise<ImportResult>;

/** More would take the service and the person who waits too long: 1,000 take more than three minutes. */
export const READ_AT_IMPORT_AT_MOST = 1_000;

/**
 * Reads each account that is new once, one after the other, and puts those that there are on the list: all or none. Rejects
 * with a StoreError when the database does not answer.
 */
export function createImportAccounts({ store, list, readAccount, perSecond }: ImportDeps): ImportAccounts {
  return async (accounts, { readForMs = Number.POSITIVE_INFINITY, takesUnread = true, signal } = {}) => {
    const untilMs = performance.now() + readForMs;
    const unknown = accounts.filter(({ id }) => !list.isKnown(id));
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
    const change = await store.take(
      accounts.filter(({ id }) => !left.has(id)),
      'person',
    );
    if (change.kind === 'limit-reached') return change;
    await list.refresh();
    const { added, renamed } = change;
    return { kind: 'imported', added, renamed, notFound, refused, unread: unread.size };
  };
}
