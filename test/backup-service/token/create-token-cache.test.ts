import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import { HttpError } from '../../../src/backup-service/errors.ts';
import type { AccessToken } from '../../../src/backup-service/token/access-token.ts';
import { setUpTokenCache } from '../set-up-token-cache.ts';
import { deferred, HOUR_MS, MINUTE_MS, tokenOf } from '../support.ts';

const down = () => new HttpError({ operation: 'login', status: 503 });

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
    await expect.poll(() => state.logins).toBe(1);
    cache.warmUp();
    await expect(get()).resolves.toBe('t1');
    expect(state.logins).toBe(1);
  });

  test('a warm-up that fails is logged and rejects nothing', async () => {
    const { cache, lines } = setUpTokenCache({ login: () => Promise.reject(down()) });
    cache.warmUp();
    await expect.poll(() => JSON.stringify(lines)).toContain('no new access token');
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

  test('a caller that gives up waiting does not end the login for the others', async () => {
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
    await expect.poll(get).toBe('t2');
    expect(state.logins).toBe(2);
  });

  test('five seconds before expiry callers wait for the new one', async () => {
    const { clock, get } = setUpTokenCache({});
    await get();
    clock.advance(HOUR_MS - 5_000);
    await expect(get()).resolves.toBe('t2');
  });

  test('a token is held from its login until callers have to wait for the next one', async () => {
    const { cache, clock, get } = setUpTokenCache({});
    expect(cache.isHeld()).toBe(false);
    await get();
    expect(cache.isHeld()).toBe(true);
    clock.advance(HOUR_MS - 5_001);
    expect(cache.isHeld()).toBe(true);
    clock.advance(1);
    expect(cache.isHeld()).toBe(false);
  });

  test('a token of two seconds is not a login for each call', async () => {
    const { clock, get, state } = setUpTokenCache({ lifetimeMs: 2_000 });
    for (let call = 0; call < 8; call++) {
      await get();
      clock.advance(99);
    }
    expect(state.logins).toBe(1);
  });

  test('nobody waits for the renewal of a token of two seconds', async () => {
    const { clock, get, state } = setUpTokenCache({ lifetimeMs: 2_000 });
    await get();
    clock.advance(900);
    await expect(get()).resolves.toBe('t1');
    await expect.poll(get).toBe('t2');
    expect(state.logins).toBe(2);
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
