import { describe, expect, test } from 'vitest';
import { createRecentReadings } from '../../src/lookup/recent-readings.ts';
import { accountWith, NOW_MS } from '../domain/accounts.ts';

function createBench() {
  const clock = { nowMs: NOW_MS };
  const recent = createRecentReadings(15_000, () => clock.nowMs);
  const read = (id: string) => recent.set(id, { account: accountWith({ id }), readAtMs: clock.nowMs });
  const held = (...ids: string[]) => ids.filter((id) => recent.get(id) !== undefined);
  return { recent, clock, read, held };
}

describe('recent readings', () => {
  test('serve until they are as old as allowed', () => {
    const { clock, read, held } = createBench();
    read('a');
    clock.nowMs += 14_999;
    expect(held('a')).toEqual(['a']);
    clock.nowMs += 1;
    expect(held('a')).toEqual([]);
  });

  test('do not serve when the clock was set back behind them', () => {
    const { clock, read, held } = createBench();
    read('a');
    clock.nowMs -= 1;
    expect(held('a')).toEqual([]);
  });

  test('are dropped one by one', () => {
    const { recent, read, held } = createBench();
    read('a');
    read('b');
    recent.drop('a');
    expect(held('a', 'b')).toEqual(['b']);
  });

  test('never grow past their number: the oldest goes, and one read again is young', () => {
    const { read, held } = createBench();
    const others = Array.from({ length: 998 }, (_, index) => `other ${index}`);
    for (const id of ['a', 'b', ...others, 'a', 'c']) read(id);
    expect(held('a', 'b', 'c')).toEqual(['a', 'c']);
    expect(held(...others)).toEqual(others);
  });

  test('that ran out are let go at the next reading, however few there are', () => {
    const { clock, read, held } = createBench();
    read('a');
    clock.nowMs += 15_000;
    read('b');
    clock.nowMs -= 1;
    expect(held('a')).toEqual([]);
  });

  test('with a time of nothing are never used', () => {
    const recent = createRecentReadings(0, () => NOW_MS);
    recent.set('a', { account: accountWith(), readAtMs: NOW_MS });
    expect(recent.get('a')).toBeUndefined();
  });
});
