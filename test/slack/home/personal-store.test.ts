import { expect, test } from 'vitest';
import { createPersonalStore } from '../../../src/slack/home/personal-store.ts';
import { captureLog } from '../../support/capture-log.ts';
import { failingStore } from '../../support/failing-store.ts';

const ADA = { teamId: 'T1', userId: 'U1' };

test('nothing rejects, whatever the store does; a defect is logged with its stack', async () => {
  const { log, lines } = captureLog();
  const broken = failingStore();
  const store = createPersonalStore({
    ...broken,
    pins: { ...broken.pins, list: () => Promise.reject(new TypeError('a defect')) },
    log,
  });
  expect(await store.pins(ADA)).toBe('unavailable');
  expect(await store.recents(ADA)).toBe('unavailable');
  expect(await store.pin(ADA, '1')).toEqual({ kind: 'store-failed' });
  expect(await store.unpin(ADA, '1')).toEqual({ kind: 'store-failed' });
  expect(await store.rename(ADA, '1', 'x', 60_000)).toEqual({ kind: 'store-failed' });
  expect(await store.record(ADA, ['1'])).toBeUndefined();
  const failures = lines.filter(({ msg }) => msg === 'the store failed');
  expect(failures.map(({ level, code }) => [level, code])).toEqual([
    [50, undefined],
    ...Array.from({ length: 5 }, () => [40, 'unavailable']),
  ]);
  expect(failures[0]).toHaveProperty('err.stack');
  expect(lines.filter(({ msg }) => msg === 'changed a pin')).toMatchObject([
    { userId: 'U1', change: 'pin', accountId: '1', result: 'store-failed' },
    { change: 'unpin' },
    { change: 'rename' },
  ]);
});

test('a new name is waited for no longer than the caller can wait', async () => {
  const broken = failingStore();
  const store = createPersonalStore({
    ...broken,
    pins: { ...broken.pins, rename: () => new Promise(() => {}) },
    log: captureLog().log,
  });
  expect(await store.rename(ADA, '1', 'x', 1)).toEqual({ kind: 'store-failed' });
});

test('records nothing when no account was asked for', async () => {
  const { log, lines } = captureLog();
  await createPersonalStore({ ...failingStore(), log }).record(ADA, []);
  expect(lines).toEqual([]);
});
