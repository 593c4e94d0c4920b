import { describe, expect, onTestFinished, test } from 'vitest';
import { createDeadlines } from '../../../src/backup-service/http/create-deadlines.ts';
import { createHttpClient } from '../../../src/backup-service/http/create-http-client.ts';
import { logIn } from '../../../src/backup-service/token/log-in.ts';
import { withoutJitter } from '../../support/without-jitter.ts';
import { createClock, createLog, HOUR_MS, startReference, startServer } from '../support.ts';

function loginAt(
  url: string,
  options: { username?: string; password?: string; now?: () => number; budgetMs?: number } = {},
) {
  const { username = 'sandbox', password = 'sandbox-password', now = Date.now, budgetMs = 5_000 } = options;
  const { log } = createLog();
  const http = createHttpClient({ url, maxConcurrentRequests: 8, slowAfterMs: 1_000, now, log });
  onTestFinished(() => http.close());
  return createDeadlines().within(budgetMs, (deadline) => logIn({ http, username, password, now }, deadline));
}

const startAnswering = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  startServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  });

describe('a login', () => {
  test('gives a token, its end by the local clock, and the offset of the service', async () => {
    const clock = createClock();
    const reference = await startReference({ now: clock.now, utcOffset: '-03:30' });
    const token = await loginAt(reference.url, { now: clock.now });
    expect(token).toEqual({
      token: expect.stringMatching(/^ey/),
      lifetimeMs: HOUR_MS,
      expiresAtMs: clock.now() + HOUR_MS,
      serviceExpiresAtMs: clock.now() + HOUR_MS,
      utcOffset: '-03:30',
    });
  });

  test.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])('a clock of the service an hour %s changes nothing', async (_what, skewMs) => {
    const clock = createClock();
    const reference = await startReference({ now: () => clock.now() + skewMs });
    await expect(loginAt(reference.url, { now: clock.now })).resolves.toMatchObject({
      lifetimeMs: HOUR_MS,
      expiresAtMs: clock.now() + HOUR_MS,
    });
  });

  test.each([
    ['the same clock: the lifetime is right', 0, HOUR_MS],
    ['a service an hour behind: dead on arrival, so a cautious minute', -HOUR_MS, 60_000],
  ])('without a Date header, %s', async (_what, skewMs, lifetimeMs) => {
    const clock = createClock();
    const reference = await startReference({ now: () => clock.now() + skewMs, omitDateHeader: true });
    await expect(loginAt(reference.url, { now: clock.now })).resolves.toMatchObject({ lifetimeMs });
  });

  test('is sent as the interface says', async () => {
    const seen: unknown[] = [];
    const url = await startServer(async (request, response) => {
      const chunks = await request.toArray();
      const { method, headers } = request;
      const body = JSON.parse(Buffer.concat(chunks).toString());
      seen.push({
        method,
        url: request.url,
        type: headers['content-type'],
        auth: headers.authorization,
        body,
      });
      response.end('{"token":"t"}');
    });
    await loginAt(`${url}/api`, { username: 'ayşe', password: 'p"\\ş' });
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/api/login',
        type: 'application/json',
        auth: undefined,
        body: { username: 'ayşe', password: 'p"\\ş' },
      },
    ]);
  });
});

const ERROR_OBJECT = { error: { code: 'REFUSED', message: 'Refused' } };

describe('a login that fails', () => {
  test.each([401, 403])('%i from the service: the credentials are refused', async (status) => {
    const url = await startAnswering(status, ERROR_OBJECT);
    await expect(loginAt(url)).rejects.toMatchObject({ code: 'login-rejected' });
  });

  test('wrong password at the reference service', async () => {
    const reference = await startReference();
    await expect(loginAt(reference.url, { password: 'wrong' })).rejects.toMatchObject({
      code: 'login-rejected',
    });
  });

  test.each([400, 401, 403, 404])(
    'a page with %i is no word of the service on the credentials',
    async (status) => {
      const reference = await startReference();
      reference.addFault({ kind: 'html-page', status }, { operation: 'login' });
      await expect(loginAt(reference.url)).rejects.toMatchObject({
        code: 'http',
        operation: 'login',
        status,
        hasErrorObject: false,
      });
      expect(reference.counts.rejectedLogins).toBe(1);
    },
  );

  test.each([400, 404, 405, 415])('%i from the service says nothing about any account', async (status) => {
    const url = await startAnswering(status, ERROR_OBJECT);
    await expect(loginAt(url)).rejects.toMatchObject({
      code: 'bad-response',
      reason: 'login-refused',
      status,
    });
  });

  test.each([302, 429, 500, 503])('%i is its status', async (status) => {
    withoutJitter(); // Some are tried again; a third attempt does not fit.
    const url = await startAnswering(status, {});
    await expect(loginAt(url, { budgetMs: 1_000 })).rejects.toMatchObject({
      code: 'http',
      operation: 'login',
      status,
    });
  });

  test.each([
    {},
    { token: '' },
    { token: 5 },
    { token: null },
    { token: 'two words' },
    { token: 'a\r\nb: c' },
  ])('%o holds no token that can be sent', async (body) => {
    const url = await startAnswering(200, body);
    await expect(loginAt(url)).rejects.toMatchObject({ code: 'bad-response', reason: 'no-token' });
  });

  test('expiresAt of a wrong type costs the expiry alone', async () => {
    const url = await startAnswering(200, { token: 't', expiresAt: 5, expiresIn: 3600 });
    await expect(loginAt(url)).resolves.toMatchObject({ token: 't', lifetimeMs: 60_000 });
  });

  test.each([{ kind: 'status', status: 503 } as const, { kind: 'reset' } as const])(
    'it is tried again after %o',
    async (fault) => {
      const reference = await startReference();
      reference.addFault(fault, { operation: 'login', next: 1 });
      await expect(loginAt(reference.url, { budgetMs: 5_000 })).resolves.toMatchObject({
        utcOffset: '+03:00',
      });
    },
  );
});
