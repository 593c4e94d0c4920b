import { expect, test } from 'vitest';
import { orAborted } from '../../../src/backup-service/http/or-aborted.ts';
import { deferred } from '../support.ts';

const late = () => new Error('late');

test('settles as the promise does', async () => {
  const { signal } = new AbortController();
  await expect(orAborted(Promise.resolve(1), signal, late)).resolves.toBe(1);
  await expect(orAborted(Promise.reject(new Error('no')), signal, late)).rejects.toThrow('no');
});

test('an abort ends the wait, and what was waited for may fail unseen', async () => {
  const controller = new AbortController();
  const { promise, reject } = deferred<never>();
  const waiting = orAborted(promise, controller.signal, late);
  controller.abort();
  await expect(waiting).rejects.toThrow('late');
  reject(new Error('nobody listens'));
});

test('a signal aborted before ends it at once', async () => {
  await expect(orAborted(new Promise(() => {}), AbortSignal.abort(), late)).rejects.toThrow('late');
});
