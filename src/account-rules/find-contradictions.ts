import { type AccountRule, createTermsOf } from '../domain/account-terms.ts';
import { commonId, hasWildcard, toGlob } from '../domain/glob.ts';
import type { Thresholds } from '../domain/verdict.ts';

/**
 * Where rules that apply together to some account make it stale before it is late, so that it is never late. Held against
 * ids that show it: each id of a rule, and one for every two with wildcards that share any.
 */
export function findContradictions(rules: readonly AccountRule[], thresholds: Thresholds): string[] {
  const timed = rules.filter(
    ({ lateAfterHours, staleAfterHours }) => lateAfterHours !== undefined || staleAfterHours !== undefined,
  );
  const termsOf = createTermsOf(timed, thresholds);
  const problems = new Set<string>();
  for (const id of [...idsOf(timed), ...sharedIds(timed)]) {
    const { late, stale } = termsOf(id).thresholds;
    if (stale.value >= late.value) continue;
    problems.add(
      `stale after ${stale.value} hours (${stale.setBy}) is before late after ${late.value} (${late.setBy}) ` +
        'for the same account: set both in one rule',
    );
  }
  return [...problems];
}

const idsOf = (rules: readonly AccountRule[]) =>
  new Set(
    rules.flatMap(({ accounts }) => accounts.map((pattern) => commonId(toGlob(pattern), ['*']) ?? pattern)),
  );

/** Two rules mix their limits only where the first of them sets one and leaves the other. */
function* sharedIds(rules: readonly AccountRule[]): Generator<string> {
  const patterned = rules.map((rule) => ({ rule, globs: rule.accounts.filter(hasWildcard).map(toGlob) }));
  for (const [index, first] of patterned.entries()) {
    const { lateAfterHours: late, staleAfterHours: stale } = first.rule;
    if (late !== undefined && stale !== undefined) continue;
    for (const second of patterned.slice(index + 1)) {
      if ((late === undefined ? second.rule.lateAfterHours : second.rule.staleAfterHours) === undefined)
        continue;
      for (const a of first.globs) {
        for (const b of second.globs) {
          const id = commonId(a, b);
          if (id !== undefined) yield id;
        }
      }
    }
  }
}
