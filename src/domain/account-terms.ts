import { thresholdMs } from '../account/time.ts';
import type { BackupKind, Exceptions, Threshold, Thresholds } from '../account/verdict.ts';
import { fitsGlob, type Glob, hasWildcard, toGlob } from './glob.ts';
import { type AccountName, toAccountName } from './names/account-names.ts';

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
export interface AccountTerms extends AccountInfo {
  readonly thresholds: Thresholds;
  readonly exceptions: Exceptions;
}

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
 * The names of the accounts that rules name one by one: `*-archive` with a name is not an account that can be found by
 * that name.
 */
export function namesIn(rules: readonly AccountRule[]): readonly AccountName[] {
  const names = new Map<string, AccountName>();
  for (const { accounts, displayName } of rules) {
    if (displayName === undefined) continue;
    const named = toAccountName('', displayName);
    for (const accountId of accounts) {
      if (!hasWildcard(accountId) && !names.has(accountId)) names.set(accountId, { ...named, accountId });
    }
  }
  return [...names.values()];
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
    return fitting.length === 0 ? { thresholds, exceptions: {} } : termsFrom(fitting, thresholds);
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
  const [name, note] = [first('displayName'), first('note')];
  const [runbook, contact] = [first('runbook'), first('contact')];
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
    displayName: name?.value,
    note: note?.value,
    runbook: runbook?.value,
    contact: contact?.value,
  };
}

const inHours = ({ value, setBy }: { value: number; setBy: string }): Threshold => ({
  value,
  unit: 'hour',
  setBy,
});

const longerOf = (one: Threshold, other: Threshold) => (thresholdMs(other) > thresholdMs(one) ? other : one);
