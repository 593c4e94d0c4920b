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

/** Adds the names of the list for accounts to which the rules file gives no name. */
export const withNames =
  (rulesOf: RulesOf, nameOf: (accountId: string) => string | undefined): RulesOf =>
  (accountId) => {
    const rules = rulesOf(accountId);
    return { ...rules, displayName: rules.displayName ?? nameOf(accountId) };
  };

/** Adds the page of each account in the console. `consoleUrl` has `{id}` in place of the id. Absent: there is no console. */
export function withConsole(rulesOf: RulesOf, consoleUrl?: string): RulesOf {
  if (consoleUrl === undefined) return rulesOf;
  return (accountId) => {
    const id = encodeURIComponent(accountId.toWellFormed());
    return { ...rulesOf(accountId), consoleUrl: consoleUrl.replaceAll('{id}', () => id) };
  };
}

/** Whether a text can match several ids: `*` matches any characters, `?` one. */
export const hasWildcard = (text: string): boolean => /[*?]/.test(text);
