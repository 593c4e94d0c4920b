import { join } from 'node:path';
import { toAccountName } from '../../src/account/names.ts';
import {
  createKnownAccounts,
  type KnownAccounts,
  type ListEditor,
} from '../../src/account-list/create-account-list.ts';
import { createTargets } from '../../src/targets/targets.ts';
import { captureLog } from './capture-log.ts';

/** The accounts with these ids and names are on the list. */
export function listedAccounts(listed: Readonly<Record<string, string>> = {}): KnownAccounts {
  const known = createKnownAccounts();
  known.update(new Map(Object.entries(listed).map(([id, name]) => [id, toAccountName(id, name)])), []);
  return known;
}

/** An empty list that stays so. */
export const NO_EDITOR: ListEditor = {
  levels: async () => new Map(),
  retire: async () => [],
  add: async () => ({ kind: 'busy' }),
  stop: () => {},
};

/** None is set. */
export const noTargets = () =>
  createTargets({ PAGERDUTY_URL: 'https://127.0.0.1' }, Date.now, captureLog().log);

/** A rules file that says nothing: in the sandbox accounts then stand by their ids. */
export const WITHOUT_NAMES = join(import.meta.dirname, 'without-names.yaml');
