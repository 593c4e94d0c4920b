import { Keyv } from 'keyv';
import { describe, expect, test } from 'vitest';
import { HttpError, LoginRejectedError, NetworkError } from '../../../src/backup-service/errors.ts';
import { createLoginBackOff } from '../../../src/backup-service/token/create-login-back-off.ts';
import { createSharedToken } from '../../../src/backup-service/token/create-shared-token.ts';
import { createClock, createLog, MINUTE_MS } from '../support.ts';

function setUp(login: (count: number) => Promise<string>) {
  const clock = createClock();
  const { log, lines } = createLog();
  const state = { logins: 0 };
  const guarded = createLoginBackOff({
    login: () => login(++state.logins),
    shared: undefined,
    now: clock.now,
    log,
  });
  const deadline = { signal: new AbortController().signal, remainingMs: () => 1_000 };
  const logIn = () => guarded(deadline);
  return { clock, lines, state, logIn };
}

test('after a refusal nothing is sent for a minute, doubling to fifteen', async () => {
  const { clock, logIn, state } = setUp(() => Promise.reject(new LoginRejectedError()));
  for (const minutes of [1, 2, 4, 8, 15, 15]) {
    const sent = state.logins;
    await expect(logIn()).rejects.toMatchObject({
      code: 'login-rejected',
      retryAfterMs: minutes * MINUTE_MS,
    });
    clock.advance(minutes * MINUTE_MS - 1);
    await expect(logIn()).rejects.toMatchObject({ code: 'login-rejected', retryAfterMs: 1 });
    expect(state.logins).toBe(sent + 1);
    clock.advance(1);
  }
});

test('a refusal is told loudly, and each only once', async () => {
  const { logIn, lines } = setUp(() => Promise.reject(new LoginRejectedError()));
  await expect(logIn()).rejects.toThrow();
  await expect(logIn()).rejects.toThrow();
  expect(lines).toMatchObject([{ level: 50, refusals: 1, retryAfterMs: MINUTE_MS }]);
});

test('a success forgets the refusals before it', async () => {
  const { clock, logIn } = setUp((count) =>
    count === 3 ? Promise.resolve('token') : Promise.reject(new LoginRejectedError()),
  );
  await expect(logIn()).rejects.toThrow();
  clock.advance(MINUTE_MS);
  await expect(logIn()).rejects.toMatchObject({ retryAfterMs: 2 * MINUTE_MS });
  clock.advance(2 * MINUTE_MS);
  await expect(logIn()).resolves.toBe('token');
  await expect(logIn()).rejects.toMatchObject({ retryAfterMs: MINUTE_MS });
});

test('a login told to wait waits as long as it was told', async () => {
  const { clock, logIn, state } = setUp((count) =>
    count === 1
      ? Promise.reject(new HttpError({ operation: 'login', status: 429, retryAfterMs: 30_000 }))
      : Promise.resolve('token'),
  );
  await expect(logIn()).rejects.toMatchObject({ code: 'http', status: 429, retryAfterMs: 30_000 });
  clock.advance(10_000);
  await expect(logIn()).rejects.toMatchObject({ code: 'http', status: 429, retryAfterMs: 20_000 });
  expect(state.logins).toBe(1);
  clock.advance(20_000);
  await expect(logIn()).resolves.toBe('token');
});

test.each(['days', 'for ever'])(
  'rejects a login 429 pause of more than five minutes: %s',
  async (_howLong) => {
    const retryAfterMs = _howLong === 'days' ? 11_574 * 24 * 60 * MINUTE_MS : Number.MAX_SAFE_INTEGER;
    const { clock, logIn, state } = setUp(() =>
      Promise.reject(new HttpError({ operation: 'login', status: 429, retryAfterMs })),
    );
    await expect(logIn()).rejects.toMatchObject({ status: 429, retryAfterMs: 5 * MINUTE_MS });
    await expect(logIn()).rejects.toMatchObject({ status: 429, retryAfterMs: 5 * MINUTE_MS });
    clock.advance(5 * MINUTE_MS);
    await expect(logIn()).rejects.toMatchObject({ status: 429 });
    expect(state.logins).toBe(2);
  },
);

test.each([
  ['a refusal', new LoginRejectedError()],
  ['a 429', new HttpError({ operation: 'login', status: 429, retryAfterMs: 30_000 })],
])('a clock that is set back by a day ends the pause after %s', async (_what, failure) => {
  const { clock, logIn, state } = setUp((count) =>
    count === 1 ? Promise.reject(failure) : Promise.resolve('token'),
  );
  await expect(logIn()).rejects.toThrow();
  clock.advance(-24 * 60 * MINUTE_MS);
  await expect(logIn()).resolves.toBe('token');
  expect(state.logins).toBe(2);
});

test('a network failure starts no back-off', async () => {
  const { logIn, state } = setUp(() =>
    Promise.reject(new NetworkError({ operation: 'login', reason: 'ECONNREFUSED' })),
  );
  await expect(logIn()).rejects.toMatchObject({ code: 'network' });
  await expect(logIn()).rejects.toMatchObject({ code: 'network' });
  expect(state.logins).toBe(2);
});

describe('replicas that share refusals', () => {
  /** Several replicas of one clock, before a service whose password is `right`. */
  function setUpReplicas(store = new Keyv()) {
    const clock = createClock();
    const { log } = createLog();
    const service = { logins: 0, password: 'right' };
    const deadline = { signal: new AbortController().signal, remainingMs: () => 1_000 };
    const replica = (password: string) => {
      const account = { url: 'http://service/api', username: 'sandbox', password };
      const { refusals } = createSharedToken({ ...account, store, now: clock.now, log });
      const login = async () => {
        service.logins += 1;
        if (password !== service.password) throw new LoginRejectedError();
        return 'token';
      };
      const backOff = createLoginBackOff({ login, shared: refusals, now: clock.now, log });
      return () => backOff(deadline);
    };
    return { clock, service, replica };
  }

  test('send one login a pause, all together, and the pause doubles for all', async () => {
    const { clock, service, replica } = setUpReplicas();
    const replicas = [replica('wrong'), replica('wrong'), replica('wrong')];
    for (const [at, minutes] of [1, 2, 4, 8, 15, 15].entries()) {
      for (const login of replicas) {
        await expect(login()).rejects.toMatchObject({ retryAfterMs: minutes * MINUTE_MS });
      }
      expect(service.logins).toBe(at + 1);
      clock.advance(minutes * MINUTE_MS);
    }
  });

  test('one that was given another password does not wait', async () => {
    const { service, replica } = setUpReplicas();
    await expect(replica('wrong')()).rejects.toThrow();
    await expect(replica('right')()).resolves.toBe('token');
    expect(service.logins).toBe(2);
  });

  test('a success ends it for all', async () => {
    const { clock, service, replica } = setUpReplicas();
    const [one, other] = [replica('corrected'), replica('corrected')];
    await expect(one()).rejects.toThrow();
    clock.advance(MINUTE_MS);
    service.password = 'corrected';
    await expect(one()).resolves.toBe('token');
    service.password = 'changed again';
    await expect(other()).rejects.toMatchObject({ retryAfterMs: MINUTE_MS });
  });

  test('a clock that is set back by a day costs another replica one pause, not a day', async () => {
    const { clock, service, replica } = setUpReplicas();
    await expect(replica('wrong')()).rejects.toThrow();
    clock.advance(-24 * 60 * MINUTE_MS);
    const other = replica('wrong');
    await expect(other()).rejects.toMatchObject({ retryAfterMs: 15 * MINUTE_MS });
    clock.advance(15 * MINUTE_MS);
    await expect(other()).rejects.toThrow();
    expect(service.logins).toBe(2);
  });

  test('without a working store each backs off by itself', async () => {
    const fail = () => Promise.reject(new Error('down'));
    const store = new Keyv({
      throwOnErrors: true,
      store: { get: fail, set: fail, delete: fail, clear: fail },
    });
    const { service, replica } = setUpReplicas(store);
    const [one, other] = [replica('wrong'), replica('wrong')];
    for (const login of [one, other, one, other]) {
      await expect(login()).rejects.toMatchObject({ retryAfterMs: MINUTE_MS });
    }
    expect(service.logins).toBe(2);
  });
});
