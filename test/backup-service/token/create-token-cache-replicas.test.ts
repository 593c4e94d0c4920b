import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import type { AccessToken } from '../../../src/backup-service/token/access-token.ts';
import { createLock, setUpTokenCache } from '../set-up-token-cache.ts';
import { createClock, deferred, HOUR_MS, MINUTE_MS, tokenOf } from '../support.ts';

describe('two replicas over one store', () => {
  const twoReplicas = (lifetimeMs = HOUR_MS) => {
    const [store, clock, loginLock] = [new Keyv(), createClock(), createLock()];
    const first = setUpTokenCache({ store, loginLock, clock, lifetimeMs });
    const second = setUpTokenCache({
      store,
      loginLock,
      clock,
      login: (count) => tokenOf(`second-t${count}`, clock.now(), lifetimeMs),
    });
    return { clock, first, second };
  };

  test('the second takes over what the first has', async () => {
    const { first, second } = twoReplicas();
    await first.get();
    await expect(second.get()).resolves.toBe('t1');
    expect(second.state.logins).toBe(0);
  });

  test('ahead of expiry only one of them logs in', async () => {
    const { clock, first, second } = twoReplicas();
    await first.get();
    await second.get();
    clock.advance(HOUR_MS - 4 * MINUTE_MS);
    await first.get();
    await expect.poll(() => first.get()).toBe('t2');
    await second.get();
    await expect.poll(() => second.get()).toBe('t2');
    expect([first.state.logins, second.state.logins]).toEqual([2, 0]);
  });

  test('a token that the other has replaced is found in the store, without a login', async () => {
    const { first, second } = twoReplicas();
    await first.get();
    await second.get();
    first.cache.invalidate('t1');
    await first.get();
    second.cache.invalidate('t1');
    await expect(second.get()).resolves.toBe('t2');
    await expect(first.cache.adoptInsteadOf('t2')).resolves.toBeUndefined();
    await expect(second.cache.adoptInsteadOf('t1')).resolves.toMatchObject({ token: 't2', source: 'shared' });
    expect([first.state.logins, second.state.logins]).toEqual([2, 0]);
  });

  test('the second waits for the login of the first', async () => {
    const [store, clock, slow] = [new Keyv(), createClock(), deferred<AccessToken>()];
    const loginLock = createLock();
    const first = setUpTokenCache({ store, loginLock, clock, login: () => slow.promise });
    const second = setUpTokenCache({ store, loginLock, clock });
    const one = first.get();
    await expect.poll(() => first.state.logins).toBe(1);
    const other = second.get();
    slow.resolve(tokenOf('shared', clock.now()));
    await expect(Promise.all([one, other])).resolves.toEqual(['shared', 'shared']);
    expect(second.state.logins).toBe(0);
  });

  test('without a lock, when both log in, the later login wins, in whichever order they are answered', async () => {
    const [store, clock, slow] = [new Keyv(), createClock(), deferred<AccessToken>()];
    const first = setUpTokenCache({ store, clock, login: () => slow.promise });
    const waiting = first.get();
    await expect.poll(() => first.state.logins).toBe(1);
    await expect(
      setUpTokenCache({ store, clock, login: () => tokenOf('later', clock.now() + 5) }).get(),
    ).resolves.toBe('later');
    slow.resolve(tokenOf('earlier', clock.now()));
    await expect(waiting).resolves.toBe('later');
    await expect(setUpTokenCache({ store, clock }).get()).resolves.toBe('later');
  });

  test('an expired token in the store is no help', async () => {
    const { clock, first, second } = twoReplicas(20_000);
    await first.get();
    clock.advance(16_000);
    await expect(second.get()).resolves.toBe('second-t1');
  });
});
