import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { abortedWait, ClosedError, orAborted, withSignal } from '../../../src/backup-service/http/abort.ts';

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

const facts = { operation: 'general-info', waitingFor: 'response' } as const;

test('a wait settles as its promise does', async () => {
  const { signal } = new AbortController();
  await expect(orAborted(Promise.resolve(1), signal, facts)).resolves.toBe(1);
  await expect(orAborted(Promise.reject(new Error('no')), signal, facts)).rejects.toThrow('no');
});

test('an abort ends the wait, and its promise may fail later without harm', async () => {
  const controller = new AbortController();
  const { promise, reject } = Promise.withResolvers<never>();
  const waiting = orAborted(promise, controller.signal, facts);
  controller.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'timeout', ...facts });
  reject(new Error('nobody listens'));
});

test('a signal aborted before ends the wait at once', async () => {
  const closed = AbortSignal.abort(new ClosedError());
  await expect(orAborted(new Promise(() => {}), closed, facts)).rejects.toMatchObject({ code: 'network' });
});

test('an aborted wait is a timeout, or the end of the adapter', () => {
  expect(abortedWait(AbortSignal.abort(), facts)).toMatchObject({ code: 'timeout', ...facts });
  expect(abortedWait(AbortSignal.abort(new ClosedError()), facts)).toMatchObject({
    code: 'network',
    reason: 'closed',
  });
});
