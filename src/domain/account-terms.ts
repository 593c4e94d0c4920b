import { thresholdMs } from './duration.ts';
import { fitsGlob, hasWildcard, toGlob } from './glob.ts';
import type { BackupKind, Exceptions, Threshold, Thresholds } from './verdict.ts';

/** What one account is judged by. */
export interface AccountTerms {
  readonly thresholds: Thresholds;
  readonly exceptions: Exceptions;
  /** What the people who run the app call it; absent: nothing. */
  readonly displayName?: string;
}

/** The terms of an account by its id. */
export type TermsOf = (accountId: string) => AccountTerms;

/** Other terms for some accounts. What it does not set is left to the rules after it. */
export interface AccountRule {
  /** Where it stands, for the person who asks why: file and name of the rule. */
  readonly setBy: string;
  /** Ids; `*` stands for any characters, `?` for one. */
  readonly accounts: readonly string[];
  readonly lateAfterHours?: number;
  readonly staleAfterHours?: number;
  readonly weekdaysOnly?: boolean;
  readonly ignore?: BackupKind;
  readonly minimumClientVersion?: string;
  readonly displayName?: string;
}

/** Each term comes from the first rule that fits the account and sets it, otherwise from `thresholds`. */
export function createTermsOf(rules: readonly AccountRule[], thresholds: Thresholds): TermsOf {
  const compiled = rules.map((rule) => ({
    rule,
    ids: new Set(rule.accounts.filter((pattern) => !hasWildcard(pattern))),
    globs: rule.accounts.filter(hasWildcard).map(toGlob),
  }));
  return (accountId) => {
    const text = [...accountId];
    const fitting = compiled
      .filter(({ ids, globs }) => ids.has(accountId) || globs.some((glob) => fitsGlob(glob, text)))
      .map(({ rule }) => rule);
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
  const [minimum, name] = [first('minimumClientVersion'), first('displayName')];
  return {
    thresholds: {
      ...thresholds,
      ...(late && { late: inHours(late), stuck: longerOf(thresholds.stuck, inHours(late)) }),
      ...(stale && { stale: inHours(stale) }),
    },
    exceptions: {
      ...(weekdays?.value && { weekdaysOnly: { setBy: weekdays.setBy } }),
      ...(ignored && { ignored: { backup: ignored.value, setBy: ignored.setBy } }),
      ...(minimum && { minimumClientVersion: { version: minimum.value, setBy: minimum.setBy } }),
    },
    ...(name && { displayName: name.value }),
  };
}

const inHours = ({ value, setBy }: { value: number; setBy: string }): Threshold => ({
  value,
  unit: 'hour',
  setBy,
});

/** A backup that may be so old may be under way for as long. */
const longerOf = (one: Threshold, other: Threshold) => (thresholdMs(other) > thresholdMs(one) ? other : one);
