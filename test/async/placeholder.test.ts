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
