import { expect, test } from 'vitest';
import { createCircuitBreaker } from '../../src/service/circuit-breaker.ts';
import { ServiceError, type ServiceErrorCode } from '../../src/service/errors.ts';
import { captureLog } from '../support/capture-log.ts';
import { createClock } from './support.ts';

const IDS = ['1', '2', '3', '4', '5'];
const errorOf = (code: ServiceErrorCode, operation: 'login' | 'general-info' = 'general-info') =>
  new ServiceError(code, { operation });

function setUp() {
  const clock = createClock();
  const breaker = createCircuitBreaker({ now: clock.now, log: captureLog().log });
  const fail = async (ids: readonly string[], error = errorOf('network')) => {
    for (const id of ids) await breaker.judge(id, () => Promise.reject(error)).catch(() => undefined);
  };
  const answer = () => breaker.judge('any', async () => 'fine');
  const refusal = () => {
    try {
      return breaker.throwIfRefused();
    } catch (error) {
      return error;
    }
  };
  return { clock, breaker, refusal, fail, answer };
}

test.each<ServiceErrorCode>(['network', 'timeout', 'server-error'])(
  'opens when look-ups of five accounts in a row fail with %s',
  async (code) => {
    const { breaker, refusal, fail } = setUp();
    await fail(IDS.slice(1), errorOf(code));
    expect(refusal()).toBeUndefined();
    await fail(['6'], errorOf(code));
    expect(refusal()).toMatchObject({ code, facts: { retryAfterMs: 10_000 } });
    expect(breaker.health()).toMatchObject({ isOpen: true, failing: { retryAfterMs: 10_000 } });
  },
);

test('opens after one login without an answer', async () => {
  const { refusal, fail } = setUp();
  await fail(['1'], errorOf('timeout', 'login'));
  expect(refusal()).toMatchObject({ code: 'timeout' });
});

test.each<ServiceErrorCode>([
  'bad-response',
  'login-rejected',
  'rate-limited',
  'busy',
  'closed',
  'not-found',
])('does not open for %s', async (code) => {
  const { breaker, fail } = setUp();
  await fail([...IDS, '6'], errorOf(code));
  expect(breaker.health().isOpen).toBe(false);
});

test('does not open for a single account, however often it fails', async () => {
  const { refusal, fail } = setUp();
  await fail(Array.from({ length: 50 }, () => '1'));
  expect(refusal()).toBeUndefined();
});

test('does not count failures of look-ups during which others were answered', async () => {
  const { breaker, answer } = setUp();
  const hanging = Promise.withResolvers<never>();
  const slow = IDS.map((id) => breaker.judge(id, () => hanging.promise).catch(() => undefined));
  await answer();
  hanging.reject(errorOf('timeout'));
  await Promise.all(slow);
  expect(breaker.health()).toMatchObject({ isOpen: false, failing: undefined });
});

test.each([
  ['an answer', async ({ answer }: ReturnType<typeof setUp>) => void (await answer())],
  ['a refused id', ({ fail }: ReturnType<typeof setUp>) => fail(['1'], errorOf('forbidden'))],
])('closes after %s', async (_what, close) => {
  const there = setUp();
  await there.fail(IDS);
  there.clock.advance(10_000);
  await close(there);
  expect(there.breaker.health()).toMatchObject({ isOpen: false, failing: undefined });
  await there.fail(IDS.slice(1));
  expect(there.refusal()).toBeUndefined();
});

test('reports since when every look-up has failed, and when the last one was answered', async () => {
  const { clock, breaker, fail, answer } = setUp();
  await answer();
  const answeredAtMs = clock.now();
  clock.advance(1_000);
  await fail(['1'], errorOf('login-rejected'));
  clock.advance(1_000);
  await fail(['2']);
  expect(breaker.health()).toEqual({
    isOpen: false,
    answeredAtMs,
    failing: { sinceMs: answeredAtMs + 1_000, error: errorOf('network'), retryAfterMs: 0 },
  });
});
