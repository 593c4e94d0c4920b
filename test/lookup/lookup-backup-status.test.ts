import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import type { LastAnswers } from '../../src/lookup/last-answers.ts';
import { ServiceError, type ServiceErrorCode } from '../../src/service/errors.ts';
import { accountWith, HOUR_MS, NOW_MS } from '../account/accounts.ts';
import { answering, createBench, DOWN, EMAIL, errorOf, FRESH_FOR_MS, failing } from './deps.ts';

describe('a read for the watches', () => {
  test('ignores recent answers and stores its own, and is counted but not logged', async () => {
    const READ = { kind: 'watch-read', result: 'found' };
    const events: unknown[] = [];
    const bench = createBench({ observe: (event) => events.push(event) });
    const { lookup, lastKnown, readForWatch, service, lines } = bench;
    await readForWatch('1001');
    expect(await readForWatch('1001')).toMatchObject({ kind: 'found', account: { id: '1001' } });
    expect(service.asked).toEqual(['1001', '1001']);
    expect([lines, events]).toEqual([[], [READ, READ]]);
    expect((await lastKnown(['1001'])).get('1001')?.source).toBe('cached');
    expect(await lookup('1001')).toMatchObject({ kind: 'found', answer: { source: 'cached' } });
  });

  test('is not shared with a look-up of a person', async () => {
    const { lookup, readForWatch, service } = createBench();
    service.reply = () => new Promise(() => {});
    void readForWatch('1001');
    service.reply = answering;
    expect(await lookup('1001')).toMatchObject({ kind: 'found', answer: { source: 'live' } });
  });

  test.each(['not-found', 'forbidden', 'invalid-id'] as const)('reports %s', async (code) => {
    const { readForWatch, service } = createBench();
    service.reply = failing(errorOf(code));
    expect(await readForWatch('1001')).toEqual({ kind: code });
  });

  test.each<[ServiceErrorCode, isDown: boolean, isSure: boolean]>([
    ['timeout', false, false],
    ['bad-response', false, false],
    ['busy', false, false],
    ['login-rejected', false, true],
    // The circuit breaker is open.
    ['timeout', true, true],
  ])('fails with %s, while the service is down: %s, for every account: %s', async (code, isDown, isSure) => {
    const { lookup, readForWatch, service } = createBench();
    // An earlier answer does not count.
    await lookup('1001');
    service.reply = failing(errorOf(code));
    service.isDown = isDown;
    expect(await readForWatch('1001')).toEqual({ kind: 'failed', isSure });
  });
});

test('the last known answers are cached while they are fresh, then last-known; accounts without one are left out', async () => {
  const { lookup, lastKnown, clock } = createBench();
  await lookup('1002');
  clock.nowMs += FRESH_FOR_MS;
  await lookup('1001');
  const answers = await lastKnown(['1001', '1002', '1003']);
  expect([...answers].map(([id, { source }]) => [id, source])).toEqual([
    ['1001', 'cached'],
    ['1002', 'last-known'],
  ]);
  expect(await lastKnown([])).toEqual(new Map());
});

describe('a recent answer', () => {
  test('is used until it is 15 seconds old', async () => {
    const { lookup, service, clock } = createBench();
    await lookup('1001');
    clock.nowMs += FRESH_FOR_MS - 1;
    expect(await lookup('1001')).toMatchObject({ answer: { source: 'cached', readAtMs: NOW_MS } });
    clock.nowMs += 1;
    expect(await lookup('1001')).toMatchObject({
      answer: { source: 'live', readAtMs: NOW_MS + FRESH_FOR_MS },
    });
    expect(service.asked).toHaveLength(2);
  });

  test('is not used when the clock was set back before it', async () => {
    const { lookup, service, clock } = createBench();
    await lookup('1001');
    clock.nowMs -= 1;
    await lookup('1001');
    expect(service.asked).toHaveLength(2);
  });

  test('is judged as of now, not of its read', async () => {
    const { lookup, service, clock } = createBench();
    const atMs = NOW_MS - 26 * HOUR_MS + 1_000;
    service.reply = async () => {
      const backup = { kind: 'at', atMs, precision: 'second' } as const;
      return accountWith({ database: backup, folders: backup });
    };
    expect(await lookup('1001')).toMatchObject({ answer: { verdict: { level: 'healthy' } } });
    clock.nowMs += 1_000;
    expect(await lookup('1001')).toMatchObject({
      answer: { source: 'cached', verdict: { level: 'attention', ageMs: { database: 26 * HOUR_MS } } },
    });
  });
});

test('the log and the metrics have each look-up with its outcome, source and duration, the metrics without the id', async () => {
  const events: unknown[] = [];
  const { lookup, service, clock, lines } = createBench({ observe: (event) => events.push(event) });
  service.reply = async (id) => {
    clock.nowMs += 250;
    return answering(id);
  };
  await Promise.all([lookup('1001'), lookup('1001')]);
  expect(await lookup('1001')).toMatchObject({ answer: { source: 'cached', readAtMs: NOW_MS + 250 } });
  service.reply = failing(
    new ServiceError('server-error', { operation: 'general-info', status: 503, retryAfterMs: 5_000 }),
  );
  await lookup('1001', { fresh: true });
  await Promise.all([lookup('1002'), lookup('1002')]);
  service.reply = failing(errorOf('not-found'));
  await lookup('1003');
  const failed = { kind: 'unavailable', reason: 'no-answer', retryAfterMs: 5_000 };
  const error = { code: 'server-error', status: 503 };
  expect(lines).toMatchObject([
    { level: 30, accountId: '1001', kind: 'found', source: 'live', verdict: 'healthy', durationMs: 250 },
    { level: 20, accountId: '1001', kind: 'found', source: 'live', isShared: true },
    { level: 20, accountId: '1001', kind: 'found', source: 'cached', durationMs: 0 },
    { level: 40, accountId: '1001', ...failed, error },
    // One warning for a failure that several look-ups share.
    { level: 40, ...failed, error },
    { level: 20, kind: 'unavailable', isShared: true },
    { level: 30, kind: 'not-found' },
  ]);
  expect(events).toEqual(
    [
      ['found', 'live', 250],
      ['found', 'live'],
      ['found', 'cached'],
      ['unavailable', 'last-known'],
      ['unavailable', 'none'],
      ['unavailable', 'none'],
      ['not-found', 'none'],
    ].map(([outcome, source, durationMs = 0]) => ({ kind: 'lookup', outcome, source, durationMs })),
  );
});

test('a request that is shared with an earlier look-up times out for the later one alone', async () => {
  const { lookup, service } = createBench({ budgetMs: 600_000 });
  const reply = Promise.withResolvers<Account>();
  service.reply = () => reply.promise;
  const first = lookup('1001');
  expect(await lookup('1001', { askedAtMs: NOW_MS - 599_990 })).toMatchObject({ reason: 'no-answer' });
  reply.resolve(accountWith({ id: '1001' }));
  expect(await first).toMatchObject({ kind: 'found', answer: { source: 'live' } });
  expect(service.asked).toEqual(['1001']);
});

test('while the service fails, the last good answer is given, judged as of its read', async () => {
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

test.each(['not-found', 'forbidden', 'invalid-id'] as const)(
  'an account that the service refuses is reported as %s, and its last answer is not shown again',
  async (kind) => {
    const { lookup, service } = createBench();
    await lookup('1001');
    service.reply = failing(errorOf(kind));
    expect(await lookup('1001', { fresh: true })).toEqual({ kind, id: '1001' });
    expect(await lookup('1001')).toEqual({ kind, id: '1001' });
    service.reply = failing(DOWN);
    expect(await lookup('1001')).toEqual({ kind: 'unavailable', id: '1001', reason: 'no-answer' });
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
