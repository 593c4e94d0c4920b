import { expect, test } from 'vitest';
import { createLatestWins } from '../../src/async.ts';

/** Work that shows `state` and ends when the test says so. */
function setUp(options: Omit<Parameters<typeof createLatestWins<boolean>>[0], 'work'> = {}) {
  const shown: { readonly state: number; readonly done: PromiseWithResolvers<boolean> }[] = [];
  let state = 0;
  const latest = createLatestWins({
    ...options,
    work: () => {
      const done = Promise.withResolvers<boolean>();
      shown.push({ state, done });
      return done.promise;
    },
  });
  const show = (next: number) => {
    state = next;
    return latest.run();
  };
  return { latest, shown, show, end: (index: number, result = true) => shown[index]?.done.resolve(result) };
}

test('runs once at a time; those who call meanwhile share one more run with the newest state', async () => {
  const { latest, shown, show, end } = setUp();
  const calls = [show(1), show(2), show(3)];
  expect(shown.map(({ state }) => state)).toEqual([1]);
  expect(latest.isRunning()).toBe(true);
  end(0, false);
  await expect.poll(() => shown.map(({ state }) => state)).toEqual([1, 3]);
  end(1);
  expect(await Promise.all(calls)).toEqual([true, true, true]);
  expect(latest.isRunning()).toBe(false);
});

test('runs again when called again after the end', async () => {
  const { shown, show, end } = setUp();
  const first = show(1);
  end(0);
  await first;
  void show(2);
  expect(shown.map(({ state }) => state)).toEqual([1, 2]);
});

test('rejects when the work does, and starts anew with the next call', async () => {
  const { shown, show, end } = setUp();
  const failed = show(1);
  shown[0]?.done.reject(new Error('a defect'));
  await expect(failed).rejects.toThrow('a defect');
  const next = show(2);
  end(1);
  expect(await next).toBe(true);
});

test('tries again by itself as long as it may, then no more', async () => {
  const asked: number[] = [];
  const { shown, show, end } = setUp({
    retryInMs(isDone, failures) {
      asked.push(failures);
      return isDone || failures >= 2 ? undefined : 1;
    },
  });
  const first = show(1);
  end(0, false);
  expect(await first).toBe(false);
  await expect.poll(() => shown).toHaveLength(2);
  end(1, false);
  await expect.poll(() => shown).toHaveLength(3);
  end(2, false);
  await expect.poll(() => asked).toEqual([0, 1, 2]);
  const again = show(2);
  end(3, false);
  expect(await again).toBe(false);
  expect(asked).toEqual([0, 1, 2, 0]);
});

test('a call takes the place of a retry that is due', async () => {
  let retries = 0;
  const { shown, show, end } = setUp({
    retryInMs(isDone) {
      if (isDone) return undefined;
      retries += 1;
      return 3_600_000;
    },
  });
  const first = show(1);
  end(0, false);
  await first;
  const second = show(2);
  end(1);
  expect(await second).toBe(true);
  expect([shown.length, retries]).toEqual([2, 1]);
});

test('hands on the error of a retry', async () => {
  const errors: unknown[] = [];
  const { shown, show, end } = setUp({
    retryInMs: (isDone) => (isDone ? undefined : 1),
    onRetryError: (error) => errors.push(error),
  });
  void show(1);
  end(0, false);
  await expect.poll(() => shown).toHaveLength(2);
  const defect = new Error('a defect');
  shown[1]?.done.reject(defect);
  await expect.poll(() => errors).toEqual([defect]);
});
