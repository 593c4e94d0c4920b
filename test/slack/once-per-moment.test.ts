import { expect, test } from 'vitest';
import { createOncePerMoment } from '../../src/slack/once-per-moment.ts';

test('a key counts once within the moment, and again after it', () => {
  let nowMs = 0;
  const isFirst = createOncePerMoment(5_000, () => nowMs);
  expect([isFirst('a'), isFirst('b'), isFirst('a')]).toEqual([true, true, false]);
  nowMs = 4_999;
  expect(isFirst('a')).toBe(false);
  nowMs = 5_000;
  expect([isFirst('a'), isFirst('a')]).toEqual([true, false]);
});

test('no more than so many keys are kept: the oldest go first', () => {
  const isFirst = createOncePerMoment(5_000, () => 0, 2);
  expect(['a', 'b', 'c'].map(isFirst)).toEqual([true, true, true]);
  expect([isFirst('c'), isFirst('a')]).toEqual([false, true]);
});

test('a clock that is set back does not make a key count as seen for hours', () => {
  let nowMs = 3_600_000;
  const isFirst = createOncePerMoment(5_000, () => nowMs);
  isFirst('a');
  nowMs = 0;
  expect(isFirst('a')).toBe(true);
});
