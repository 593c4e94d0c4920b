import { expect, test } from 'vitest';
import type { LookupOutcome, SeenLevel } from '../../../src/account/outcome.ts';
import { createWatches, withSeen } from '../../../src/slack/watches/watches.ts';
import { CRITICAL, found, unavailable } from '../../messages/samples.ts';
import { captureLog } from '../../support/capture-log.ts';
import { failingStore } from '../../support/failing-store.ts';
import { holdLookup } from '../../support/held-lookup.ts';
import { limit } from '../../support/limit.ts';

const SEEN: SeenLevel = { level: 'critical', startedAtMs: 5 };
const bad = (id: string) => found({ ...CRITICAL, id });
const seenIn = (outcome: LookupOutcome) => (outcome.kind === 'found' ? outcome.answer.seen : undefined);

/** Reads that stand still until the test lets them go on. */
function holdReads() {
  const reads: {
    readonly ids: readonly string[];
    readonly result: PromiseWithResolvers<Map<string, SeenLevel>>;
  }[] = [];
  const seenLevels = (ids: readonly string[]) => {
    const result = Promise.withResolvers<Map<string, SeenLevel>>();
    reads.push({ ids, result });
    return result.promise;
  };
  return { reads, seenLevels };
}

test('what is answered at the same time and bad is one read', async () => {
  const held = holdLookup();
  const { reads, seenLevels } = holdReads();
  const lookup = withSeen(held.lookup, { seenLevels });
  const both = Promise.all([lookup('1004'), lookup('1008'), lookup('1004')]);
  held.answer(bad('1004'));
  held.answer(bad('1008'));
  await expect.poll(() => reads.map(({ ids }) => ids)).toEqual([['1004', '1008']]);
  reads[0]?.result.resolve(new Map([['1004', SEEN]]));
  expect((await both).map(seenIn)).toEqual([SEEN, undefined, SEEN]);
  void lookup('1004');
  await expect.poll(() => reads).toHaveLength(2);
});

test('what is fine, or has no answer, is not read of', async () => {
  const held = holdLookup();
  const { reads, seenLevels } = holdReads();
  const lookup = withSeen(held.lookup, { seenLevels });
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
  const slow = createWatches({ watches: { ...failingStore().watches, ...holdReads() }, log });
  expect(await withSeen(held.lookup, slow)('1004')).toEqual(bad('1004'));
  expect(lines.map(({ msg, doing, error }) => [msg, doing, error])).toEqual([
    ['the store failed', 'read since when accounts are bad', 'StoreError'],
    ['the store failed', 'read since when accounts are bad', 'timeout'],
  ]);
});
