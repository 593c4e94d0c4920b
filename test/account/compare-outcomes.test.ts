import { describe, expect, test } from 'vitest';
import type { Answer, LookupOutcome } from '../../src/account/outcome.ts';
import { compareOutcomes } from '../../src/account/outcome.ts';
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
const sorted = (...outcomes: LookupOutcome[]) => outcomes.toSorted(compareOutcomes).map(({ id }) => id);

describe('several accounts', () => {
  test('come worst first, and one that could not be checked never counts as fine', () => {
    expect(
      sorted(
        found('healthy', 'healthy'),
        failed('not checked'),
        found('attention', 'attention'),
        found('unknown', 'unknown'),
        found('critical', 'critical'),
      ),
    ).toEqual(['critical', 'attention', 'not checked', 'unknown', 'healthy']);
  });

  test('what was not read counts as unknown, first what was bad when it was last read', () => {
    expect(
      sorted(
        found('healthy', 'healthy'),
        failed('was healthy', 'healthy'),
        failed('was unknown', 'unknown'),
        found('attention', 'attention'),
        failed('was attention', 'attention'),
        failed('was critical', 'critical'),
      ),
    ).toEqual(['attention', 'was critical', 'was attention', 'was unknown', 'was healthy', 'healthy']);
  });

  test('equals keep the order in which they were typed', () => {
    expect(
      sorted(
        found('a', 'healthy'),
        { kind: 'not-found', id: 'b' },
        { kind: 'forbidden', id: 'c' },
        failed('d'),
        { kind: 'invalid-id', id: 'e' },
        found('f', 'unknown'),
        found('g', 'healthy'),
      ),
    ).toEqual(['b', 'c', 'd', 'e', 'f', 'a', 'g']);
  });
});
