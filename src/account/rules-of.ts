// The rules by which an account is judged, and what operators have written about it.
import type { AccountRules } from './verdict.ts';

/** What operators have written about an account. An absent property was not written. */
export interface AccountInfo {
  /** The name that people see. */
  readonly displayName?: string;
  /** What to do when the account is not fine, in the operators' own words. */
  readonly note?: string;
  /** A page with detailed instructions: an `https://` address. */
  readonly runbook?: string;
  /** The page of the account in the operators' console: an `https://` address. */
  readonly consoleUrl?: string;
  /** Whom to call. Personal: never in a channel, never in a log. */
  readonly contact?: string;
}

/** The rules of one account, with what operators have written about it. */
export interface NamedAccountRules extends AccountInfo, AccountRules {}

/** The rules of an account by its id. */
export type RulesOf = (accountId: string) => NamedAccountRules;

/** Whether a text can match several ids: `*` matches any characters, `?` one. */
export const hasWildcard = (text: string): boolean => /[*?]/.test(text);
