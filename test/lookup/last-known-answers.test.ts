import { Keyv } from 'keyv';
import { expect, test } from 'vitest';
import { createLastAnswers, createLastKnownAnswers } from '../../src/lookup/last-answers.ts';
import { accountWith, HOUR_MS, NOW_MS, THRESHOLDS } from '../account/accounts.ts';
import { createLogCapture, FRESH_FOR_MS } from './deps.ts';

async function setUp(store = new Keyv()) {
  const clock = { nowMs: NOW_MS };
  const now = () => clock.nowMs;
  const { log, lines } = createLogCapture();
  const lastAnswers = createLastAnswers({ store, ttlMs: 24 * HOUR_MS, storeTimeoutMs: 50, now, log });
  const lastKnown = createLastKnownAnswers({
    lastAnswerMaxAgeMs: 24 * HOUR_MS,
    lastAnswers,
    termsOf: () => ({ thresholds: THRESHOLDS, exceptions: {} }),
    freshForMs: FRESH_FOR_MS,
    now,
  });
  for (const [index, id] of ['1001', '1002'].entries()) {
    await lastAnswers.set(id, { account: accountWith({ id }), readAtMs: NOW_MS - index * HOUR_MS });
  }
  return { clock, lastKnown, lines };
}

test('what was read moments ago counts as such, what is older as an earlier answer, the rest is left out', async () => {
  const { lastKnown } = await setUp();
  const answers = await lastKnown(['1001', '1002', '1003']);
  expect([...answers].map(([id, { source }]) => [id, source])).toEqual([
    ['1002', 'last-known'],
    ['1001', 'cached'],
  ]);
  expect(await lastKnown([])).toEqual(new Map());
});

test('the verdict of an earlier answer is that of when it was read', async () => {
  const { lastKnown, clock } = await setUp();
  const before = (await lastKnown(['1001'])).get('1001');
  clock.nowMs += 12 * HOUR_MS;
  const after = (await lastKnown(['1001'])).get('1001');
  expect(after?.verdict.ageMs.database).toBe(before?.verdict.ageMs.database);
});

test('of an answer that is kept and one that the caller holds the newer counts', async () => {
  const { lastKnown } = await setUp();
  const kept = [...(await lastKnown(['1001', '1002'])).values()];
  const held = kept.map((one) => ({ ...one, readAtMs: NOW_MS - 1_000 }));
  const answers = await lastKnown(['1001', '1002'], held);
  expect(answers.get('1001')?.readAtMs).toBe(NOW_MS);
  expect(answers.get('1002')?.readAtMs).toBe(NOW_MS - 1_000);
  expect((await lastKnown(['1003'], held)).size).toBe(0);
});

test('what the caller holds is shown to nobody after the clock was set back by a day', async () => {
  const { lastKnown, clock } = await setUp();
  const held = [...(await lastKnown(['1001'])).values()];
  clock.nowMs -= 24 * HOUR_MS;
  expect((await lastKnown(['1001'], held)).size).toBe(0);
});

test('a store that fails is one warning for all accounts, and what the caller holds stays', async () => {
  const store = new Keyv();
  const { lastKnown, lines } = await setUp(store);
  const held = [...(await lastKnown(['1001'])).values()];
  store.getMany = () => Promise.reject(Object.assign(new Error('down'), { code: 'unavailable' }));
  const answers = await lastKnown(['1001', '1002'], held);
  expect([...answers.keys()]).toEqual(['1001']);
  expect(lines).toMatchObject([{ doing: 'getMany', accountId: '2 accounts', code: 'unavailable' }]);
});

test('what the caller has held for a day is shown to nobody any more', async () => {
  const { lastKnown, clock } = await setUp();
  const held = [...(await lastKnown(['1001'])).values()];
  clock.nowMs += 24 * HOUR_MS;
  expect((await lastKnown(['1001'], held)).size).toBe(0);
});
