import { expect, test } from 'vitest';
import { type Answer, compareOutcomes, type LookupOutcome } from '../../src/account/outcome.ts';
import type { VerdictLevel } from '../../src/account/verdict.ts';
import { accountWith, judged, NOW_MS } from './accounts.ts';

const answer = (level: VerdictLevel, source: Answer['source']): Answer => ({
  account: accountWith(),
  verdict: { ...judged({}), level },
  readAtMs: NOW_MS,
  source,
});
const found = (id: string, level: VerdictLevel): LookupOutcome => ({
  kind: 'found',
  id,
  answer: answer(level, 'live'),
});
const failed = (id: string, level?: VerdictLevel): LookupOutcome => ({
  kind: 'unavailable',
  id,
  reason: 'no-answer',
  ...(level && { lastKnown: answer(level, 'last-known') }),
});
test('several accounts come worst first; accounts that could not be checked come before healthy ones', () => {
  const outcomes = [
    found('healthy', 'healthy'),
    failed('was healthy', 'healthy'),
    failed('not checked'),
    found('unknown', 'unknown'),
    { kind: 'not-found', id: 'not found' } as const,
    found('attention', 'attention'),
    failed('was attention', 'attention'),
    failed('was critical', 'critical'),
    found('critical', 'critical'),
    { kind: 'forbidden', id: 'forbidden' } as const,
  ];
  expect(outcomes.toSorted(compareOutcomes).map(({ id }) => id)).toEqual([
    ...['critical', 'attention', 'was critical', 'was attention'],
    // Equal ones keep the order in which they were typed.
    ...['not checked', 'unknown', 'not found', 'forbidden'],
    ...['was healthy', 'healthy'],
  ]);
});
