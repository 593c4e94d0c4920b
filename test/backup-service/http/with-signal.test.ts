import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { withSignal } from '../../../src/backup-service/http/with-signal.ts';

/** Rejects with the reason when the signal aborts. */
const untilAborted = ({ signal }: AbortController) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

test('what the work ends with is what comes out, and nothing is left at the parent', async () => {
  const { signal } = new AbortController();
  expect(await withSignal(signal, async () => 'done')).toBe('done');
  await expect(withSignal(signal, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('it aborts with its parent, for the same reason', async () => {
  const parent = new AbortController();
  const working = withSignal(parent.signal, untilAborted);
  parent.abort(new Error('closed'));
  await expect(working).rejects.toThrow('closed');
  await expect(withSignal(parent.signal, untilAborted)).rejects.toThrow('closed');
});

test('the work can abort it without its parent', async () => {
  const { signal } = new AbortController();
  const working = withSignal(signal, (controller) => {
    const waiting = untilAborted(controller);
    controller.abort(new Error('enough'));
    return waiting;
  });
  await expect(working).rejects.toThrow('enough');
  expect(signal.aborted).toBe(false);
});
