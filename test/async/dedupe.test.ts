import { expect, test } from 'vitest';
import { createDedupe } from '../../src/async.ts';

test('a key counts once within the moment, and again after it', () => {
  let nowMs = 0;
  const isFirst = createDedupe(5_000, () => nowMs);
  expect([isFirst('a'), isFirst('b'), isFirst('a')]).toEqual([true, true, false]);
  nowMs = 4_999;
  expect(isFirst('a')).toBe(false);
  nowMs = 5_000;
  expect([isFirst('a'), isFirst('a')]).toEqual([true, false]);
});

test('a clock that is set back does not make a key count as seen for hours', () => {
  let nowMs = 3_600_000;
  const isFirst = createDedupe(5_000, () => nowMs);
  isFirst('a');
  nowMs = 0;
  expect(isFirst('a')).toBe(true);
});
