import { expect, test } from 'vitest';
import type { LookupOutcome } from '../../src/account/outcome.ts';
import { answerIn, newerOutcome } from '../../src/account/outcome.ts';
import { account, answer, NOW_MS, unavailable } from '../messages/samples.ts';

const foundAt = (readAtMs: number): LookupOutcome => ({
  kind: 'found',
  id: '1001',
  answer: answer(account(), readAtMs),
});
const [EARLIER, LATER] = [NOW_MS - 60_000, NOW_MS - 1_000];

test('an answer that is read later takes the place of the one before', () => {
  expect(newerOutcome(foundAt(EARLIER), foundAt(LATER))).toEqual(foundAt(LATER));
  expect(newerOutcome(undefined, foundAt(EARLIER))).toEqual(foundAt(EARLIER));
});

test('an answer that took longer on its way does not bring older figures back', () => {
  expect(newerOutcome(foundAt(LATER), foundAt(EARLIER))).toEqual(foundAt(LATER));
});

test('a failure keeps the newest figures there were, as an earlier answer', () => {
  const failed = newerOutcome(foundAt(EARLIER), unavailable('no-answer', '1001'));
  expect(failed).toMatchObject({
    kind: 'unavailable',
    lastKnown: { readAtMs: EARLIER, source: 'last-known' },
  });
  expect(answerIn(newerOutcome(foundAt(LATER), failed))?.readAtMs).toBe(LATER);
});

test('figures of an account that is gone are gone', () => {
  const gone: LookupOutcome = { kind: 'not-found', id: '1001' };
  expect(newerOutcome(foundAt(LATER), gone)).toEqual(gone);
  expect(answerIn(gone)).toBeUndefined();
});
