import { Keyv } from 'keyv';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpError, LoginRejectedError } from '../../../src/backup-service/errors.ts';
import type { AccessToken } from '../../../src/backup-service/token/access-token.ts';
import { type Login, setUpTokenCache } from '../set-up-token-cache.ts';
import { deferred, HOUR_MS, MINUTE_MS, settle, tokenOf } from '../support.ts';

const down = () => new HttpError({ operation: 'login', status: 503 });

afterEach(() => {
  vi.useRealTimers();
});

describe('one login', () => {
  test('a thousand callers, one login', async () => {
    const { get, state } = setUpTokenCache({});
    const tokens = await Promise.all(Array.from({ length: 1000 }, get));
    expect(new Set(tokens)).toEqual(new Set(['t1']));
    expect(state.logins).toBe(1);
  });

  test('a warm-up leaves the first caller nothing to wait for', async () => {
    const { cache, get, state } = setUpTokenCache({});
    cache.warmUp();
    await vi.waitFor(() => expect(state.logins).toBe(1));
    cache.warmUp();
    await expect(get()).resolves.toBe('t1');
    expect(state.logins).toBe(1);
  });

  test('a warm-up that fails is logged and nobody’s error', async () => {
    const { cache, lines } = setUpTokenCache({ login: () => Promise.reject(down()) });
    cache.warmUp();
    await vi.waitFor(() => expect(JSON.stringify(lines)).toContain('no new access token'));
  });

  test('after a success the way is free for the next', async () => {
    const { cache, get, state } = setUpTokenCache({});
    await get();
    cache.invalidate('t1');
    await expect(get()).resolves.toBe('t2');
    expect(state.logins).toBe(2);
  });

  test('a failure reaches all who wait, and the next caller tries again', async () => {
    const { clock, get, state } = setUpTokenCache({
      login: (count) => (count === 1 ? Promise.reject(down()) : tokenOf('t2', clock.now())),
    });
    const results = await Promise.allSettled([get(), get(), get()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(state.logins).toBe(1);
    await expect(get()).resolves.toBe('t2');
  });

  test('who gives up waiting ends nothing for the others', async () => {
    const { promise, resolve } = deferred<AccessToken>();
    const { cache, clock, get, state } = setUpTokenCache({ login: () => promise });
    const controller = new AbortController();
    const impatient = cache.get(controller.signal);
    const patient = get();
    controller.abort(new DOMException('', 'TimeoutError'));
    await expect(impatient).rejects.toMatchObject({
      code: 'timeout',
      operation: 'login',
      waitingFor: 'token',
    });
    resolve(tokenOf('t1', clock.now()));
    await expect(patient).resolves.toBe('t1');
    expect(state.logins).toBe(1);
  });
});

describe('the two windows', () => {
  test('ahead of expiry the old token is served while one renewal runs behind', async () => {
    const { promise, resolve } = deferred<AccessToken>();
    const { clock, get, state } = setUpTokenCache({
      login: (count) => (count === 1 ? tokenOf('t1', clock.now()) : promise),
    });
    await get();
    clock.advance(HOUR_MS - 5 * MINUTE_MS - 1);
    await get();
    expect(state.logins).toBe(1);
    clock.advance(1);
    await expect(Promise.all(Array.from({ length: 100 }, get))).resolves.toEqual(Array(100).fill('t1'));
    expect(state.logins).toBe(2);
    resolve(tokenOf('t2', clock.now()));
    await vi.waitFor(async () => expect(await get()).toBe('t2'));
    expect(state.logins).toBe(2);
  });

  test('five seconds before expiry callers wait for the new one', async () => {
    const { clock, get } = setUpTokenCache({});
    await get();
    clock.advance(HOUR_MS - 5_000);
    await expect(get()).resolves.toBe('t2');
  });

  test('a token of two seconds is not a login for each call', async () => {
    const { clock, get, state } = setUpTokenCache({ lifetimeMs: 2_000 });
    for (let call = 0; call < 8; call++) {
      await get();
      clock.advance(99);
    }
    expect(state.logins).toBe(1);
  });

  test('nor does anybody wait for its renewal', async () => {
    const { clock, get, state } = setUpTokenCache({ lifetimeMs: 2_000 });
    await get();
    clock.advance(900);
    await expect(get()).resolves.toBe('t1');
    await vi.waitFor(async () => expect(await get()).toBe('t2'));
    expect(state.logins).toBe(2);
  });
});

describe('when a renewal behind fails', () => {
  test('the old token goes on, the failure is logged, and the next try keeps its distance', async () => {
    const { clock, get, state, lines } = setUpTokenCache({
      login: (count) => (count === 2 ? Promise.reject(down()) : tokenOf(`t${count}`, clock.now())),
    });
    await get();
    clock.advance(HOUR_MS - 4 * MINUTE_MS);
    await expect(get()).resolves.toBe('t1');
    await vi.waitFor(() =>
      expect(lines.at(-1)).toMatchObject({ level: 40, code: 'http', status: 503, retryInMs: 1_000 }),
    );
    await expect(Promise.all([get(), get()])).resolves.toEqual(['t1', 't1']);
    expect(state.logins).toBe(2);
    clock.advance(1_000);
    await get();
    expect(state.logins).toBe(3);
    await vi.waitFor(async () => expect(await get()).toBe('t3'));
  });

  test('a clock that is set back does not put off the next try', async () => {
    const { clock, get, state } = setUpTokenCache({
      login: (count) => (count === 2 ? Promise.reject(down()) : tokenOf(`t${count}`, clock.now())),
    });
    await get();
    clock.advance(HOUR_MS - 2_000 - 4 * MINUTE_MS);
    await get();
    await settle();
    // Still inside the time in which it is renewed ahead.
    clock.advance(-500);
    await get();
    expect(state.logins).toBe(3);
  });

  test('past expiry it is the caller who hears of it, and nothing is left unhandled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    onTestFinished(() => void process.off('unhandledRejection', unhandled));
    const { clock, get } = setUpTokenCache({
      login: (count) =>
        count === 1
          ? tokenOf('t1', clock.now())
          : Promise.reject(new LoginRejectedError({ retryAfterMs: 60_000 })),
    });
    await get();
    clock.advance(HOUR_MS - MINUTE_MS);
    await expect(get()).resolves.toBe('t1');
    await settle();
    clock.advance(2 * MINUTE_MS);
    await expect(get()).rejects.toMatchObject({ code: 'login-rejected' });
    await settle();
    expect(unhandled).not.toHaveBeenCalled();
  });
});

describe('when nobody asks', () => {
  const setUpWithTimers = (login?: Login, lifetimeMs = HOUR_MS) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const clock = { now: () => Date.now(), advance: () => {} };
    return setUpTokenCache({ clock, lifetimeMs, ...(login && { login }) });
  };

  test('the token is renewed ahead of its expiry, again and again', async () => {
    const { get, state } = setUpWithTimers();
    await get();
    await vi.advanceTimersByTimeAsync(HOUR_MS - 5 * MINUTE_MS - 1);
    expect(state.logins).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(state.logins).toBe(2);
    await vi.advanceTimersByTimeAsync(10 * HOUR_MS);
    expect(state.logins).toBe(12);
    await expect(get()).resolves.toBe('t12');
  });

  test('a service that is down is tried again at growing distances until it is back', async () => {
    const { get, state } = setUpWithTimers((count) =>
      count > 1 && count < 14 ? Promise.reject(down()) : tokenOf(`t${count}`, Date.now()),
    );
    await get();
    await vi.advanceTimersByTimeAsync(55 * MINUTE_MS);
    const triesBy = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return state.logins;
    };
    expect([await triesBy(1_000), await triesBy(2_000), await triesBy(4_000), await triesBy(8_000)]).toEqual([
      3, 4, 5, 6,
    ]);
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    await expect(get()).resolves.toBe('t14');
  });

  test('refused credentials are not tried again until somebody asks', async () => {
    const { get, state } = setUpWithTimers((count) =>
      count === 1
        ? tokenOf('t1', Date.now())
        : Promise.reject(new LoginRejectedError({ retryAfterMs: MINUTE_MS })),
    );
    await get();
    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
    expect(state.logins).toBe(2);
    await expect(get()).rejects.toMatchObject({ code: 'login-rejected' });
    expect(state.logins).toBe(3);
  });

  test('a token of seconds is left to expire', async () => {
    const { get, state } = setUpWithTimers(undefined, 20_000);
    await get();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(state.logins).toBe(1);
  });

  test('a closed cache renews no more', async () => {
    const { cache, get, state } = setUpWithTimers();
    await get();
    await cache.close();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(state.logins).toBe(1);
  });
});

describe('a refused token', () => {
  test('a late refusal of an old token leaves its successor alone', async () => {
    const { cache, get, state } = setUpTokenCache({});
    await get();
    cache.invalidate('t1');
    await get();
    cache.invalidate('t1');
    await expect(get()).resolves.toBe('t2');
    expect(state.logins).toBe(2);
  });

  test('many refusals of one token are one login', async () => {
    const { cache, get, state } = setUpTokenCache({});
    await get();
    await Promise.all(
      Array.from({ length: 100 }, async () => {
        cache.invalidate('t1');
        await expect(get()).resolves.toBe('t2');
      }),
    );
    expect(state.logins).toBe(2);
  });

  test('is not taken back from the shared store', async () => {
    const { cache, get, state } = setUpTokenCache({ store: new Keyv() });
    await get();
    cache.invalidate('t1');
    await expect(get()).resolves.toBe('t2');
    await expect(cache.adoptInsteadOf('t2')).resolves.toBeUndefined();
    expect(state.logins).toBe(2);
  });
});

test('what is held is told with its expiry, and never the token', async () => {
  const { get, lines } = setUpTokenCache({
    login: () => tokenOf('secret-token', Date.parse('2026-11-21T08:00:00Z')),
  });
  await get();
  expect(lines).toMatchObject([
    { level: 30, source: 'login', expiresAt: '2026-11-21T09:00:00.000Z', lifetimeMs: HOUR_MS },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret-token');
});
