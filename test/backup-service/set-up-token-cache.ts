import type { Keyv } from 'keyv';
import { onTestFinished } from 'vitest';
import type { AccessToken } from '../../src/backup-service/token/access-token.ts';
import { createSharedToken, type LoginLock } from '../../src/backup-service/token/create-shared-token.ts';
import { createTokenCache } from '../../src/backup-service/token/create-token-cache.ts';
import { withoutJitter } from '../support/without-jitter.ts';
import { createClock, createLog, HOUR_MS, tokenOf } from './support.ts';

export type Login = (count: number) => AccessToken | Promise<AccessToken>;

const SERVICE = { url: 'http://s', username: 'u', password: 'p' };

const { signal } = new AbortController();

/** A cache whose login gives `t1`, `t2`, … unless told otherwise, and counts. */
export function setUpTokenCache(options: {
  login?: Login;
  lifetimeMs?: number;
  store?: Keyv;
  loginLock?: LoginLock;
  clock?: ReturnType<typeof createClock>;
}) {
  withoutJitter();
  const { clock = createClock(), lifetimeMs = HOUR_MS, store, loginLock } = options;
  const { log, lines } = createLog();
  const state = { logins: 0 };
  const login = options.login ?? ((count: number) => tokenOf(`t${count}`, clock.now(), lifetimeMs));
  const cache = createTokenCache({
    login: async () => login(++state.logins),
    shared: store && createSharedToken({ store, loginLock, ...SERVICE, now: clock.now, log }),
    now: clock.now,
    log,
  });
  onTestFinished(() => cache.close());
  const get = async () => (await cache.get(signal)).token;
  return { cache, clock, get, state, lines };
}

/** A lock among replicas in one process. */
export function createLock(): LoginLock {
  let last = Promise.resolve();
  return {
    async acquire() {
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = last;
      last = promise;
      await before;
      return resolve;
    },
  };
}
