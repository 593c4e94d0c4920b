import { expect, test } from 'vitest';
import { withPlaceholder } from '../../src/async.ts';

function setUp() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const shown = Promise.withResolvers<void>();
  const done: string[] = [];
  const start = (ms: number) =>
    withPlaceholder(promise, ms, async () => {
      done.push('placeholder');
      await shown.promise;
    });
  return { start, resolve, reject, shown, done };
}

test('shows no placeholder for work that is done in time', async () => {
  const { start, resolve, done } = setUp();
  resolve('value');
  expect(await start(10_000)).toEqual({ value: 'value', isLate: false });
  expect(done).toEqual([]);
});

test('shows the placeholder once for work that is late, and waits until it is shown', async () => {
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

test('rejects when the work fails, in time or behind the placeholder', async () => {
  const early = setUp();
  early.reject(new Error('at once'));
  await expect(early.start(10_000)).rejects.toThrow('at once');
  expect(early.done).toEqual([]);
  const late = setUp();
  const result = late.start(1);
  await expect.poll(() => late.done).toHaveLength(1);
  late.reject(new Error('later'));
  late.shown.resolve();
  await expect(result).rejects.toThrow('later');
});

test('rejects when the placeholder cannot be shown', async () => {
  const { start, shown, done } = setUp();
  const result = expect(start(1)).rejects.toThrow('not shown');
  await expect.poll(() => done).toHaveLength(1);
  shown.reject(new Error('not shown'));
  await result;
});
