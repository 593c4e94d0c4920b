import { expect, test } from 'vitest';
import { createMovableClock } from '../../sandbox/movable-clock.ts';

test('goes ahead of this machine step by step, and back at once', () => {
  const told: number[] = [];
  const clock = createMovableClock((aheadMs) => told.push(aheadMs));
  expect(clock.aheadMs()).toBe(0);
  clock.advance(60_000);
  clock.advance(1_000);
  expect(clock.aheadMs()).toBe(61_000);
  const beforeMs = Date.now();
  expect(clock.now()).toBeGreaterThanOrEqual(beforeMs + 61_000);
  clock.reset();
  expect(clock.now()).toBeLessThan(beforeMs + 61_000);
  expect(told).toEqual([60_000, 61_000, 0]);
});
