// The list of accounts as people change it. What it knows of names: src/account/names.ts.
import { foldName, type ListedAccount } from './names.ts';
import { isPlausibleId } from './outcome.ts';
import { hasWildcard } from './terms.ts';
import type { VerdictLevel } from './verdict.ts';

/** How many accounts the list holds at most. */
export const MAX_LISTED = 20_000;

export type ListChange =
  | {
      readonly kind: 'taken';
      /** Were not on the list, or had been retired. */
      readonly added: readonly string[];
      /** Have another name now. */
      readonly renamed: number;
    }
  | { readonly kind: 'limit-reached'; readonly limit: number };

/** The level of each account that is watched; null: it was not read yet. */
export type WatchedLevels = ReadonlyMap<string, VerdictLevel | null>;

/** Accounts that were put on the list, and those that were not. */
export interface ImportedAccounts {
  readonly kind: 'imported';
  readonly added: readonly string[];
  readonly renamed: number;
  /** The service has no such accounts; they are not on the list. */
  readonly notFound: readonly string[];
  /** The service refuses to show them; they are not on the list. */
  readonly refused: readonly string[];
  /** Added without having been read: too many at once, or the service gave no answer. */
  readonly unread: number;
}

/** What became of accounts that a person has pasted. `lines` are those that were not taken. */
export type AddedAccounts =
  /** `stopped`: the process ends. */
  | { readonly kind: 'busy' | 'stopped' | 'unclosed-quote' | 'too-many' | 'unavailable' }
  | { readonly kind: 'limit-reached'; readonly limit: number }
  | (ImportedAccounts & { readonly lines: readonly number[] });

/** The list, as people look at it and change it. Rejects with a StoreError when the database does not answer. */
export interface ListEditor {
  /** How the accounts are that somebody watches. */
  levels(): Promise<WatchedLevels>;
  /** Takes accounts off the list, and ends their watches. Resolves with those that were on it. */
  retire(ids: readonly string[]): Promise<readonly string[]>;
  /** Reads each account that is new, which takes a while, and puts those that there are on the list. */
  add(pasted: string): Promise<AddedAccounts>;
}

/** In UTF-16 units. */
const MAX_ACCOUNT_NAME = 100;

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
  // A pattern that fits many ids can be watched, but is not an account.
  if (hasWildcard(bareId)) return 'id-pattern';
  if (bareName.length > MAX_ACCOUNT_NAME) return 'name-too-long';
  return { id: bareId, name: foldName(bareName) !== '' ? bareName : undefined };
}
