import type { Answer, LookupOutcome } from './outcome.ts';

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
