import { describe, expect, test } from 'vitest';
import { EVENING_MS, read, refusal, serve } from './ask.ts';

describe('login', () => {
  test.each([
    ['+03:00', '2027-01-01T00:30:15.250+03:00'],
    ['-03:30', '2026-12-31T18:00:15.250-03:30'],
  ])('gives a token with its expiry at offset %s', async (utcOffset, expiresAt) => {
    const { login } = await serve({ utcOffset, tokenLifetimeMs: 3_600_000 });
    expect(await read(login())).toEqual({
      status: 200,
      body: {
        token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        tokenType: 'Bearer',
        expiresIn: 3600,
        expiresAt,
        resellerId: 77,
      },
    });
    expect(Date.parse(expiresAt)).toBe(EVENING_MS + 3_600_000);
  });

  test.each([
    [{}, 'username and password are required'],
    [{ username: 'sandbox' }, 'password is required'],
    [{ password: 'sandbox-password' }, 'username is required'],
    [{ username: null, password: 'sandbox-password' }, 'username is required'],
    [{ username: 'sandbox', password: '' }, 'password is required'],
    [{ username: 7, password: 'sandbox-password' }, 'username must be text'],
    [{ username: 'sandbox', password: ['sandbox-password'] }, 'password must be text'],
  ])('%j is refused: %s', async (body, message) => {
    const { post } = await serve();
    expect(await read(post(JSON.stringify(body)))).toEqual(refusal(400, 'INVALID_ARGUMENT', message));
  });

  test.each(['', '{', 'null', '[]', '"sandbox"', 'username=sandbox'])(
    'the body %j is refused',
    async (body) => {
      const { post } = await serve();
      expect(await read(post(body))).toEqual(
        refusal(400, 'INVALID_ARGUMENT', 'The body must be a JSON object'),
      );
    },
  );

  test.each([
    { username: 'sandbox', password: 'Sandbox-password' },
    { username: 'Sandbox', password: 'sandbox-password' },
    { username: 'sandbox', password: 'sandbox-password ' },
  ])('%j gets the same 401, whichever is wrong', async (body) => {
    const { post } = await serve();
    const response = await post(JSON.stringify(body));
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await read(response)).toEqual(refusal(401, 'UNAUTHORIZED', 'Wrong username or password'));
  });

  test.each([
    ['application/json; charset=utf-8', 200],
    ['APPLICATION/JSON', 200],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['application/jsonx', 415],
  ])('content type %s is answered with %d', async (type, status) => {
    const { post } = await serve();
    const body = '{"username":"sandbox","password":"sandbox-password"}';
    expect((await post(body, { 'content-type': type })).status).toBe(status);
  });

  test('a body of 16 KiB is read, one byte more is too large', async () => {
    const { post } = await serve();
    const start = '{"username":"sandbox","password":"sandbox-password"}';
    expect((await post(start.padEnd(16 * 1024))).status).toBe(200);
    expect(await read(post(start.padEnd(16 * 1024 + 1)))).toEqual(refusal(413, 'PAYLOAD_TOO_LARGE'));
    expect((await post(start.padEnd(3_000_000))).status).toBe(413);
  });
});

describe('general info', () => {
  test('answers with the account', async () => {
    const { generalInfo, newToken } = await serve();
    expect(await read(generalInfo('1001', await newToken()))).toEqual({
      status: 200,
      body: {
        packageName: 'Kurumsal 500',
        endDate: '2027-07-19',
        email: 'bilgi@musteri.example',
        status: 'çevrimiçi',
        quota: '500 GB',
        backupCount: 1240,
        lastBackupDateDb: '2026-12-31',
        lastBackupTimeDb: '21:30:15',
        lastBackupDateFolders: '2026-12-31',
        lastBackupTimeFolders: '18:30:15',
        maxFolderCount: 50,
        foldersFilesCount: 21,
        dailyBackupCount: 4,
        todayBackupCount: 2,
        version: '4.12.0',
        darkMode: false,
      },
    });
  });

  test.each(['Bearer', 'bearer', 'BEARER'])('the scheme may be written %s', async (scheme) => {
    const { get, newToken } = await serve();
    const authorization = `${scheme} ${await newToken()}`;
    expect((await get('/v1/general-info?id=1001', { authorization })).status).toBe(200);
  });

  test.each([
    ['none', () => ({})],
    ['empty', () => ({ authorization: '' })],
    ['no scheme', (token: string) => ({ authorization: token })],
    ['another scheme', (token: string) => ({ authorization: `Basic ${token}` })],
    ['two tokens', (token: string) => ({ authorization: `Bearer ${token} ${token}` })],
    ['a broken token', (token: string) => ({ authorization: `Bearer ${token.slice(0, -4)}` })],
  ])('authorization is checked before the id: %s', async (_case, headersWith: (token: string) => object) => {
    const { get, newToken } = await serve();
    const headers = headersWith(await newToken()) as Record<string, string>;
    const response = await get('/v1/general-info', headers);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await read(response)).toEqual(refusal(401, 'UNAUTHORIZED'));
  });

  test.each(['', '?', '?id', '?id=', '?ID=1001', '?account=1001'])('%j has no id', async (query) => {
    const { get, newToken } = await serve();
    const headers = { authorization: `Bearer ${await newToken()}` };
    const response = get(`/v1/general-info${query}`, headers);
    expect(await read(response)).toEqual(refusal(400, 'INVALID_ARGUMENT', 'id is required'));
  });

  test.each([
    '9999',
    '1022',
    ' 1001',
    '1001 ',
    '01001',
    'load-',
    'load-x',
    'LOAD-1',
    '__proto__',
    'toString',
  ])('there is no account %j', async (id) => {
    const { generalInfo, newToken } = await serve();
    expect(await read(generalInfo(id, await newToken()))).toEqual(refusal(404, 'NOT_FOUND'));
  });

  test('of two ids the first counts', async () => {
    const { get, newToken } = await serve();
    const headers = { authorization: `Bearer ${await newToken()}` };
    expect((await get('/v1/general-info?id=1001&id=9999', headers)).status).toBe(200);
    expect((await get('/v1/general-info?id=9999&id=1001', headers)).status).toBe(404);
  });

  test.each([
    'id=M%C3%BC%C5%9Fteri%207%2FA%20%2520',
    'id=M%C3%BC%C5%9Fteri+7%2FA+%2520',
    'x=1&id=M%C3%BC%C5%9Fteri%207/A%20%2520',
  ])('an id of spaces, slashes, percent signs and Turkish letters is found: %s', async (query) => {
    const { get, newToken } = await serve();
    const headers = { authorization: `Bearer ${await newToken()}` };
    expect((await get(`/v1/general-info?${query}`, headers)).status).toBe(200);
  });

  test('that id, decoded once too often, is another one', async () => {
    const { generalInfo, newToken } = await serve();
    expect((await generalInfo(decodeURIComponent('Müşteri 7/A %20'), await newToken())).status).toBe(404);
  });
});

describe('a token in use', () => {
  test('is refused from the moment it expires', async () => {
    const { clock, generalInfo, newToken } = await serve({ tokenLifetimeMs: 60_000 });
    const token = await newToken();
    clock.nowMs = EVENING_MS + 59_999;
    expect((await generalInfo('1001', token)).status).toBe(200);
    clock.nowMs = EVENING_MS + 60_000;
    expect(await read(generalInfo('1001', token))).toEqual(refusal(401, 'UNAUTHORIZED'));
  });

  test('dies at the next login when there may be only one', async () => {
    const { generalInfo, newToken } = await serve({ singleToken: true });
    const first = await newToken();
    const second = await newToken();
    expect((await generalInfo('1001', first)).status).toBe(401);
    expect((await generalInfo('1001', second)).status).toBe(200);
  });

  test('survives the next login otherwise, and a failed one in any case', async () => {
    const { service, generalInfo, newToken, post } = await serve();
    const first = await newToken();
    await newToken();
    expect((await generalInfo('1001', first)).status).toBe(200);
    service.set({ singleToken: true });
    await post('{"username":"sandbox","password":"wrong"}');
    expect((await generalInfo('1001', first)).status).toBe(200);
  });
});

test.each([
  ['/v2/general-info', 'GET', 404, null],
  ['/login/', 'POST', 404, null],
  ['/login', 'GET', 405, 'POST'],
  ['/v1/general-info', 'POST', 405, 'GET'],
])('%s by %s is answered with %d', async (path, method, status, allow) => {
  const { service } = await serve();
  const response = await fetch(`${service.url}${path}`, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([status, allow]);
});

test('backups age with the clock until they run: then every account that ever had one has a new one', async () => {
  const startedAtMs = EVENING_MS;
  let ranAtMs: number | undefined;
  const accountsAsOf = () => ({ backupsMs: startedAtMs, packagesMs: startedAtMs, ranAtMs });
  const { generalInfo, newToken } = await serve({ accountsAsOf });
  const token = await newToken();
  const last = async (id: string) => {
    const { lastBackupDateDb, lastBackupTimeDb, endDate } = JSON.parse(
      await (await generalInfo(id, token)).text(),
    );
    return [lastBackupDateDb, lastBackupTimeDb, endDate];
  };
  expect(await last('1004')).toEqual(['2026-12-28', '15:30:15', '2027-01-05']);
  ranAtMs = startedAtMs + 3_600_000;
  expect(await last('1004')).toEqual(['2026-12-31', '19:30:15', '2027-01-05']);
  expect(await last('1008')).toEqual([null, null, '2027-07-19']);
});

test('a fault is used up before one that lasts, and meets whom it is for', async () => {
  const { service, generalInfo, newToken } = await serve();
  const token = await newToken();
  service.addFault({ kind: 'status', status: 503 }, { account: '1001' });
  service.addFault({ kind: 'rate-limited', retryAfterSeconds: 60 }, { operation: 'general-info', next: 1 });
  const statuses = [];
  for (const id of ['1002', '1001', '1002']) statuses.push((await generalInfo(id, token)).status);
  expect(statuses).toEqual([429, 503, 200]);
  expect(() => service.addFault({ kind: 'hang' }, { next: 0 })).toThrow(RangeError);
});
