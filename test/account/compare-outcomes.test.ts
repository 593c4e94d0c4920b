import { expect, test } from 'vitest';
import { compareOutcomes, type LookupOutcome } from '../../src/account/outcome.ts';
import type { VerdictLevel } from '../../src/account/verdict.ts';
import { answer, unavailable } from '../messages/samples.ts';

const judged = (level: VerdictLevel) => ({ ...answer(), verdict: { ...answer().verdict, level } });
const found = (level: VerdictLevel) => ({ kind: 'found', id: level, answer: judged(level) }) as const;
const failed = (level: VerdictLevel) => ({
  ...unavailable('no-answer', `was ${level}`),
  lastKnown: judged(level),
});

test('several accounts come worst first; accounts that could not be checked come before healthy ones', () => {
  const outcomes: readonly LookupOutcome[] = [
    ...[found('healthy'), failed('healthy'), unavailable('no-answer', 'not checked'), found('unknown')],
    ...[{ kind: 'not-found', id: 'not found' } as const, found('attention'), failed('attention')],
    ...[failed('critical'), found('critical'), { kind: 'forbidden', id: 'forbidden' } as const],
  ];
  expect(outcomes.toSorted(compareOutcomes).map(({ id }) => id)).toEqual([
    ...['critical', 'attention', 'was critical', 'was attention'],
    // Equal ones keep the order in which they were typed.
    ...['not checked', 'unknown', 'not found', 'forbidden'],
    ...['was healthy', 'healthy'],
  ]);
});
