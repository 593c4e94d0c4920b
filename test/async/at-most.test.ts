import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { atMost } from '../../src/async.ts';

test('of more entries those stay that were used last', () => {
  const cache = new LRUCache<string, number>(atMost(3));
  for (const key of ['a', 'b', 'c']) cache.set(key, 1);
  cache.get('a');
  cache.set('d', 1);
  cache.set('d', 2);
  expect([...cache.keys()].sort()).toEqual(['a', 'c', 'd']);
});
