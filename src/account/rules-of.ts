// What an account is judged by, and what is known of it.
import type { AccountRules } from './verdict.ts';

/** What the people who run the app have written down about an account; absent: nothing. */
export interface AccountInfo {
  /** What they call it. */
  readonly displayName?: string;
  /** What to do when it is not fine, in their own words. */
  readonly note?: string;
  /** The same at length: an address that begins with `https://`. */
  readonly runbook?: string;
  /** Its page in the console of those who run the app: an address that begins with `https://`. */
  readonly consoleUrl?: string;
  /** Whom to call. Personal: never in a channel, never in a log. */
  readonly contact?: string;
}

/** What one account is judged by, and what is known of it. */
export interface NamedAccountRules extends AccountInfo, AccountRules {}

/** The rules of an account by its id. */
export type RulesOf = (accountId: string) => NamedAccountRules;

/** The same rules, with the name of the list for an account that the file gives none. */
export const withNames =
  (rulesOf: RulesOf, nameOf: (accountId: string) => string | undefined): RulesOf =>
  (accountId) => {
    const rules = rulesOf(accountId);
    return { ...rules, displayName: rules.displayName ?? nameOf(accountId) };
  };

/** The same rules, with the page of each account in a console. `consoleUrl` has `{id}` where the id goes. Absent: there is none. */
export function withConsole(rulesOf: RulesOf, consoleUrl?: string): RulesOf {
  if (consoleUrl === undefined) return rulesOf;
  return (accountId) => {
    const id = encodeURIComponent(accountId.toWellFormed());
    return { ...rulesOf(accountId), consoleUrl: consoleUrl.replaceAll('{id}', () => id) };
  };
}

/** Whether a text stands for many ids: `*` matches any characters, `?` one. */
export const hasWildcard = (text: string): boolean => /[*?]/.test(text);
