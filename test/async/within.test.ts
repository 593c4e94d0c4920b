import { expect, test } from 'vitest';
import { within } from '../../src/async.ts';

test('work that is done in time gives its value, even an empty one', async () => {
  expect(await within(Promise.resolve('done'), 10_000)).toEqual({ value: 'done' });
  expect(await within(Promise.resolve(undefined), 10_000)).toEqual({ value: undefined });
});

test('work that takes longer gives nothing, and may fail later without harm', async () => {
  const { promise, reject } = Promise.withResolvers<never>();
  expect(await within(promise, 1)).toBeUndefined();
  reject(new Error('too late to matter'));
  await expect(promise).rejects.toThrow('too late to matter');
});

test('work that fails in time fails here', async () => {
  await expect(within(Promise.reject(new Error('at once')), 10_000)).rejects.toThrow('at once');
});
