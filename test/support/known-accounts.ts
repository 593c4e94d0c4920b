import { join } from 'node:path';
import { toAccountName } from '../../src/account/names.ts';
import {
  createKnownAccounts,
  type KnownAccounts,
  type ListEditor,
} from '../../src/account-list/account-list.ts';
import type { Settings } from '../../src/settings.ts';
import { createTargets } from '../../src/targets/targets.ts';
import { captureLog } from './capture-log.ts';

/** Known accounts with these ids and names. */
export function listedAccounts(listed: Readonly<Record<string, string>> = {}): KnownAccounts {
  const known = createKnownAccounts();
  known.update(new Map(Object.entries(listed).map(([id, name]) => [id, toAccountName(id, name)])), []);
  return known;
}

/** A list that is always empty. */
export const NO_EDITOR: ListEditor = {
  levels: async () => new Map(),
  retire: async () => [],
  add: async () => ({ kind: 'unread' }),
  stop: () => {},
};

/** No target is set up. */
export const noTargets = () =>
  createTargets({ PAGERDUTY_URL: 'https://127.0.0.1' } as Settings, Date.now, captureLog().log);

/** A rules file without rules, so that accounts in the sandbox have no names. */
export const WITHOUT_NAMES = join(import.meta.dirname, 'without-names.yaml');
