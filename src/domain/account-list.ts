import { type AccountName, toAccountName } from './account-names.ts';
import type { TermsOf } from './account-terms.ts';
import { foldName } from './fold-name.ts';
import { hasWildcard } from './glob.ts';
import { isPlausibleId } from './plausible-id.ts';

/** So many accounts the list holds at most. */
export const LISTED_AT_MOST = 20_000;
/** In UTF-16 units. */
export const ACCOUNT_NAME_AT_MOST = 100;

/** An account as it is put on the list. */
export interface ListedAccount {
  readonly id: string;
  /** Absent: none is given, and one that it has stays. */
  readonly name?: string;
}

/** Who says what is on the list: the rules file, or a person who imports. */
export type ListSource = 'file' | 'person';

export type ListChange =
  | {
      readonly kind: 'taken';
      /** Were not on the list, or had been retired. */
      readonly added: readonly string[];
      /** Have another name now. */
      readonly renamed: number;
      /** Were in the rules file before, and are not any more. */
      readonly dropped: number;
    }
  | { readonly kind: 'limit-reached'; readonly limit: number };

/** The list as the database keeps it. Rejects with a StoreError when that does not answer. */
export interface AccountListStore {
  /** Goes up by one with every change of the list, in whichever process. */
  revision(): Promise<number>;
  /** Accounts that are not retired, by id, from the one after `afterId` on. */
  read(afterId: string, atMost: number): Promise<readonly ListedAccount[]>;
  /**
   * Puts accounts on the list, all or none. From the file: those that it had before and has no more are retired; one that
   * a person has retired stays so. From a person: what was retired is back.
   */
  take(accounts: readonly ListedAccount[], from: ListSource): Promise<ListChange>;
  /** Takes accounts off the list. Resolves with those that were on it. */
  retire(ids: readonly string[]): Promise<readonly string[]>;
}

/** What accounts are called for everybody, and which ones are known, at this moment. */
export interface KnownAccounts {
  /** Undefined: nothing. */
  nameOf(accountId: string): string | undefined;
  isKnown(accountId: string): boolean;
  ids(): readonly string[];
  /** Of the accounts that have one, in the order of their ids. */
  names(): readonly AccountName[];
}

/** Accounts by id, with the name made ready; undefined: it has none. */
export type ListedNames = ReadonlyMap<string, AccountName | undefined>;

export const toListedName = ({ id, name }: ListedAccount): [string, AccountName | undefined] => [
  id,
  name === undefined ? undefined : toAccountName(id, name),
];

/** What the list and the rules file know together. A name of a rule goes before that of the list. */
export function knownAccounts(listed: ListedNames, ruleNames: readonly AccountName[]): KnownAccounts {
  const byId = new Map<string, AccountName>();
  for (const name of listed.values()) if (name !== undefined) byId.set(name.accountId, name);
  for (const name of ruleNames) byId.set(name.accountId, name);
  const ids = new Set([...listed.keys(), ...byId.keys()]);
  const names = [...byId.values()];
  return {
    nameOf: (id) => byId.get(id)?.name,
    isKnown: (id) => ids.has(id),
    ids: () => [...ids],
    names: () => names,
  };
}

/** The same terms, with the name that an account has where the rules have none for it. */
export const withNames =
  (termsOf: TermsOf, nameOf: KnownAccounts['nameOf']): TermsOf =>
  (accountId) => {
    const terms = termsOf(accountId);
    const displayName = terms.displayName ?? nameOf(accountId);
    return displayName === undefined ? terms : { ...terms, displayName };
  };

/** Why something cannot be put on the list. */
export type ListProblem = 'id-missing' | 'id-unreadable' | 'id-formula' | 'id-pattern' | 'name-too-long';

/** What a spreadsheet would calculate. */
const FORMULA = /^[=+@]/;
const CONTROLS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * One account as it was written. What cannot be seen of a name is left out; a name of which nothing is left is none.
 * Never throws, whatever the texts are; time grows with their length.
 */
export function readListed(id: string, name: string): ListedAccount | ListProblem {
  const [bareId, bareName] = [id.trim(), name.replace(CONTROLS, ' ').replace(/\s+/gu, ' ').trim()];
  if (bareId === '') return 'id-missing';
  if (FORMULA.test(bareId)) return 'id-formula';
  if (!isPlausibleId(bareId)) return 'id-unreadable';
  // What fits many ids is watched, and is no account.
  if (hasWildcard(bareId)) return 'id-pattern';
  if (bareName.length > ACCOUNT_NAME_AT_MOST) return 'name-too-long';
  return { id: bareId, ...(foldName(bareName) !== '' && { name: bareName }) };
}
