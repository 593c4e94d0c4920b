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
  /** Ids; `*` matches any characters, `?` one. */
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
  const patterns: { readonly index: number; readonly pattern: string }[] = [];
  for (const [index, { accounts }] of rules.entries()) {
    for (const account of accounts) {
      if (hasWildcard(account)) patterns.push({ index, pattern: account });
      else if (byId.has(account)) byId.get(account)?.push(index);
      else byId.set(account, [index]);
    }
  }
  return (accountId) => {
    const matched = patterns
      .filter(({ pattern }) => fitsPattern(pattern, accountId))
      .map(({ index }) => index);
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

export const hasWildcard = (pattern: string): boolean => /[*?]/.test(pattern);

/** Whether the whole text fits: `*` is any characters, `?` is one. The steps are at most the one length times the other. */
export function fitsPattern(pattern: string, text: string): boolean {
  const characters = [...text];
  // Whether this many of the characters fit what was read of the pattern.
  let fits = [true, ...characters.map(() => false)];
  for (const part of pattern) {
    let isReached = false;
    fits = fits.map((isFit, at) => {
      isReached ||= isFit;
      if (part === '*') return isReached;
      return at > 0 && fits[at - 1] === true && (part === '?' || part === characters[at - 1]);
    });
    if (!fits.includes(true)) return false;
  }
  return fits.at(-1) === true;
}
