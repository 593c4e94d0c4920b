import { expect, test } from 'vitest';
import type { LookupOutcome, Seen } from '../../src/account/outcome.ts';
import { createSafeStore, withSeen } from '../../src/slack/safe-store.ts';
import { CRITICAL, found, unavailable } from '../messages/samples.ts';
import { captureLog } from '../support/capture-log.ts';
import { failingStore } from '../support/failing-store.ts';
import { holdLookup } from '../support/held-lookup.ts';
import { limit } from '../support/limit.ts';

const SEEN: Seen = { level: 'critical', startedAtMs: 5 };
const bad = (id: string) => found({ ...CRITICAL, id });
const seenIn = (outcome: LookupOutcome) => (outcome.kind === 'found' ? outcome.answer.seen : undefined);

test('what a watch has seen of an account that is not fine is in its answer', async () => {
  const held = holdLookup();
  held.answer(bad('1004'));
  const lookup = withSeen(held.lookup, { seen: async (id) => (id === '1004' ? SEEN : undefined) });
  expect(seenIn(await lookup('1004'))).toEqual(SEEN);
});

test('what is fine, or has no answer, is not read of', async () => {
  const held = holdLookup();
  const reads: string[] = [];
  const seen = async (id: string) => void reads.push(id);
  const lookup = withSeen(held.lookup, { seen: seen as never });
  held.answer(found());
  held.answer(unavailable('no-answer'));
  expect(await lookup('1001')).toEqual(found());
  expect(await lookup('1009')).toEqual(unavailable('no-answer'));
  expect(reads).toEqual([]);
});

test('a database that fails or is slow is a line in the log, and the answer goes out without it', async () => {
  limit({ seen: 1 });
  const { log, lines } = captureLog();
  const held = holdLookup();
  held.answer(bad('1004'));
  const failing = createSafeStore(failingStore(), log).watches;
  expect(await withSeen(held.lookup, failing)('1004')).toEqual(bad('1004'));
  const watches = { ...failingStore().watches, seen: () => new Promise<never>(() => {}) };
  const slow = createSafeStore({ ...failingStore(), watches }, log);
  expect(await withSeen(held.lookup, slow.watches)('1004')).toEqual(bad('1004'));
  expect(lines.map(({ msg, doing, error }) => [msg, doing, error])).toEqual([
    ['the store failed', 'read what is known of an account', 'StoreError'],
    ['the store failed', 'read what is known of an account', 'timeout'],
  ]);
});

const ADA = { teamId: 'T1', userId: 'U1' };

test('nothing rejects, whatever the store does; a defect is logged with its stack', async () => {
  const { log, lines } = captureLog();
  const broken = failingStore();
  const pins = { ...broken.pins, list: () => Promise.reject(new TypeError('a defect')) };
  const store = createSafeStore({ ...broken, pins }, log);
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
  const pins = { ...broken.pins, rename: () => new Promise<never>(() => {}) };
  const store = createSafeStore({ ...broken, pins }, captureLog().log);
  expect(await store.rename(ADA, '1', 'x', 1)).toEqual({ kind: 'store-failed' });
});

test('records nothing when no account was asked for', async () => {
  const { log, lines } = captureLog();
  await createSafeStore(failingStore(), log).record(ADA, []);
  expect(lines).toEqual([]);
});
