import { describe, expect, test, vi } from 'vitest';
import { createCircuitBreaker } from '../../src/backup-service/create-circuit-breaker.ts';
import {
  type BackupServiceError,
  BadResponseError,
  BusyError,
  CircuitOpenError,
  HttpError,
  LoginRejectedError,
  NetworkError,
  TimeoutError,
} from '../../src/backup-service/errors.ts';
import { withoutJitter } from '../support/without-jitter.ts';
import { createClock, createLog, deferred } from './support.ts';

const operation = 'general-info';
const http = (status: number) => new HttpError({ operation, status, hasErrorObject: true });
const DOWN = new NetworkError({ operation, reason: 'ECONNREFUSED' });
const LOGIN_DOWN = new NetworkError({ operation: 'login', reason: 'ECONNREFUSED' });
const BUDGET_MS = 20_000;
const IDS = ['1', '2', '3', '4', '5'];

function setUp() {
  withoutJitter();
  const clock = createClock();
  const breaker = createCircuitBreaker({ now: clock.now, log: createLog().log });
  const state = { asked: [] as string[] };
  const ask = (id: string, outcome: BackupServiceError | 'fine' = DOWN) =>
    breaker.run(id, BUDGET_MS, async () => {
      state.asked.push(id);
      if (outcome !== 'fine') throw outcome;
      return outcome;
    });
  const fail = async (ids: readonly string[], error: BackupServiceError = DOWN) => {
    for (const id of ids) await ask(id, error).catch(() => undefined);
  };
  return { clock, breaker, state, ask, fail };
}

const OPEN = { code: 'circuit-open', failure: { code: 'network' } };

describe('when it opens', () => {
  test('after five accounts in a row without an answer', async () => {
    const { ask, fail, state, breaker } = setUp();
    await fail(IDS);
    await expect(ask('6')).rejects.toMatchObject({ ...OPEN, retryAfterMs: 10_000 });
    expect(state.asked).toEqual(IDS);
    expect(breaker.health()).toMatchObject({ breaker: 'open', failing: { retryAfterMs: 10_000 } });
  });

  test.each<[BackupServiceError, 'a failure' | 'an answer' | 'nothing']>([
    [DOWN, 'a failure'],
    [http(500), 'a failure'],
    [http(502), 'a failure'],
    [new TimeoutError({ operation, waitingFor: 'response' }), 'a failure'],
    [new TimeoutError({ operation: 'login', waitingFor: 'token' }), 'a failure'],
    [new HttpError({ operation, status: 403 }), 'a failure'],
    [new HttpError({ operation, status: 302 }), 'a failure'],
    [http(400), 'an answer'],
    [http(401), 'an answer'],
    [http(404), 'an answer'],
    [http(499), 'an answer'],
    [new HttpError({ operation, status: 429 }), 'an answer'],
    [new BadResponseError({ operation, reason: 'not-json' }), 'an answer'],
    [new LoginRejectedError(), 'an answer'],
    [new NetworkError({ operation, reason: 'closed' }), 'nothing'],
    [new TimeoutError({ operation, waitingFor: 'slot' }), 'nothing'],
    [new CircuitOpenError({ failure: DOWN, retryAfterMs: 1 }), 'nothing'],
    [new BusyError({ retryAfterMs: 1_000 }), 'nothing'],
  ])('%o counts as %s', async (error, expected) => {
    const { fail, breaker } = setUp();
    await fail(IDS.slice(1));
    await fail(['x'], error);
    expect(breaker.health().breaker).toBe(expected === 'a failure' ? 'open' : 'closed');
    if (expected === 'a failure') return;
    await fail(['1']);
    expect(breaker.health().breaker).toBe(expected === 'nothing' ? 'open' : 'closed');
  });

  test('does not open for one account alone, however often it is asked for', async () => {
    const { ask, fail } = setUp();
    await fail(
      Array.from({ length: 50 }, () => '1'),
      http(500),
    );
    await expect(ask('2', 'fine')).resolves.toBe('fine');
  });

  test('does not open for several accounts among others that are answered', async () => {
    const { ask, fail, breaker } = setUp();
    for (let round = 0; round < 5; round += 1) {
      await fail(IDS.slice(1), http(500));
      await ask('fine', 'fine');
    }
    expect(breaker.health().breaker).toBe('closed');
  });

  test('does not open by failures of look-ups during which others were answered', async () => {
    const { ask, breaker } = setUp();
    const hanging = Promise.withResolvers<never>();
    const slow = IDS.map((id) => breaker.run(id, BUDGET_MS, () => hanging.promise).catch(() => undefined));
    await ask('6', 'fine');
    hanging.reject(DOWN);
    await Promise.all(slow);
    expect(breaker.health().breaker).toBe('closed');
  });

  test('one failed login that a crowd waited for is one failure; five of them are an outage', async () => {
    const { ask, fail } = setUp();
    await fail([...IDS, '6', '7'], LOGIN_DOWN);
    await expect(ask('8', 'fine')).resolves.toBe('fine');
    for (const id of IDS)
      await fail([id, '6'], new NetworkError({ operation: 'login', reason: 'ENOTFOUND' }));
    await expect(ask('8')).rejects.toMatchObject(OPEN);
  });

  test('does not open by failures of an hour ago', async () => {
    const { clock, ask, fail } = setUp();
    await fail(IDS.slice(1));
    clock.advance(60_000);
    await fail(['6']);
    await expect(ask('7', 'fine')).resolves.toBe('fine');
  });
});

describe('while it is open', () => {
  test('one probe goes through after 10, 20, 40, then each 60 s', async () => {
    const { clock, ask, fail, state } = setUp();
    await fail(IDS);
    for (const [at, pauseMs] of [10_000, 20_000, 40_000, 60_000, 60_000].entries()) {
      clock.advance(pauseMs - 1);
      await expect(ask('early')).rejects.toMatchObject({ ...OPEN, retryAfterMs: 1 });
      clock.advance(1);
      await expect(ask(`probe ${at}`)).rejects.toBe(DOWN);
    }
    expect(state.asked.filter((id) => id === 'early')).toEqual([]);
  });

  test('jitter makes a pause up to a quarter shorter', async () => {
    const { ask, fail } = setUp();
    vi.mocked(Math.random).mockReturnValue(1);
    await fail(IDS);
    await expect(ask('6')).rejects.toMatchObject({ retryAfterMs: 7_500 });
  });

  test('an answer to the probe closes it, and those who asked beside the probe are let through', async () => {
    const { clock, breaker, fail, ask } = setUp();
    await fail(IDS);
    clock.advance(10_000);
    const answer = deferred<string>();
    const probe = breaker.run('6', BUDGET_MS, () => answer.promise);
    const beside = ask('7', 'fine');
    expect(breaker.health().breaker).toBe('half-open');
    answer.resolve('back');
    await expect(probe).resolves.toBe('back');
    await expect(beside).resolves.toBe('fine');
    expect(breaker.health().breaker).toBe('closed');
  });

  test('says half-open as soon as the pause is over, though nobody has asked since', async () => {
    const { clock, breaker, fail } = setUp();
    await fail(IDS);
    clock.advance(9_000);
    expect(breaker.health()).toMatchObject({
      breaker: 'open',
      failing: { error: DOWN, retryAfterMs: 1_000 },
    });
    clock.advance(1_000);
    expect(breaker.health().breaker).toBe('half-open');
  });

  test('beside a probe that hangs others wait a moment, then hear what they would have heard', async () => {
    const { clock, breaker, fail, ask, state } = setUp();
    await fail(IDS);
    clock.advance(10_000);
    const answer = deferred<string>();
    const probe = breaker.run('6', BUDGET_MS, () => answer.promise);
    // The probe may take all its time, and the pause after it is twice as long.
    await expect(ask('7', 'fine')).rejects.toMatchObject({ ...OPEN, retryAfterMs: BUDGET_MS + 20_000 });
    clock.advance(5_000);
    await expect(ask('7', 'fine')).rejects.toMatchObject({ ...OPEN, retryAfterMs: BUDGET_MS + 15_000 });
    clock.advance(15_000);
    answer.reject(DOWN);
    await expect(probe).rejects.toBe(DOWN);
    expect(state.asked).not.toContain('7');
    clock.advance(19_999);
    await expect(ask('7', 'fine')).rejects.toMatchObject({ ...OPEN, retryAfterMs: 1 });
    clock.advance(1);
    await expect(ask('7', 'fine')).resolves.toBe('fine');
  });

  test('an account whose probe failed may probe again', async () => {
    const { clock, fail, ask } = setUp();
    await fail(IDS);
    clock.advance(10_000);
    await fail(['only']);
    clock.advance(20_000);
    await expect(ask('only', 'fine')).resolves.toBe('fine');
  });

  test('an answer that was long on its way closes it too', async () => {
    const { breaker, fail, ask } = setUp();
    const answer = deferred<string>();
    const early = breaker.run('early', BUDGET_MS, () => answer.promise);
    await fail(IDS);
    await expect(ask('6')).rejects.toMatchObject(OPEN);
    answer.resolve('late but there');
    await early;
    await expect(ask('6', 'fine')).resolves.toBe('fine');
  });

  test('a login that is answered lets the next look-up through at once', async () => {
    const { breaker, fail, ask } = setUp();
    await fail(IDS);
    breaker.loginAnswered();
    await expect(ask('6', 'fine')).resolves.toBe('fine');
  });

  test('a clock that is set back does not keep it open', async () => {
    const { clock, fail, ask } = setUp();
    await fail(IDS);
    clock.advance(-3_600_000);
    await expect(ask('6', 'fine')).resolves.toBe('fine');
  });
});

describe('health', () => {
  test('holds the last answer about an account and the failures since', async () => {
    const { clock, breaker, fail, ask } = setUp();
    expect(breaker.health()).toEqual({ breaker: 'closed' });
    await ask('1', 'fine');
    const answeredAtMs = clock.now();
    clock.advance(1_000);
    const sinceMs = clock.now();
    await fail(['1'], new LoginRejectedError());
    clock.advance(1_000);
    await fail(['2']);
    expect(breaker.health()).toEqual({
      breaker: 'closed',
      answeredAtMs,
      failing: { sinceMs, error: DOWN, retryAfterMs: 0 },
    });
    await fail(['3'], http(404));
    expect(breaker.health()).toEqual({ breaker: 'closed', answeredAtMs: clock.now() });
  });

  test('is not failing by a look-up during which another one was answered', async () => {
    const { breaker, ask } = setUp();
    const answer = deferred<never>();
    const slow = breaker.run('1', BUDGET_MS, () => answer.promise);
    await ask('2', 'fine');
    answer.reject(DOWN);
    await expect(slow).rejects.toBe(DOWN);
    expect(breaker.health().failing).toBeUndefined();
  });
});
