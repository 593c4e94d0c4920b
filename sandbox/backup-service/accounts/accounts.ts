import { accountLike1001, type ReferenceAccount } from './account.ts';
import { OTHER_ACCOUNTS } from './customers.ts';
import { ODD_ACCOUNTS } from './odd-accounts.ts';
import { ORDINARY_ACCOUNTS } from './ordinary-accounts.ts';

/** Every account with a story, in the order in which a person should meet them. */
export const ACCOUNTS: readonly ReferenceAccount[] = [...ORDINARY_ACCOUNTS, ...ODD_ACCOUNTS];

/** The account with exactly this id. `load-` and a number is always a healthy one, for tests that need thousands. */
export function findAccount(id: string): ReferenceAccount | undefined {
  if (/^load-\d+$/.test(id)) return accountLike1001(id, 'Healthy, one of as many as are needed');
  return [...ACCOUNTS, ...OTHER_ACCOUNTS].find((account) => account.id === id);
}
