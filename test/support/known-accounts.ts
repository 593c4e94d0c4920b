import { join } from 'node:path';
import type { ListEditor } from '../../src/account/account-list.ts';
import { type KnownAccounts, knownAccounts, toListedName } from '../../src/account/names.ts';

/** The accounts with these ids and names are on the list. */
export const listedAccounts = (listed: Readonly<Record<string, string>> = {}): KnownAccounts =>
  knownAccounts(new Map(Object.entries(listed).map(([id, name]) => toListedName({ id, name }))), []);

/** An empty list that stays so. */
export const NO_EDITOR: ListEditor = {
  levels: async () => new Map(),
  retire: async () => [],
  add: async () => ({ kind: 'busy' }),
};

/** A rules file that says nothing: in the sandbox accounts then stand by their ids. */
export const WITHOUT_NAMES = join(import.meta.dirname, 'without-names.yaml');
