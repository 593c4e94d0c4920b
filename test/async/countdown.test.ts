import { expect, test } from 'vitest';
import { startCountdown } from '../../src/async.ts';
import { createClock } from '../service/support.ts';

test('counts down to 0, and is over when the clock is set back behind its beginning', () => {
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
