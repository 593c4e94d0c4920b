import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HttpError, LoginRejectedError } from '../../../src/backup-service/errors.ts';
import { type Login, setUpTokenCache } from '../set-up-token-cache.ts';
import { HOUR_MS, MINUTE_MS, settle, tokenOf } from '../support.ts';

const down = () => new HttpError({ operation: 'login', status: 503 });

afterEach(() => {
  vi.useRealTimers();
});

describe('when a renewal behind fails', () => {
  test('the old token goes on, the failure is logged, and the next try keeps its distance', async () => {
    const { clock, get, state, lines } = setUpTokenCache({
      login: (count) => (count === 2 ? Promise.reject(down()) : tokenOf(`t${count}`, clock.now())),
    });
    await get();
    clock.advance(HOUR_MS - 4 * MINUTE_MS);
    await expect(get()).resolves.toBe('t1');
    await expect
      .poll(() => lines.at(-1))
      .toMatchObject({ level: 40, code: 'http', status: 503, retryInMs: 1_000 });
    await expect(Promise.all([get(), get()])).resolves.toEqual(['t1', 't1']);
    expect(state.logins).toBe(2);
    clock.advance(1_000);
    await get();
    expect(state.logins).toBe(3);
    await expect.poll(get).toBe('t3');
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
