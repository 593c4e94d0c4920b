import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import { HttpError, NetworkError } from '../../src/backup-service/errors.ts';
import type { Account } from '../../src/domain/account.ts';
import { judgeAccount } from '../../src/domain/judge-account.ts';
import type { LastAnswers } from '../../src/lookup/last-answers.ts';
import { accountWith, HOUR_MS, NOW_MS, THRESHOLDS } from '../domain/accounts.ts';
import { answering, BUDGET_MS, createBench, EMAIL, FRESH_FOR_MS, failing } from './deps.ts';

const DOWN = new NetworkError({ operation: 'general-info', reason: 'ECONNREFUSED' });
const http = (status: number) => new HttpError({ operation: 'general-info', status, hasErrorObject: true });

describe('a look-up', () => {
  test('answers with the account, judged now, and when the service gave it', async () => {
    const { lookup, clock, service } = createBench();
    service.reply = async (id) => {
      clock.nowMs += 700;
      return accountWith({ id });
    };
    const account = accountWith({ id: '1001' });
    expect(await lookup('1001')).toEqual({
      kind: 'found',
      id: '1001',
      answer: {
        account,
        verdict: judgeAccount(account, NOW_MS + 700, THRESHOLDS),
        readAtMs: NOW_MS + 700,
        source: 'live',
      },
    });
  });

  test('hands its budget to the service', async () => {
    const budgets: number[] = [];
    const { lookup } = createBench({
      readAccount: async (id, { budgetMs }) => {
        budgets.push(budgetMs);
        return accountWith({ id });
      },
    });
    await lookup('1001');
    expect(budgets).toEqual([BUDGET_MS]);
  });

  test('ends in a time-out when the service overruns the budget, and the next one asks anew', async () => {
    const { lookup, service } = createBench({ budgetMs: 10 });
    service.reply = () => new Promise(() => {});
    expect(await lookup('1001')).toEqual({ kind: 'unavailable', id: '1001', reason: 'timeout' });
    service.reply = answering;
    expect(await lookup('1001')).toMatchObject({ kind: 'found', answer: { source: 'live' } });
  });

  test('takes no longer than its budget from when the person asked, the last answer included', async () => {
    const hanging: LastAnswers = {
      get: () => new Promise(() => {}),
      getMany: async () => [],
      set: async () => {},
      drop: () => new Promise(() => {}),
    };
    const { lookup, service } = createBench({ budgetMs: 600_000, lastAnswers: hanging });
    service.reply = () => new Promise(() => {});
    const askedAtMs = NOW_MS - 599_990;
    expect(await lookup('1001', { askedAtMs })).toEqual({
      kind: 'unavailable',
      id: '1001',
      reason: 'timeout',
    });
    service.reply = failing(DOWN);
    expect(await lookup('1002', { askedAtMs })).toMatchObject({ kind: 'unavailable', reason: 'network' });
  });

  test('whose time is up before the shared question has its answer ends alone', async () => {
    const { lookup, service } = createBench({ budgetMs: 600_000 });
    const reply = Promise.withResolvers<Account>();
    service.reply = () => reply.promise;
    const first = lookup('1001');
    expect(await lookup('1001', { askedAtMs: NOW_MS - 599_990 })).toMatchObject({ reason: 'timeout' });
    reply.resolve(accountWith({ id: '1001' }));
    expect(await first).toMatchObject({ kind: 'found', answer: { source: 'live' } });
    expect(service.asked).toEqual(['1001']);
  });

  test('asks anew when the time of the one who asked first is up', async () => {
    const { lookup, service } = createBench({ budgetMs: 600_000 });
    service.reply = () => new Promise(() => {});
    expect(await lookup('1001', { askedAtMs: NOW_MS - 599_990 })).toMatchObject({ reason: 'timeout' });
    service.reply = async () => accountWith({ id: '1001' });
    expect(await lookup('1001')).toMatchObject({ kind: 'found', answer: { source: 'live' } });
    expect(service.asked).toEqual(['1001', '1001']);
  });

  test('is done with an answer that comes after the time-out, be it a failure', async () => {
    const { lookup, service } = createBench({ budgetMs: 10 });
    const late = Promise.withResolvers<Account>();
    service.reply = () => late.promise;
    expect(await lookup('1001')).toMatchObject({ reason: 'timeout' });
    late.reject(DOWN);
    service.reply = failing(http(404));
    expect(await lookup('1001')).toMatchObject({ kind: 'not-found' });
  });

  test('lets a defect through, and forgets it', async () => {
    const { lookup, service } = createBench();
    const defect = new TypeError('of ours');
    service.reply = failing(defect);
    await expect(lookup('1001')).rejects.toBe(defect);
    service.reply = answering;
    expect(await lookup('1001')).toMatchObject({ kind: 'found' });
  });
});

describe('look-ups at once', () => {
  test('of one id share one question, pressing Refresh included', async () => {
    const { lookup, service } = createBench();
    const replies: ((account: Account) => void)[] = [];
    service.reply = () => new Promise((resolve) => replies.push(resolve));
    const outcomes = Promise.all([lookup('1001'), lookup('1001', { fresh: true }), lookup('1001')]);
    expect(service.asked).toEqual(['1001']);
    replies[0]?.(accountWith());
    expect((await outcomes).map((outcome) => outcome.kind === 'found' && outcome.answer.source)).toEqual([
      'live',
      'live',
      'live',
    ]);
  });

  test('share a failure, too, and then ask again', async () => {
    const { lookup, service } = createBench();
    service.reply = failing(DOWN);
    const outcomes = await Promise.all([lookup('1001'), lookup('1001')]);
    expect(outcomes).toEqual([
      { kind: 'unavailable', id: '1001', reason: 'network' },
      { kind: 'unavailable', id: '1001', reason: 'network' },
    ]);
    expect(service.asked).toEqual(['1001']);
    await lookup('1001');
    expect(service.asked).toEqual(['1001', '1001']);
  });

  test('of other ids are not touched by one that fails', async () => {
    const { lookup, service } = createBench();
    service.reply = (id) => (id === '1002' ? Promise.reject(DOWN) : answering(id));
    const outcomes = await Promise.all(['1001', '1002', '1003'].map((id) => lookup(id)));
    expect(outcomes.map(({ id, kind }) => [id, kind])).toEqual([
      ['1001', 'found'],
      ['1002', 'unavailable'],
      ['1003', 'found'],
    ]);
  });
});

describe('an answer read moments ago', () => {
  test('is used again until it is 15 seconds old', async () => {
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

  test('is judged against now, not against when it was read', async () => {
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

  test('that a setting lets be used for days is unknown once its backups would be late', async () => {
    const { lookup, clock } = createBench({ freshForMs: 48 * HOUR_MS });
    await lookup('1001');
    clock.nowMs += 24 * HOUR_MS;
    expect(await lookup('1001')).toMatchObject({
      answer: {
        source: 'cached',
        verdict: { level: 'unknown', reasons: [{ rule: 'backup-not-asked', notAskedMs: 24 * HOUR_MS }] },
      },
    });
  });

  test('is passed by when Refresh is pressed, and replaced', async () => {
    const { lookup, service, clock } = createBench();
    await lookup('1001');
    clock.nowMs += 1_000;
    expect(await lookup('1001', { fresh: true })).toMatchObject({ answer: { source: 'live' } });
    expect(service.asked).toHaveLength(2);
    expect(await lookup('1001')).toMatchObject({ answer: { source: 'cached', readAtMs: NOW_MS + 1_000 } });
  });

  test('is that of the id asked for', async () => {
    const { lookup, service } = createBench();
    await lookup('1001');
    expect(await lookup('1002')).toMatchObject({
      id: '1002',
      answer: { source: 'live', account: { id: '1002' } },
    });
    expect(service.asked).toEqual(['1001', '1002']);
  });
});

describe('while the service fails', () => {
  test('the last good answer stands in, and what only its age made worse is unknown', async () => {
    const { lookup, service, clock } = createBench();
    await lookup('1001');
    service.reply = failing(DOWN);
    clock.nowMs += 23 * HOUR_MS;
    expect(await lookup('1001')).toMatchObject({
      kind: 'unavailable',
      reason: 'network',
      lastKnown: {
        source: 'last-known',
        readAtMs: NOW_MS,
        account: { id: '1001', email: EMAIL },
        verdict: { level: 'unknown', ageMs: { database: 25 * HOUR_MS, folders: 28 * HOUR_MS } },
      },
    });
  });

  test('an answer a day old no longer does', async () => {
    const { lookup, service, clock } = createBench();
    await lookup('1001');
    service.reply = failing(DOWN);
    clock.nowMs += 24 * HOUR_MS - 1;
    expect(await lookup('1001')).toHaveProperty('lastKnown');
    clock.nowMs += 1;
    expect(await lookup('1001')).not.toHaveProperty('lastKnown');
  });

  test('also when the budget runs out', async () => {
    const { lookup, service, clock } = createBench({ budgetMs: 10 });
    await lookup('1001');
    clock.nowMs += HOUR_MS;
    service.reply = () => new Promise(() => {});
    expect(await lookup('1001')).toMatchObject({ reason: 'timeout', lastKnown: { readAtMs: NOW_MS } });
  });

  test('a failure keeps neither the next look-up from asking nor the last answer from being renewed', async () => {
    const { lookup, service, clock } = createBench();
    await lookup('1001');
    clock.nowMs += HOUR_MS;
    service.reply = failing(DOWN);
    await lookup('1001');
    service.reply = answering;
    expect(await lookup('1001')).toMatchObject({ kind: 'found', answer: { readAtMs: NOW_MS + HOUR_MS } });
    clock.nowMs += HOUR_MS;
    service.reply = failing(DOWN);
    expect(await lookup('1001')).toMatchObject({ lastKnown: { readAtMs: NOW_MS + HOUR_MS } });
  });

  test('a store that fails, too, costs only the last answer', async () => {
    const broken = () => Promise.reject(new Error('store down'));
    const store = new Keyv({
      throwOnErrors: true,
      store: { get: broken, set: broken, delete: broken, clear: broken },
    });
    const { lookup, service } = createBench({ store });
    expect(await lookup('1001')).toMatchObject({ kind: 'found' });
    service.reply = failing(DOWN);
    expect(await lookup('1001', { fresh: true })).toEqual({
      kind: 'unavailable',
      id: '1001',
      reason: 'network',
    });
    service.reply = failing(http(404));
    expect(await lookup('1001', { fresh: true })).toEqual({ kind: 'not-found', id: '1001' });
  });
});

describe('when the service no longer stands by an account', () => {
  test.each([
    [404, 'not-found'],
    [403, 'forbidden'],
    [400, 'invalid-id'],
  ] as const)('a %d is said, and what was known before is shown to nobody', async (status, kind) => {
    const { lookup, service } = createBench();
    await lookup('1001');
    service.reply = failing(http(status));
    expect(await lookup('1001', { fresh: true })).toEqual({ kind, id: '1001' });
    expect(await lookup('1001')).toEqual({ kind, id: '1001' });
    service.reply = failing(DOWN);
    expect(await lookup('1001')).toEqual({ kind: 'unavailable', id: '1001', reason: 'network' });
  });
});

test('an answer does not wait until it is kept', async () => {
  const lastAnswers: LastAnswers = {
    get: async () => undefined,
    getMany: async () => [],
    set: () => new Promise(() => {}),
    drop: async () => {},
  };
  const { lookup } = createBench({ lastAnswers });
  expect(await lookup('1001')).toMatchObject({ kind: 'found' });
});

test('who counts hears of each look-up, how it ended and where the answer is from, without the id', async () => {
  const events: unknown[] = [];
  const { lookup, service } = createBench({ observe: (event) => events.push(event) });
  await Promise.all([lookup('1001'), lookup('1001')]);
  await lookup('1001');
  service.reply = failing(new HttpError({ operation: 'general-info', status: 503 }));
  await lookup('1001', { fresh: true });
  await lookup('1002');
  service.reply = failing(new HttpError({ operation: 'general-info', status: 404, hasErrorObject: true }));
  await lookup('1003');
  const durationMs = 0;
  expect(events).toEqual([
    { kind: 'lookup', outcome: 'found', source: 'live', isShared: false, durationMs },
    { kind: 'lookup', outcome: 'found', source: 'live', isShared: true, durationMs },
    { kind: 'lookup', outcome: 'found', source: 'cached', isShared: true, durationMs },
    { kind: 'lookup', outcome: 'unavailable', source: 'last-known', isShared: false, durationMs },
    { kind: 'lookup', outcome: 'unavailable', isShared: false, durationMs },
    { kind: 'lookup', outcome: 'not-found', isShared: false, durationMs },
  ]);
});
