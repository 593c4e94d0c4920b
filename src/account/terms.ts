// What an account is judged by: limits and exceptions, of all accounts and of single ones.
import { thresholdMs } from './time.ts';
import type { BackupKind, Terms, Threshold, Thresholds } from './verdict.ts';

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

/** Other terms for some accounts. Later rules may set what this one does not. */
export interface AccountRule extends AccountInfo {
  /** File and name of the rule, for the person who asks why. */
  readonly setBy: string;
  /** Ids; `*` stands for any characters, `?` for one. */
  readonly accounts: readonly string[];
  readonly lateAfterHours?: number;
  readonly staleAfterHours?: number;
  readonly weekdaysOnly?: boolean;
  readonly ignore?: BackupKind;
  readonly minimumClientVersion?: string;
}

/**
 * Each term comes from the first rule that fits the account and sets it, otherwise from `thresholds`. Where limits of two
 * rules meet so that a backup would be stale before it is late, it is stale when it is late.
 */
export function createTermsOf(rules: readonly AccountRule[], thresholds: Thresholds): TermsOf {
  const byId = new Map<string, number[]>();
  const patterns: { readonly index: number; readonly glob: Glob }[] = [];
  for (const [index, { accounts }] of rules.entries()) {
    for (const account of accounts) {
      if (hasWildcard(account)) patterns.push({ index, glob: toGlob(account) });
      else if (byId.has(account)) byId.get(account)?.push(index);
      else byId.set(account, [index]);
    }
  }
  return (accountId) => {
    const text = [...accountId];
    const matched = patterns.filter(({ glob }) => fitsGlob(glob, text)).map(({ index }) => index);
    const indexes = new Set([...(byId.get(accountId) ?? []), ...matched]);
    const fitting = [...indexes].sort((one, other) => one - other).flatMap((index) => rules[index] ?? []);
    return fitting.length === 0 ? { thresholds } : termsFrom(fitting, thresholds);
  };
}

function termsFrom(fitting: readonly AccountRule[], thresholds: Thresholds): AccountTerms {
  const first = <Name extends keyof AccountRule>(name: Name) => {
    const rule = fitting.find((candidate) => candidate[name] !== undefined);
    // Found by that very property.
    return rule && { value: rule[name] as NonNullable<AccountRule[Name]>, setBy: rule.setBy };
  };
  const [late, stale] = [first('lateAfterHours'), first('staleAfterHours')];
  const [weekdays, ignored] = [first('weekdaysOnly'), first('ignore')];
  const minimum = first('minimumClientVersion');
  const lateLimit = late ? inHours(late) : thresholds.late;
  return {
    thresholds: {
      ...thresholds,
      late: lateLimit,
      stale: longerOf(stale ? inHours(stale) : thresholds.stale, lateLimit),
    },
    exceptions: {
      weekdaysOnly: weekdays?.value ? { setBy: weekdays.setBy } : undefined,
      ignored: ignored && { backup: ignored.value, setBy: ignored.setBy },
      minimumClientVersion: minimum && { version: minimum.value, setBy: minimum.setBy },
    },
    displayName: first('displayName')?.value,
    note: first('note')?.value,
    runbook: first('runbook')?.value,
    contact: first('contact')?.value,
  };
}

const inHours = (hours: Omit<Threshold, 'unit'>): Threshold => ({ ...hours, unit: 'hour' });

const longerOf = (one: Threshold, other: Threshold) => (thresholdMs(other) > thresholdMs(one) ? other : one);

/** A pattern for ids, one character an entry: `*` is any characters, `?` is one. */
export type Glob = readonly string[];

export const toGlob = (pattern: string): Glob => [...pattern];

export const hasWildcard = (pattern: string): boolean => /[*?]/.test(pattern);

/**
 * Whether the whole text fits. The steps are at most the length of the text times that of the pattern: only the last `*` is
 * tried again, because an earlier one could take nothing that the last cannot.
 */
export function fitsGlob(glob: Glob, text: readonly string[]): boolean {
  let [atGlob, atText] = [0, 0];
  let [afterStar, retryAt] = [-1, 0];
  while (atText < text.length) {
    const part = glob[atGlob];
    if (part === '*') {
      atGlob += 1;
      [afterStar, retryAt] = [atGlob, atText];
    } else if (part === '?' || part === text[atText]) {
      atGlob += 1;
      atText += 1;
    } else if (afterStar >= 0) {
      retryAt += 1;
      [atGlob, atText] = [afterStar, retryAt];
    } else {
      return false;
    }
  }
  return glob.slice(atGlob).every((part) => part === '*');
}
