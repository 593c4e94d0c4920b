import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import type { LastAnswers } from '../../src/lookup/last-answers.ts';
import { accountWith, HOUR_MS, NOW_MS } from '../account/accounts.ts';
import { createBench, DOWN, EMAIL, errorOf, failing } from './deps.ts';

const NO_ANSWER = { kind: 'unavailable', id: '1001', reason: 'no-answer' };

describe('a request to the service', () => {
  test('shared with an earlier look-up times out for the later one alone', async () => {
    const { lookup, service } = createBench({ budgetMs: 600_000 });
    const reply = Promise.withResolvers<Account>();
    service.reply = () => reply.promise;
    const first = lookup('1001');
    expect(await lookup('1001', { askedAtMs: NOW_MS - 599_990 })).toMatchObject({ reason: 'no-answer' });
    reply.resolve(accountWith({ id: '1001' }));
    expect(await first).toMatchObject({ kind: 'found', answer: { source: 'live' } });
    expect(service.asked).toEqual(['1001']);
  });
});

describe('while the service fails', () => {
  test('answers with the last good answer, judged as of its read', async () => {
    const { lookup, service, clock } = createBench();
    await lookup('1001');
    service.reply = failing(DOWN);
    clock.nowMs += 23 * HOUR_MS;
    expect(await lookup('1001')).toMatchObject({
      kind: 'unavailable',
      reason: 'no-answer',
      lastKnown: {
        source: 'last-known',
        readAtMs: NOW_MS,
        account: { id: '1001', email: EMAIL },
        verdict: { level: 'healthy', ageMs: { database: 2 * HOUR_MS, folders: 5 * HOUR_MS } },
      },
    });
  });
});

test.each(['not-found', 'forbidden', 'invalid-id'] as const)(
  'an account that the service refuses is reported as %s, and its last answer is not shown again',
  async (kind) => {
    const { lookup, service } = createBench();
    await lookup('1001');
    service.reply = failing(errorOf(kind));
    expect(await lookup('1001', { fresh: true })).toEqual({ kind, id: '1001' });
    expect(await lookup('1001')).toEqual({ kind, id: '1001' });
    service.reply = failing(DOWN);
    expect(await lookup('1001')).toEqual(NO_ANSWER);
  },
);

test('an answer does not wait for the store', async () => {
  const lastAnswers: LastAnswers = {
    get: async () => [],
    set: () => new Promise(() => {}),
    drop: async () => {},
  };
  const { lookup } = createBench({ lastAnswers });
  expect(await lookup('1001')).toMatchObject({ kind: 'found' });
});
