import type { Logger } from 'pino';
import type { AccountsQuery, ListEditor } from '../../domain/account-list.ts';
import { createAttempt } from './store-attempt.ts';

/** Enough to read as many accounts as can be pasted, a few per second. */
const ADDED_WITHIN_MS = 600_000;

/** The list of accounts as the edge uses it: as in `ListEditor`, and nothing rejects. */
export function createAccountsList({ editor, log }: { readonly editor: ListEditor; readonly log: Logger }) {
  const attempt = createAttempt(log);
  return {
    page: (query: AccountsQuery) =>
      attempt('read the list of accounts', 'unavailable', () => editor.page(query)),
    retire: (ids: readonly string[]) => attempt('retire accounts', 'unavailable', () => editor.retire(ids)),
    add: (pasted: string) =>
      attempt('add accounts', { kind: 'unavailable' }, () => editor.add(pasted), ADDED_WITHIN_MS),
  };
}
