import { expect, test } from 'vitest';
import { abortedWait, ClosedError, orAborted } from '../../../src/backup-service/http/abort.ts';

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
