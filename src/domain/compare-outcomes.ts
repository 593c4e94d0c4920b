import { VERDICT_LEVELS, type VerdictLevel } from '../account/verdict.ts';
import type { Answer, LookupOutcome } from './outcome.ts';

/** What an outcome says of the account at this moment: what was not read is unknown. */
export const levelOf = (outcome: LookupOutcome): VerdictLevel =>
  outcome.kind === 'found' && outcome.answer.source !== 'last-known'
    ? outcome.answer.verdict.level
    : 'unknown';

/**
 * Orders outcomes worst first for `toSorted`, which keeps the order typed among equals: critical, attention, what
 * could not be checked (first what was bad when it was last read), healthy.
 */
export const compareOutcomes = (a: LookupOutcome, b: LookupOutcome): number =>
  rank(levelOf(a)) - rank(levelOf(b)) || rank(lastLevelOf(a)) - rank(lastLevelOf(b));

const lastLevelOf = (outcome: LookupOutcome) => answerIn(outcome)?.verdict.level ?? 'unknown';

const rank = (level: VerdictLevel) => VERDICT_LEVELS.indexOf(level);

/** The figures in an outcome, if it has any. */
export function answerIn(outcome: LookupOutcome | undefined): Answer | undefined {
  if (outcome?.kind === 'found') return outcome.answer;
  return outcome?.kind === 'unavailable' ? outcome.lastKnown : undefined;
}

/** `next`, except that its figures are those already known if they are newer: what is shown never becomes older. */
export function newerOutcome(known: LookupOutcome | undefined, next: LookupOutcome): LookupOutcome {
  const held = answerIn(known);
  if (held === undefined || held.readAtMs <= (answerIn(next)?.readAtMs ?? -Infinity)) return next;
  if (next.kind === 'found') return { ...next, answer: held };
  if (next.kind === 'unavailable') return { ...next, lastKnown: { ...held, source: 'last-known' } };
  // The service says that there is no such account, or none for us.
  return next;
}
