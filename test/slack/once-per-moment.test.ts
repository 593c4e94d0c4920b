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
