import { expect, test } from 'vitest';
import type { LookupOutcome, Seen } from '../../../src/account/outcome.ts';
import { createWatches, withSeen } from '../../../src/slack/watches/watches.ts';
import { CRITICAL, found, unavailable } from '../../messages/samples.ts';
import { captureLog } from '../../support/capture-log.ts';
import { failingStore } from '../../support/failing-store.ts';
import { holdLookup } from '../../support/held-lookup.ts';
import { limit } from '../../support/limit.ts';

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
  const failing = createWatches({ watches: failingStore().watches, log });
  expect(await withSeen(held.lookup, failing)('1004')).toEqual(bad('1004'));
  const slow = createWatches({
    watches: { ...failingStore().watches, seen: () => new Promise<never>(() => {}) },
    log,
  });
  expect(await withSeen(held.lookup, slow)('1004')).toEqual(bad('1004'));
  expect(lines.map(({ msg, doing, error }) => [msg, doing, error])).toEqual([
    ['the store failed', 'read what is known of an account', 'StoreError'],
    ['the store failed', 'read what is known of an account', 'timeout'],
  ]);
});
