// What an account is judged by, and what is known of it.
import type { Terms } from './verdict.ts';

/** What the people who run the app have written down about an account; absent: nothing. */
export interface AccountInfo {
  /** What they call it. */
  readonly displayName?: string;
  /** What to do when it is not fine, in their own words. */
  readonly note?: string;
  /** The same at length: an address that begins with `https://`. */
  readonly runbook?: string;
  /** Whom to call. Personal: never in a channel, never in a log. */
  readonly contact?: string;
}

/** What one account is judged by, and what is known of it. */
export interface AccountTerms extends AccountInfo, Terms {}

/** The terms of an account by its id. */
export type TermsOf = (accountId: string) => AccountTerms;

/** The same terms, with the name of the list for an account that the rules give none. */
export const withNames =
  (termsOf: TermsOf, nameOf: (accountId: string) => string | undefined): TermsOf =>
  (accountId) => {
    const terms = termsOf(accountId);
    return { ...terms, displayName: terms.displayName ?? nameOf(accountId) };
  };

/** Whether a text stands for many ids: `*` matches any characters, `?` one. */
export const hasWildcard = (text: string): boolean => /[*?]/.test(text);
