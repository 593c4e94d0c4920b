import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { withinTime } from '../../src/lookup/within-time.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const forever = () => new Promise<never>(() => {});

describe('work within a time', () => {
  test('is waited for, and leaves no timer behind', async () => {
    expect(await withinTime(Promise.resolve('done'), 1_000, () => 'too late')).toBe('done');
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that fails, fails, and leaves no timer behind', async () => {
    const failure = new Error('of the work');
    await expect(withinTime(Promise.reject(failure), 1_000, () => 'too late')).rejects.toBe(failure);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is given up at the time and not before', async () => {
    let result: string | undefined;
    const waiting = withinTime(forever(), 1_000, () => 'too late').then((value) => {
      result = value;
    });
    await vi.advanceTimersByTimeAsync(999);
    expect(result).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await waiting;
    expect(result).toBe('too late');
  });

  test('may be given up with an error', async () => {
    const waiting = withinTime(forever(), 1_000, () => {
      throw new Error('too late');
    });
    const expectation = expect(waiting).rejects.toThrow('too late');
    await vi.advanceTimersByTimeAsync(1_000);
    await expectation;
  });
});
