import { Keyv } from 'keyv';
import { expect, test } from 'vitest';
import { createLastAnswers, lastKnownAnswers } from '../../src/lookup/last-answers.ts';
import { accountWith, HOUR_MS, NOW_MS, THRESHOLDS } from '../account/accounts.ts';
import { createLogCapture, FRESH_FOR_MS } from './deps.ts';

async function setUp(store = new Keyv()) {
  const clock = { nowMs: NOW_MS };
  const now = () => clock.nowMs;
  const { log, lines } = createLogCapture();
  const lastAnswers = createLastAnswers({ store, ttlMs: 24 * HOUR_MS, now, log });
  const rulesOf = () => ({ thresholds: THRESHOLDS, exceptions: {} });
  const lastKnown = (ids: readonly string[]) =>
    lastKnownAnswers({ lastAnswers, rulesOf, freshForMs: FRESH_FOR_MS, now }, ids);
  for (const [index, id] of ['1001', '1002'].entries()) {
    await lastAnswers.set(id, { account: accountWith({ id }), readAtMs: NOW_MS - index * HOUR_MS });
  }
  return { clock, lastKnown, lines };
}

test('marks fresh answers as cached and older ones as last-known, and leaves out the rest', async () => {
  const { lastKnown } = await setUp();
  const answers = await lastKnown(['1001', '1002', '1003']);
  expect([...answers].map(([id, { source }]) => [id, source])).toEqual([
    ['1001', 'cached'],
    ['1002', 'last-known'],
  ]);
  expect(await lastKnown([])).toEqual(new Map());
});

test('judges an earlier answer as of its read', async () => {
  const { lastKnown, clock } = await setUp();
  const before = (await lastKnown(['1001'])).get('1001');
  clock.nowMs += 12 * HOUR_MS;
  const after = (await lastKnown(['1001'])).get('1001');
  expect(after?.verdict.ageMs.database).toBe(before?.verdict.ageMs.database);
});

test('logs one warning for all accounts and returns none when the store fails', async () => {
  const store = new Keyv();
  const { lastKnown, lines } = await setUp(store);
  store.getMany = () => Promise.reject(Object.assign(new Error('down'), { code: 'unavailable' }));
  expect((await lastKnown(['1001', '1002'])).size).toBe(0);
  expect(lines).toMatchObject([{ doing: 'get', accounts: 2, code: 'unavailable' }]);
});
