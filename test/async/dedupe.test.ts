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

test('a key is remembered for the whole moment while others come and older ones are forgotten', () => {
  let nowMs = 0;
  const isFirst = createDedupe(5_000, () => nowMs);
  for (; nowMs < 20_000; nowMs += 1_000) {
    expect(isFirst(`came at ${nowMs}`)).toBe(true);
    const lately = [nowMs - 4_000, nowMs - 2_000, nowMs].filter((atMs) => atMs >= 0);
    expect(lately.map((atMs) => isFirst(`came at ${atMs}`))).toEqual(lately.map(() => false));
  }
});

test('no more than so many keys are kept: the oldest go first', () => {
  const isFirst = createDedupe(5_000, () => 0);
  for (let count = 0; count <= 10_000; count += 1) isFirst(`key ${count}`);
  expect([isFirst('key 10000'), isFirst('key 0')]).toEqual([false, true]);
});

test('a clock that is set back does not make a key count as seen for hours', () => {
  let nowMs = 3_600_000;
  const isFirst = createDedupe(5_000, () => nowMs);
  isFirst('a');
  nowMs = 0;
  expect(isFirst('a')).toBe(true);
});
