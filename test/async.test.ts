import { expect, test } from 'vitest';
import { createDedupe, createStopwatch, withPlaceholder } from '../src/async.ts';
import { createClock } from './service/support.ts';

test('a limit that counts from a start runs down to 0, and ends when the clock is set back before its start', () => {
  const clock = createClock();
  const stopwatch = createStopwatch(clock.now);
  const leftMs = () => stopwatch.leftMs(1_000);
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

test('late work shows its placeholder once, and waits until that is shown', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const shown = Promise.withResolvers<void>();
  const done: string[] = [];
  const result = withPlaceholder(promise, 1, async () => {
    done.push('placeholder');
    await shown.promise;
  }).finally(() => done.push('result'));
  await expect.poll(() => done).toEqual(['placeholder']);
  resolve('value');
  await new Promise(setImmediate);
  expect(done).toEqual(['placeholder']);
  shown.resolve();
  expect(await result).toEqual({ value: 'value', isLate: true });
  expect(done).toEqual(['placeholder', 'result']);
});
