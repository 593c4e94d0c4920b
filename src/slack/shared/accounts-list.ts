import type { Logger } from 'pino';
import type {
  AccountsPage,
  AccountsQuery,
  AddedAccounts,
  ListEditor,
} from '../../domain/names/account-list.ts';
import { createAttempt } from './store-attempt.ts';

/** The list of accounts as the edge uses it: as in `ListEditor`, and nothing rejects. */
export interface AccountsList {
  page(query: AccountsQuery): Promise<AccountsPage | 'unavailable'>;
  retire(ids: readonly string[]): Promise<readonly string[] | 'unavailable'>;
  add(pasted: string): Promise<AddedAccounts>;
}

/** Enough to read as many accounts as can be pasted, a few per second. */
const ADDED_WITHIN_MS = 600_000;

export function createAccountsList({
  editor,
  log,
}: {
  readonly editor: ListEditor;
  readonly log: Logger;
}): AccountsList {
  const attempt = createAttempt(log);
  return {
    page: (query) => attempt('read the list of accounts', 'unavailable', () => editor.page(query)),
    retire: (ids) => attempt('retire accounts', 'unavailable', () => editor.retire(ids)),
    add: (pasted) =>
      attempt('add accounts', { kind: 'unavailable' } as const, () => editor.add(pasted), ADDED_WITHIN_MS),
  };
}
