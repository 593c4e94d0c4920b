import { expect, test } from 'vitest';
import { createStopwatch, withPlaceholder } from '../src/async.ts';
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
  expect(await result).toBe('value');
  expect(done).toEqual(['placeholder', 'result']);
});
