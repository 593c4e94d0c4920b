import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { withSignal } from '../../src/backup-service/with-signal.ts';

const LONG_MS = 60_000;
/** Rejects with the reason when the signal aborts. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('what the work ends with is what comes out, and nothing is left at the parent', async () => {
  const { signal } = new AbortController();
  expect(await withSignal(signal, LONG_MS, async () => 'done')).toBe('done');
  await expect(withSignal(signal, LONG_MS, () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('it aborts with its parent, for the same reason', async () => {
  const parent = new AbortController();
  const working = withSignal(parent.signal, LONG_MS, untilAborted);
  parent.abort(new Error('closed'));
  await expect(working).rejects.toThrow('closed');
  await expect(withSignal(parent.signal, LONG_MS, untilAborted)).rejects.toThrow('closed');
});

test('it aborts when the time is up', async () => {
  const { signal } = new AbortController();
  await expect(withSignal(signal, 5, untilAborted)).rejects.toMatchObject({ name: 'TimeoutError' });
});
