import type { LookupOutcome } from './outcome.ts';
import { VERDICT_LEVELS, type VerdictLevel } from './verdict.ts';

/**
 * Orders outcomes worst first for `toSorted`, which keeps the order typed among equals: critical, attention, what
 * could not be checked, healthy. A last known answer counts when it was bad; that it was good proves nothing.
 */
export const compareOutcomes = (a: LookupOutcome, b: LookupOutcome): number => rankOf(a) - rankOf(b);

function rankOf(outcome: LookupOutcome): number {
  switch (outcome.kind) {
    case 'found':
      return rank(outcome.answer.verdict.level);
    case 'unavailable':
      return Math.min(rank(outcome.lastKnown?.verdict.level ?? 'unknown'), rank('unknown'));
    case 'not-found':
    case 'invalid-id':
    case 'forbidden':
      return rank('unknown');
    default:
      return outcome satisfies never;
  }
}

const rank = (level: VerdictLevel) => VERDICT_LEVELS.indexOf(level);
