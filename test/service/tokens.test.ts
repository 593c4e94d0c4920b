import { Keyv } from 'keyv';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  connect,
  createClock,
  createLock,
  HOUR_MS,
  MINUTE_MS,
  startReference,
  startServer,
} from './support.ts';

const budgetMs = 10_000;

describe('a refused token', () => {
  test('is renewed with one login for fifty simultaneous look-ups', async () => {
    const reference = await startReference();
    const { service } = connect(reference);
    await service.readAccount('1001', { budgetMs });
    reference.revokeTokens();
    const ids = Array.from({ length: 50 }, (_, index) => `load-${index}`);
    await Promise.all(ids.map((id) => service.readAccount(id, { budgetMs })));
    expect(reference.counts.logins).toBe(2);
  });

  test('is renewed at most every five seconds by a service that refuses every token', async () => {
    const clock = createClock();
    const reference = await startReference({ now: clock.now });
    reference.addFault({ kind: 'status', status: 401 }, { operation: 'general-info' });
    const { service } = connect(reference, { now: clock.now });
    const ids = Array.from({ length: 20 }, (_, index) => `load-${index}`);
    for (let wave = 0; wave < 3; wave++) {
      const results = await Promise.allSettled(ids.map((id) => service.readAccount(id, { budgetMs })));
      expect(results.map(({ status }) => status)).toEqual(Array(20).fill('rejected'));
    }
    expect(reference.counts.logins).toBe(2);
    clock.advance(5_000);
    await Promise.allSettled(ids.map((id) => service.readAccount(id, { budgetMs })));
    expect(reference.counts.logins).toBe(3);
  });

  test('causes no login when it was already renewed', async () => {
    // The first look-up is answered only after the second one has renewed the token.
    const late = Promise.withResolvers<void>();
    let logins = 0;
    const url = await startServer(async (request, response) => {
      if (request.url === '/login') return void response.end(JSON.stringify({ token: `t${++logins}` }));
      if (request.url?.endsWith('=slow') && request.headers.authorization === 'Bearer t1') await late.promise;
      response.statusCode = request.headers.authorization === 'Bearer t1' ? 401 : 200;
      response.end('{"error":{"code":"UNAUTHORIZED","message":""}}');
    });
    const { service } = connect({ url, username: 'u', password: 'p' });
    const slow = service.readAccount('slow', { budgetMs });
    await expect(service.readAccount('quick', { budgetMs })).resolves.toMatchObject({ id: 'quick' });
    late.resolve();
    await expect(slow).resolves.toMatchObject({ id: 'slow' });
    expect(logins).toBe(2);
  });

  test('causes at most one login every five seconds if only one account refuses it, which is reported as forbidden', async () => {
    const reference = await startReference();
    for (const account of ['1002', '1003']) reference.addFault({ kind: 'status', status: 401 }, { account });
    const { service, lines } = connect(reference);
    await service.readAccount('1001', { budgetMs });
    const isAlone = { code: 'forbidden' };
    await expect(service.readAccount('1002', { budgetMs })).rejects.toMatchObject(isAlone);
    await service.readAccount('1001', { budgetMs });
    for (let count = 0; count < 5; count += 1) {
      await expect(service.readAccount('1002', { budgetMs })).rejects.toMatchObject(isAlone);
    }
    expect(reference.counts.logins).toBe(2);
    // An account, or the answer that there is none, counts as an answer in between.
    for (const [id, other] of [
      ['1001', '1003'],
      ['nope', '1002'],
    ] as const) {
      await service.readAccount(id, { budgetMs }).catch(() => undefined);
      await expect(service.readAccount(other, { budgetMs })).rejects.toMatchObject(isAlone);
    }
    // Two that were refused alone before say nothing about the token, whatever comes between.
    for (const id of ['1003', '1002', '1003'])
      await expect(service.readAccount(id, { budgetMs })).rejects.toMatchObject(isAlone);
    expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
    reference.clearFaults();
    await expect(service.readAccount('1002', { budgetMs })).resolves.toMatchObject({ id: '1002' });
  });
});

test('two bots with one store need at most two logins for each token that ends, without a failure', async () => {
  const clock = createClock();
  // It accepts only the newest token.
  const reference = await startReference({ now: clock.now, singleToken: true });
  const shared = { tokenStore: new Keyv(), loginLock: createLock() };
  const bots = [1, 2].map(() => connect(reference, { now: clock.now, ...shared }).service);
  const expire = () => clock.advance(HOUR_MS);
  for (const end of [() => {}, expire, expire, expire, () => reference.revokeTokens()]) {
    reference.resetCounts();
    end();
    const ids = Array.from({ length: 20 }, (_, index) => `load-${index}`);
    await Promise.all(ids.flatMap((id) => bots.map((bot) => bot.readAccount(id, { budgetMs }))));
    expect(reference.counts.logins).toBeLessThanOrEqual(2);
  }
});

test('the token of another bot is used until it expires', async () => {
  const clock = createClock();
  const reference = await startReference({ now: clock.now });
  const tokenStore = new Keyv();
  const bot = () => connect(reference, { now: clock.now, tokenStore }).service;
  const { token } = await bot().signIn();
  expect((await bot().signIn()).token).toEqual(token);
  clock.advance(HOUR_MS);
  expect((await bot().signIn()).token.expiresAtMs).toBeGreaterThan(clock.now());
});

describe('a refused login', () => {
  const setUp = async (options: { readonly tokenStore?: Keyv } = {}) => {
    const clock = createClock();
    const reference = await startReference({ now: clock.now });
    const bot = (password = 'wrong') =>
      connect({ ...reference, password }, { now: clock.now, ...options }).service;
    return { clock, reference, bot };
  };

  test('is repeated after a minute, then after up to fifteen', async () => {
    const { clock, reference, bot } = await setUp();
    const service = bot();
    for (const [at, minutes] of [1, 2, 4, 8, 15, 15].entries()) {
      await expect(service.readAccount('1', { budgetMs })).rejects.toMatchObject({
        code: 'login-rejected',
        facts: { retryAfterMs: minutes * MINUTE_MS },
      });
      clock.advance(minutes * MINUTE_MS - 1);
      await expect(service.readAccount('1', { budgetMs })).rejects.toMatchObject({
        facts: { retryAfterMs: 1 },
      });
      expect(reference.counts.rejectedLogins).toBe(at + 1);
      clock.advance(1);
    }
  });

  test('is repeated after the clock was set back', async () => {
    const { clock, reference, bot } = await setUp();
    const service = bot();
    await service.readAccount('1', { budgetMs }).catch(() => undefined);
    clock.advance(-24 * HOUR_MS);
    await service.readAccount('1', { budgetMs }).catch(() => undefined);
    expect(reference.counts.rejectedLogins).toBe(2);
  });

  test('starts again at a minute after an accepted login', async () => {
    const { clock, reference, bot } = await setUp();
    const service = bot(reference.password);
    const refuse = () => reference.addFault({ kind: 'status', status: 403 }, { operation: 'login', next: 1 });
    refuse();
    await service.readAccount('1001', { budgetMs }).catch(() => undefined);
    clock.advance(MINUTE_MS);
    await service.readAccount('1001', { budgetMs });
    clock.advance(HOUR_MS);
    refuse();
    await expect(service.readAccount('1001', { budgetMs })).rejects.toMatchObject({
      facts: { retryAfterMs: MINUTE_MS },
    });
  });
});

describe('the answer to a login', () => {
  const ISSUED_MS = Date.parse('2026-11-21T08:00:00Z');
  async function tokenOf(body: object, headers: Record<string, string> = {}) {
    const url = await startServer((_request, response) => {
      response.sendDate = false;
      response.writeHead(200, headers).end(JSON.stringify(body));
    });
    const clock = createClock(ISSUED_MS);
    const { service } = connect({ url, username: 'u', password: 'p' }, { now: clock.now });
    return (await service.signIn()).token;
  }

  test.each<[expiresAt: unknown, lifetimeMs: number, utcOffset?: string]>([
    ['2026-11-21T12:00:00+03:00', HOUR_MS, '+03:00'],
    ['2026-11-21T12:00:00.000+0300', HOUR_MS, '+03:00'],
    ['2026-11-21T12:00:00+03', HOUR_MS, '+03:00'],
    ['2026-11-21T05:30:00-03:30', HOUR_MS, '-03:30'],
    ['2026-11-21T09:00:00Z', HOUR_MS, '+00:00'],
    // Expired already, never, and unreadable.
    ['2026-11-21T10:00:00+03:00', MINUTE_MS, '+03:00'],
    ['9999-12-31T23:59:59+00:00', 24 * HOUR_MS, '+00:00'],
    ...[undefined, '', 5, 'tomorrow', '2026-11-21T12:00:00', '2026-13-45T12:00:00+03:00'].map(
      (unreadable): [unknown, number] => [unreadable, MINUTE_MS],
    ),
  ])('with the expiry %o lasts %i ms and has the offset %s', async (expiresAt, lifetimeMs, utcOffset) => {
    const { token: _, ...known } = await tokenOf({ token: 't', expiresAt, expiresIn: 3 });
    expect(known).toEqual({ expiresAtMs: ISSUED_MS + lifetimeMs, lifetimeMs, utcOffset });
  });

  test('has its lifetime measured by the clock of the service', async () => {
    const date = 'Sat, 21 Nov 2026 10:00:00 GMT';
    const token = await tokenOf({ token: 't', expiresAt: '2026-11-21T11:00:00Z' }, { date });
    expect(token).toMatchObject({ expiresAtMs: ISSUED_MS + HOUR_MS, lifetimeMs: HOUR_MS });
  });

  test.each([undefined, '', 5, 'two words', 'a\r\nb: c'])('%o has no usable token', async (token) => {
    await expect(tokenOf({ token })).rejects.toMatchObject({
      code: 'bad-response',
      facts: { reason: 'no-token' },
    });
  });
});

test('a login is sent as the interface defines it', async () => {
  const seen: unknown[] = [];
  const url = await startServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const { method, headers } = request;
    seen.push([method, request.url, headers['content-type'], headers.authorization, body]);
    response.end('{"token":"t"}');
  });
  const { service } = connect({ url: `${url}/api/`, username: 'ayşe', password: 'p"\\ş' });
  await service.signIn();
  const body = { username: 'ayşe', password: 'p"\\ş' };
  expect(seen).toEqual([['POST', '/api/login', 'application/json', undefined, body]]);
});

describe('the renewal timer', () => {
  /** Sent once for each login. A status that is retried would be sent up to four times. */
  const AWAY = 501;

  afterEach(() => {
    vi.useRealTimers();
  });

  /** A service that answers at once, and fake timers. */
  async function setUp({ status = 200 } = {}) {
    const state = { logins: 0, status, offset: 'Z', held: undefined as Promise<void> | undefined };
    const url = await startServer(async (request, response) => {
      response.sendDate = false;
      if (request.url !== '/login') return void response.end('{}');
      state.logins += 1;
      await state.held;
      response.statusCode = state.status;
      const expiresAt = new Date(Date.now() + HOUR_MS).toISOString().replace('Z', state.offset);
      const error = { code: 'UNAUTHORIZED', message: '' };
      response.end(
        JSON.stringify(state.status === 200 ? { token: `t${state.logins}`, expiresAt } : { error }),
      );
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
    const { service, lines } = connect({ url, username: 'u', password: 'p' });
    const signIn = () => service.signIn();
    if (status === 200) await signIn();
    /** Moves in small steps, because requests have time limits on the same clock. */
    const until = async (isSo: () => boolean | Promise<boolean>) => {
      while (!(await isSo())) await vi.advanceTimersByTimeAsync(50);
    };
    const loginsBy = (logins: number) => until(() => state.logins === logins);
    return { state, service, lines, signIn, until, loginsBy };
  }

  test('renews the token ahead of expiry, repeatedly, without look-ups', async () => {
    const { state, until, loginsBy, signIn } = await setUp();
    for (const logins of [2, 3]) {
      const renewedInMs = (await signIn()).token.expiresAtMs - 5 * MINUTE_MS - Date.now();
      await vi.advanceTimersByTimeAsync(renewedInMs - 20_000);
      expect(state.logins).toBe(logins - 1);
      await vi.advanceTimersByTimeAsync(20_000);
      await loginsBy(logins);
      await until(async () => (await signIn()).token.token === `t${logins}`);
    }
  });

  test('keeps the old token for look-ups while a login is slow or fails', async () => {
    const { state, service, signIn, until, loginsBy, lines } = await setUp();
    const { promise, resolve } = Promise.withResolvers<void>();
    Object.assign(state, { held: promise, status: 401 });
    await vi.advanceTimersByTimeAsync(55 * MINUTE_MS);
    await loginsBy(2);
    await expect(service.readAccount('1', { budgetMs: 1e6 })).resolves.toMatchObject({ id: '1' });
    resolve();
    await until(() => lines.some(({ level }) => level === 50));
    expect((await signIn()).token.token).toBe('t1');
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    await expect(signIn()).rejects.toMatchObject({ code: 'login-rejected' });
  });

  test('repeats a login without an answer, without look-ups', async () => {
    const { state, loginsBy } = await setUp();
    state.status = AWAY;
    await vi.advanceTimersByTimeAsync(55 * MINUTE_MS);
    await loginsBy(3);
    state.status = 200;
    await loginsBy(4);
  });

  test('logs in without look-ups once a service answers that was away at the start', async () => {
    const { state, loginsBy } = await setUp({ status: AWAY });
    await loginsBy(2);
    state.status = 200;
    await loginsBy(3);
  });

  test('does not repeat refused credentials until the next look-up', async () => {
    const { state, loginsBy, signIn } = await setUp();
    state.status = 401;
    await vi.advanceTimersByTimeAsync(55 * MINUTE_MS);
    await loginsBy(2);
    await vi.advanceTimersByTimeAsync(24 * HOUR_MS);
    expect(state.logins).toBe(2);
    await expect(signIn()).rejects.toMatchObject({ code: 'login-rejected' });
    expect(state.logins).toBe(3);
  });

  test('logs a clock change of the service with the setting for it', async () => {
    const { state, until, loginsBy, lines } = await setUp();
    state.offset = '+01:00';
    await vi.advanceTimersByTimeAsync(55 * MINUTE_MS);
    await loginsBy(2);
    const isShown = ({ msg, level }: Record<string, unknown>) =>
      level === 40 && String(msg).includes('set BACKUP_SERVICE_TIME_ZONE');
    await until(() => lines.some(isShown));
    expect(lines.find(isShown)).toMatchObject({ reason: 'UTC+00:00 became UTC+01:00' });
  });

  test('keeps the offset of the service through a login without a readable expiry', async () => {
    const { state, until, loginsBy, signIn, lines } = await setUp();
    state.offset = '+03:00';
    await vi.advanceTimersByTimeAsync(55 * MINUTE_MS);
    await loginsBy(2);
    await until(() => lines.some(({ reason }) => reason === 'UTC+00:00 became UTC+03:00'));
    state.offset = '';
    await vi.advanceTimersByTimeAsync(55 * MINUTE_MS);
    await until(() => state.logins > 2);
    expect((await signIn()).token.utcOffset).toBe('+03:00');
    expect(lines.filter(({ reason }) => String(reason).includes('became'))).toHaveLength(1);
  });

  test('stops when the client is closed', async () => {
    const { service, state } = await setUp();
    await service.close();
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    expect(state.logins).toBe(1);
  });
});
