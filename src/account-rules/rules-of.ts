// The rules and names of single accounts, from the entries of the file, which can be read again.
import { type AccountName, hasWildcard, toAccountName } from '../account/names.ts';
import { thresholdMs } from '../account/time.ts';
import type { NamedAccountRules, RulesOf, Threshold, Thresholds } from '../account/verdict.ts';
import { type AccountRule, readRules } from './account-rules.ts';

/** Reads the rules file. Without a path there are no rules. Rejects with an AccountRulesError if the file has a mistake. */
export async function openAccountRules(path: string | undefined, thresholds: Thresholds) {
  const read = async () => {
    const rules = path === undefined ? [] : await readRules(path);
    const rulesOf = createRulesOf(rules, thresholds);
    return { rulesOf, names: namesIn(rules, rulesOf) };
  };
  let current = await read();
  let reading = Promise.resolve();
  return {
    /** Uses the present rules. */
    rulesOf: (accountId: string) => current.rulesOf(accountId),
    /** The names of single accounts in the present rules. */
    names: () => current.names,
    /** Reads the file again. If it has a mistake, the rules stay, and this rejects with an AccountRulesError. */
    reload(): Promise<void> {
      // One after the other, so that the latest version of the file wins.
      const reload = async () => {
        current = await read();
      };
      reading = reading.then(reload, reload);
      return reading;
    },
  };
}

/**
 * Each value comes from the first rule that matches the account and sets it, or else from `thresholds`. If the stale limit is
 * shorter than the late limit, the one that a rule sets applies to both; if rules set both, the late one.
 */
export function createRulesOf(rules: readonly AccountRule[], thresholds: Thresholds): RulesOf {
  // A group is looked at once, however many rules name it.
  const lists = [...new Set(rules.flatMap(({ accounts }) => accounts))].map((list) => {
    return { list, ids: new Set(list), patterns: list.filter(hasWildcard) };
  });
  return (accountId) => {
    const fits = ({ ids, patterns }: (typeof lists)[number]) =>
      ids.has(accountId) || patterns.some((pattern) => fitsPattern(pattern, accountId));
    const matched = new Set(lists.filter(fits).map(({ list }) => list));
    const fitting = rules.filter(({ accounts }) => accounts.some((list) => matched.has(list)));
    return fitting.length === 0 ? { thresholds } : rulesFrom(fitting, thresholds);
  };
}

function rulesFrom(fitting: readonly AccountRule[], thresholds: Thresholds): NamedAccountRules {
  // Of the rules that set the same, the first counts.
  const rule: AccountRule = Object.assign({}, ...fitting.toReversed());
  const setBy = (name: keyof AccountRule) => fitting.find((one) => one[name] !== undefined)?.setBy ?? '';
  const limit = (name: 'late_after_hours' | 'stale_after_hours', standard: Threshold): Threshold =>
    rule[name] === undefined ? standard : { value: rule[name], unit: 'hour', setBy: setBy(name) };
  const stale = limit('stale_after_hours', thresholds.stale);
  const isEarly = thresholdMs(stale) < thresholdMs(thresholds.late);
  const late = limit('late_after_hours', isEarly ? stale : thresholds.late);
  const { ignore: backup, minimum_client_version: version, note, runbook, contact } = rule;
  return {
    thresholds: { ...thresholds, late, stale: thresholdMs(stale) < thresholdMs(late) ? late : stale },
    exceptions: {
      weekdaysOnly: rule.weekdays_only ? { setBy: setBy('weekdays_only') } : undefined,
      ignored: backup && { backup, setBy: setBy('ignore') },
      minimumClientVersion: version ? { version, setBy: setBy('minimum_client_version') } : undefined,
    },
    displayName: rule.display_name,
    note,
    runbook,
    contact,
  };
}

/** Whether the whole text matches: `*` is any characters, `?` is one. Its time grows with the product of the lengths. */
export function fitsPattern(pattern: string, text: string): boolean {
  const [parts, characters] = [[...pattern], [...text]];
  let [part, at] = [0, 0];
  // The last star, and how far what follows it has been tried.
  let [star, triedTo] = [-1, 0];
  while (at < characters.length) {
    if (parts[part] === '*') [star, triedTo, part] = [part, at, part + 1];
    else if (parts[part] === '?' || parts[part] === characters[at]) [part, at] = [part + 1, at + 1];
    else if (star >= 0) [part, at, triedTo] = [star + 1, triedTo + 1, triedTo + 1];
    else return false;
  }
  return parts.slice(part).every((rest) => rest === '*');
}

/** The names of accounts that rules list by id, as they are shown. A pattern such as `*-archive` is no account. */
function namesIn(rules: readonly AccountRule[], rulesOf: RulesOf): readonly AccountName[] {
  const named = rules.filter(({ display_name: name }) => name !== undefined);
  const ids = new Set(named.flatMap(({ accounts }) => accounts.flat()).filter((id) => !hasWildcard(id)));
  return [...ids].map((id) => toAccountName(id, rulesOf(id).displayName ?? ''));
}
