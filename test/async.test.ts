import { describe, expect, test } from 'vitest';
import { createDedupe, startCountdown, within, withPlaceholder } from '../src/async.ts';
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

describe('work with a placeholder', () => {
  function setUp() {
    const { promise, resolve } = Promise.withResolvers<string>();
    const shown = Promise.withResolvers<void>();
    const done: string[] = [];
    const start = (ms: number) =>
      withPlaceholder(promise, ms, async () => {
        done.push('placeholder');
        await shown.promise;
      });
    return { start, resolve, shown, done };
  }

  test('shows no placeholder when it is done in time', async () => {
    const { start, resolve, done } = setUp();
    resolve('value');
    expect(await start(10_000)).toEqual({ value: 'value', isLate: false });
    expect(done).toEqual([]);
  });

  test('shows the placeholder once when it is late, and waits until that is shown', async () => {
    const { start, resolve, shown, done } = setUp();
    const result = start(1).finally(() => done.push('result'));
    await expect.poll(() => done).toEqual(['placeholder']);
    resolve('value');
    await Promise.resolve();
    expect(done).toEqual(['placeholder']);
    shown.resolve();
    expect(await result).toEqual({ value: 'value', isLate: true });
    expect(done).toEqual(['placeholder', 'result']);
  });
});

describe('work with a time limit', () => {
  test('returns its value when it is done in time, even an empty one', async () => {
    expect(await within(Promise.resolve('done'), 10_000)).toEqual({ value: 'done' });
    expect(await within(Promise.resolve(undefined), 10_000)).toEqual({ value: undefined });
  });

  test('returns undefined when it takes longer, and may fail later', async () => {
    const { promise, reject } = Promise.withResolvers<never>();
    expect(await within(promise, 1)).toBeUndefined();
    reject(new Error('too late to matter'));
    await expect(promise).rejects.toThrow('too late to matter');
  });

  test('rejects when it fails in time', async () => {
    await expect(within(Promise.reject(new Error('at once')), 10_000)).rejects.toThrow('at once');
  });
});
