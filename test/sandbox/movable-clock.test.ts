import { expect, test } from 'vitest';
import { createMovableClock, readAdvance } from '../../sandbox/movable-clock.ts';

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

test.each([
  ['+1 hour', 3_600_000],
  ['+ 2 days', 172_800_000],
  [' +30 minutes ', 1_800_000],
  ['+1 week', undefined],
  ['-1 day', undefined],
  ['+ day', undefined],
  ['/backup-status +1 day', undefined],
])('%j moves it by %s ms', (text, ms) => {
  expect(readAdvance(text)).toBe(ms);
});
