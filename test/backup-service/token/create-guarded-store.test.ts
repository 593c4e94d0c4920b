import { Keyv } from 'keyv';
import { expect, test, vi } from 'vitest';
import { createGuardedStore } from '../../../src/backup-service/token/create-shared-token.ts';
import { createClock, createLog } from '../support.ts';

/** Guards a store of which each operation does the same. */
function setUp(act: () => unknown) {
  const operation = vi.fn(act);
  const store = new Keyv({
    throwOnErrors: true,
    store: { get: operation, set: operation, delete: operation, clear: operation },
  });
  const { log, lines } = createLog();
  const clock = createClock();
  return { guarded: createGuardedStore(store, clock.now, log), operation, clock, lines };
}

test('a store that works is as it was', async () => {
  const { log, lines } = createLog();
  const guarded = createGuardedStore(new Keyv(), Date.now, log);
  await expect(guarded.get('key')).resolves.toBeUndefined();
  await guarded.set('key', 'value', 10_000);
  await expect(guarded.get('key')).resolves.toBe('value');
  await guarded.delete('key');
  await expect(guarded.get('key')).resolves.toBeUndefined();
  expect(lines).toEqual([]);
});

test('each way to fail is a logged miss, and nothing of the message is logged', async () => {
  const { guarded, clock, lines } = setUp(() =>
    Promise.reject(Object.assign(new Error('postgres://user:hunter2@db'), { code: 'ECONNREFUSED' })),
  );
  await expect(guarded.get('key')).resolves.toBeUndefined();
  clock.advance(5_000);
  await expect(guarded.set('key', 'value', 1_000)).resolves.toBeUndefined();
  clock.advance(5_000);
  await expect(guarded.delete('key')).resolves.toBeUndefined();
  expect(lines).toMatchObject([
    { level: 40, operation: 'get', reason: 'ECONNREFUSED' },
    { level: 40, operation: 'set', reason: 'ECONNREFUSED' },
    { level: 40, operation: 'delete', reason: 'ECONNREFUSED' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('hunter2');
});

test('a store that never answers is a logged miss, and rests before it is asked again', async () => {
  const { guarded, operation, clock, lines } = setUp(() => new Promise(() => {}));
  await expect(guarded.get('key')).resolves.toBeUndefined();
  await expect(guarded.set('key', 'value', 1_000)).resolves.toBeUndefined();
  await expect(guarded.get('key')).resolves.toBeUndefined();
  expect(operation).toHaveBeenCalledTimes(1);
  expect(lines).toHaveLength(1);
  clock.advance(5_000);
  operation.mockReturnValue(undefined);
  await guarded.get('key');
  expect(operation).toHaveBeenCalledTimes(2);
});

test('a clock that is set back ends its rest', async () => {
  const { guarded, operation, clock } = setUp(() => Promise.reject(new Error('down')));
  await guarded.get('key');
  clock.advance(-3_600_000);
  await guarded.get('key');
  expect(operation).toHaveBeenCalledTimes(2);
});
