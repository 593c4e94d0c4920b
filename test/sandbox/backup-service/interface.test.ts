import { expect, test } from 'vitest';
import { startBackupService } from '../../../sandbox/backup-service/start-backup-service.ts';
import { startOwn } from '../../support/start-bot.ts';

const [username, password] = ['sandbox', 'sandbox-password'];
const RIGHT = JSON.stringify({ username, password });
const JSON_TYPE = 'application/json';

/** A service for one test. Each request resolves with the status and the body. */
async function serve(options: Parameters<typeof startBackupService>[0] = {}) {
  const service = await startOwn(startBackupService(options));
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${service.url}${path}`, init);
    // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into, never passed on.
    return { status: response.status, body: (await response.json()) as any };
  };
  const login = (body: string, type = JSON_TYPE) =>
    ask('/login', { method: 'POST', headers: { 'content-type': type }, body });
  const get = (query: string, authorization: string) =>
    ask(`/v1/general-info${query}`, { headers: { authorization } });
  return {
    set: service.set,
    ask,
    login,
    get,
    newToken: async () => (await login(RIGHT)).body.token as string,
  };
}

const NO_OBJECT = 'The body must be a JSON object';

test.each<[body: string, status: number, message: string]>([
  ['{}', 400, 'username and password are required'],
  [JSON.stringify({ username, password: '' }), 400, 'password is required'],
  [JSON.stringify({ username: 7, password }), 400, 'username must be text'],
  ...['', '{', 'null', '[]', '"sandbox"'].map((body) => [body, 400, NO_OBJECT] as [string, number, string]),
  [JSON.stringify({ username: 'Sandbox', password }), 401, 'Wrong username or password'],
  [RIGHT.padEnd(16 * 1024 + 1), 413, 'The body is over 16 KiB'],
])('the login %.40s is refused with %i: %s', async (body, status, message) => {
  const { login } = await serve();
  expect(await login(body)).toMatchObject({ status, body: { error: { message } } });
});

test('requests that the interface does not have are refused', async () => {
  const { ask, login, get, newToken } = await serve();
  expect((await login(RIGHT, 'application/jsonx')).status).toBe(415);
  expect((await login(RIGHT, 'APPLICATION/JSON; charset=utf-8')).status).toBe(200);
  expect((await ask('/v2/general-info')).status).toBe(404);
  expect((await ask('/login')).status).toBe(405);
  expect((await ask('/v1/general-info', { method: 'POST' })).status).toBe(405);
  const token = await newToken();
  for (const id of ['9999', '+1001', '01001', 'load-', '__proto__', 'M%C3%BC%C5%9Fteri+7%2FA++'])
    expect((await get(`?id=${id}`, `bearer ${token}`)).status, id).toBe(404);
  for (const query of ['', '?id', '?id=', '?ID=1001'])
    expect((await get(query, `Bearer ${token}`)).status, query).toBe(400);
  for (const scheme of ['', token, `Basic ${token}`, `Bearer ${token} x`, `Bearer ${token.slice(0, -4)}`])
    expect((await get('?id=1001', scheme)).status, scheme).toBe(401);
});

test('a token is refused from its expiry on, and after the next login if only one token is valid', async () => {
  let nowMs = Date.UTC(2026, 0, 1);
  const { get, newToken, set } = await serve({ now: () => nowMs, tokenLifetimeMs: 60_000 });
  const statusOf = async (token: string) => (await get('?id=1001', `Bearer ${token}`)).status;
  const first = await newToken();
  await newToken();
  nowMs += 59_999;
  expect(await statusOf(first)).toBe(200);
  nowMs += 1;
  expect(await statusOf(first)).toBe(401);
  set({ singleToken: true });
  const [second, third] = [await newToken(), await newToken()];
  expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200]);
});
