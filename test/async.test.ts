import { expect, test } from 'vitest';
import { createDedupe, startCountdown } from '../src/async.ts';
import { createClock } from './service/support.ts';

test('a countdown runs down to 0, and ends when the clock is set back before its start', () => {
  const clock = createClock();
  const leftMs = startCountdown(clock.now, 1_000);
  expect(leftMs()).toBe(1_000);
  clock.advance(400);
  expect(leftMs()).toBe(600);
  clock.advance(-400);
  expect(leftMs()).toBe(1_000);
  clock.advance(1_000);
  expect(leftMs()).toBe(0);
  clock.advance(-86_400_000);
  expect(leftMs()).toBe(0);
});

test('a key counts once within the interval, and again after it or when the clock is set back', () => {
  const clock = createClock(3_600_000);
  const isFirst = createDedupe(5_000, clock.now);
  expect([isFirst('a'), isFirst('b'), isFirst('a')]).toEqual([true, true, false]);
  clock.advance(4_999);
  expect(isFirst('a')).toBe(false);
  clock.advance(1);
  expect([isFirst('a'), isFirst('a')]).toEqual([true, false]);
  clock.advance(-3_600_000);
  expect(isFirst('a')).toBe(true);
});
