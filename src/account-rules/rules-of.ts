// How the entries of the file make the rules and the names of single accounts.
import { type AccountName, toAccountName } from '../account/names.ts';
import { type AccountInfo, hasWildcard, type NamedAccountRules, type RulesOf } from '../account/rules-of.ts';
import { thresholdMs } from '../account/time.ts';
import type { BackupKind, Threshold, Thresholds } from '../account/verdict.ts';

/** Other rules for some accounts, an entry of the file. Later entries may set what this one does not. */
export interface AccountRule extends Omit<AccountInfo, 'displayName'> {
  /** File and name of the rule, for the person who asks why. */
  readonly setBy: string;
  /** Ids; `*` matches any characters, `?` one. */
  readonly accounts: readonly string[];
  readonly late_after_hours?: number;
  readonly stale_after_hours?: number;
  readonly weekdays_only?: boolean;
  readonly ignore?: BackupKind;
  readonly minimum_client_version?: string;
  readonly display_name?: string;
}

/**
 * Each term comes from the first rule that fits the account and sets it, otherwise from `thresholds`. Where limits of two
 * rules meet so that a backup would be stale before it is late, it is stale when it is late.
 */
export function createRulesOf(rules: readonly AccountRule[], thresholds: Thresholds): RulesOf {
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
    return fitting.length === 0 ? { thresholds } : rulesFrom(fitting, thresholds);
  };
}

function rulesFrom(fitting: readonly AccountRule[], thresholds: Thresholds): NamedAccountRules {
  const first = <Name extends keyof AccountRule>(name: Name) => {
    const rule = fitting.find((candidate) => candidate[name] !== undefined);
    // Found by that very property.
    return rule && { value: rule[name] as NonNullable<AccountRule[Name]>, setBy: rule.setBy };
  };
  const [late, stale] = [first('late_after_hours'), first('stale_after_hours')];
  const [weekdays, ignored] = [first('weekdays_only'), first('ignore')];
  const minimum = first('minimum_client_version');
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
    displayName: first('display_name')?.value,
    note: first('note')?.value,
    runbook: first('runbook')?.value,
    contact: first('contact')?.value,
  };
}

const inHours = (hours: Omit<Threshold, 'unit'>): Threshold => ({ ...hours, unit: 'hour' });

const longerOf = (one: Threshold, other: Threshold) => (thresholdMs(other) > thresholdMs(one) ? other : one);

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

/**
 * The names of the accounts that rules name one by one: `*-archive` with a name is not an account that can be found by
 * that name.
 */
export function namesIn(rules: readonly AccountRule[]): readonly AccountName[] {
  const names = new Map<string, AccountName>();
  for (const { accounts, display_name: displayName } of rules) {
    if (displayName === undefined) continue;
    const named = toAccountName('', displayName);
    for (const accountId of accounts) {
      if (!hasWildcard(accountId) && !names.has(accountId)) names.set(accountId, { ...named, accountId });
    }
  }
  return [...names.values()];
}
