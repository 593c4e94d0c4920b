import { expect, test, vi } from 'vitest';
import { createDeadlines, type Deadline } from '../../../src/backup-service/http/create-deadlines.ts';
import { deferred } from '../support.ts';

const untilAborted = ({ signal }: Deadline) =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    else signal.addEventListener('abort', () => reject(signal.reason));
  });

test('the work ends as it ends, in its own time', async () => {
  const deadlines = createDeadlines();
  await expect(deadlines.within(10_000, async () => 'done')).resolves.toBe('done');
  await expect(deadlines.within(10_000, async () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});

test('when the time is up the signal says so', async () => {
  await expect(createDeadlines().within(5, untilAborted)).rejects.toMatchObject({ name: 'TimeoutError' });
});

test('what remains never goes below nothing', async () => {
  const deadlines = createDeadlines();
  await deadlines.within(10_000, async ({ remainingMs }) => {
    expect(remainingMs()).toBeGreaterThan(0);
    expect(remainingMs()).toBeLessThanOrEqual(10_000);
  });
  await deadlines.within(-1, async ({ remainingMs }) => expect(remainingMs()).toBe(0));
});

test('an abort ends all that is under way and all that comes after', async () => {
  const deadlines = createDeadlines();
  const [first, second] = [deadlines.within(10_000, untilAborted), deadlines.within(10_000, untilAborted)];
  deadlines.abort();
  for (const ended of [first, second, deadlines.within(10_000, untilAborted)]) {
    await expect(ended).rejects.toMatchObject({ code: 'closed' });
  }
});

test('ended waits for what is under way', async () => {
  const deadlines = createDeadlines();
  const { promise, resolve } = Promise.withResolvers<void>();
  const working = deadlines.within(10_000, () => promise);
  const ended = vi.fn();
  const waiting = deadlines.ended().then(ended);
  await new Promise(setImmediate);
  expect(ended).not.toHaveBeenCalled();
  resolve();
  await Promise.all([working, waiting]);
});

test('there is room again when the oldest has used up its time, and at once when nothing is under way', async () => {
  const deadlines = createDeadlines();
  expect(deadlines.roomAfterMs()).toBe(0);
  const [first, second] = [deferred<void>(), deferred<void>()];
  const ended = [
    deadlines.within(5_000, () => first.promise),
    deadlines.within(60_000, () => second.promise),
  ];
  expect(deadlines.roomAfterMs()).toBeLessThanOrEqual(5_000);
  first.resolve();
  await ended[0];
  expect(deadlines.roomAfterMs()).toBeGreaterThan(5_000);
  second.resolve();
  await Promise.all(ended);
});
