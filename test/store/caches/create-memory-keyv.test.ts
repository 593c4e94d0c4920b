import { expect, test } from 'vitest';
import { createMemoryKeyv } from '../../../src/store/caches/create-caches.ts';

test('keeps what was used last, and no more than it may', async () => {
  const { keyv, count } = createMemoryKeyv({ maxCount: 3 });
  for (const key of ['1', '2', '3']) await keyv.set(key, { of: key }, 60_000);
  await keyv.get('1');
  await keyv.set('4', { of: '4' }, 60_000);
  expect(count()).toBe(3);
  expect(await keyv.getMany(['1', '2', '3', '4'])).toEqual([
    { of: '1' },
    undefined,
    { of: '3' },
    { of: '4' },
  ]);
});

test('frees what has expired, asked for or not', async () => {
  const { keyv, count, removeExpired } = createMemoryKeyv({ maxCount: 10 });
  await keyv.set('short', 'x', 1);
  await keyv.set('long', 'x', 3_600_000);
  await keyv.set('for good', 'x');
  await expect
    .poll(() => {
      removeExpired();
      return count();
    })
    .toBe(2);
  expect(await keyv.getMany(['short', 'long', 'for good'])).toEqual([undefined, 'x', 'x']);
});

test('deletes and clears', async () => {
  const { keyv, count } = createMemoryKeyv({ maxCount: 10 });
  await keyv.set('1', 'x');
  await keyv.set('2', 'x');
  expect(await keyv.delete('1')).toBe(true);
  expect(await keyv.delete('1')).toBe(false);
  await keyv.clear();
  expect(count()).toBe(0);
});
