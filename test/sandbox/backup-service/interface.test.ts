import { expect, onTestFinished, test } from 'vitest';
import {
  type StartOptions,
  startBackupService,
} from '../../../sandbox/backup-service/start-backup-service.ts';

/** Half past eight in the evening of 31 December, UTC: within an hour it is the next year at UTC+03:00. */
const EVENING_MS = Date.UTC(2026, 11, 31, 20, 30, 15, 250);
const JSON_TYPE = { 'content-type': 'application/json' };

/** A service for one test, with short request functions that resolve with status and body. */
async function serve(options: StartOptions = {}) {
  const clock = { nowMs: EVENING_MS };
  const service = await startBackupService({ now: () => clock.nowMs, ...options });
  onTestFinished(() => service.close());
  const read = async (response: Response) => ({
    status: response.status,
    // biome-ignore lint/suspicious/noExplicitAny: bodies are looked into, never passed on.
    body: (await response.json()) as any,
  });
  const post = async (body: string, headers: Record<string, string> = JSON_TYPE) =>
    read(await fetch(`${service.url}/login`, { method: 'POST', headers, body }));
  const get = async (query: string, authorization: string) =>
    read(await fetch(`${service.url}/v1/general-info${query}`, { headers: { authorization } }));
  const login = () => post(JSON.stringify({ username: service.username, password: service.password }));
  return {
    ...{ service, clock, post, get, login },
    newToken: async () => (await login()).body.token as string,
    statusOf: async (id: string, token: string) =>
      (await get(`?${new URLSearchParams({ id })}`, `Bearer ${token}`)).status,
  };
}

const refusal = (status: number, code: string, message: unknown = expect.any(String)) => ({
  status,
  body: { error: { code, message } },
});

const NO_OBJECT = 'The body must be a JSON object';
const WRONG = 'Wrong username or password';
test('an invalid login is refused with the reason', async () => {
  const { post } = await serve();
  const refused = async (body: unknown) =>
    (await post(typeof body === 'string' ? body : JSON.stringify(body))) as unknown;
  const [username, password] = ['sandbox', 'sandbox-password'];
  for (const [body, message] of [
    [{}, 'username and password are required'],
    [{ username, password: '' }, 'password is required'],
    [{ username: null, password }, 'username is required'],
    [{ username: 7, password }, 'username must be text'],
    ...['', '{', 'null', '[]', '"sandbox"'].map((text) => [text, NO_OBJECT] as const),
  ] as const)
    expect(await refused(body)).toEqual(refusal(400, 'INVALID_ARGUMENT', message));
  for (const body of [
    { username, password: 'Sandbox-password' },
    { username: 'Sandbox', password },
  ])
    expect(await refused(body)).toEqual(refusal(401, 'UNAUTHORIZED', WRONG));
  const right = JSON.stringify({ username, password });
  expect((await post(right, { 'content-type': 'APPLICATION/JSON; charset=utf-8' })).status).toBe(200);
  expect((await post(right, { 'content-type': 'application/jsonx' })).status).toBe(415);
  expect((await post(right.padEnd(16 * 1024))).status).toBe(200);
  expect(await post(right.padEnd(16 * 1024 + 1))).toEqual(refusal(413, 'PAYLOAD_TOO_LARGE'));
});

test('an account is returned for its exact id, to anybody with a token', async () => {
  const { get, newToken, statusOf } = await serve();
  const token = await newToken();
  expect(await get('?id=1001', `bearer ${token}`)).toMatchObject({
    status: 200,
    body: { status: 'çevrimiçi', lastBackupDateDb: '2026-12-31', lastBackupTimeDb: '21:30:15' },
  });
  for (const query of ['?id=1001&id=9999', '?id=M%C3%BC%C5%9Fteri+7%2FA+%2520'])
    expect((await get(query, `Bearer ${token}`)).status).toBe(200);
  for (const id of ['9999', ' 1001', '01001', 'load-', 'LOAD-1', '__proto__', 'Müşteri 7/A  '])
    expect(await statusOf(id, token)).toBe(404);
  for (const query of ['', '?id', '?id=', '?ID=1001'])
    expect(await get(query, `Bearer ${token}`)).toEqual(refusal(400, 'INVALID_ARGUMENT', 'id is required'));
  for (const scheme of [
    '',
    token,
    `Basic ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token.slice(0, -4)}`,
  ])
    expect(await get('', scheme)).toEqual(refusal(401, 'UNAUTHORIZED'));
});

test.each([
  ['/v2/general-info', 'GET', 404, null],
  ['/login', 'GET', 405, 'POST'],
  ['/v1/general-info', 'POST', 405, 'GET'],
])('%s by %s is answered with %d', async (path, method, status, allow) => {
  const { service } = await serve();
  const response = await fetch(`${service.url}${path}`, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([status, allow]);
});

test('backups age with the clock until they run; then every account with backups has a new one', async () => {
  let ranAtMs: number | undefined;
  const accountsAsOf = () => ({ backupsMs: EVENING_MS, packagesMs: EVENING_MS, ranAtMs });
  const { get, newToken } = await serve({ accountsAsOf });
  const token = await newToken();
  const last = async (id: string) => (await get(`?id=${id}`, `Bearer ${token}`)).body.lastBackupTimeDb;
  expect(await last('1004')).toBe('15:30:15');
  ranAtMs = EVENING_MS + 3_600_000;
  expect([await last('1004'), await last('1008')]).toEqual(['19:30:15', null]);
});
