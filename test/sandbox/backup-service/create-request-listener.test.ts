import { describe, expect, test } from 'vitest';
import { EVENING_MS, read, refusal, serve } from './ask.ts';

describe('the Date header', () => {
  test('is the time of the service, right or wrong', async () => {
    const { clock, get, login } = await serve();
    expect((await login()).headers.get('date')).toBe('Thu, 31 Dec 2026 20:30:15 GMT');
    clock.nowMs = EVENING_MS - 7 * 60_000;
    expect((await get('/nowhere', {})).headers.get('date')).toBe('Thu, 31 Dec 2026 20:23:15 GMT');
  });

  test('comes with the answers that faults make', async () => {
    const { login, service } = await serve();
    service.addFault({ kind: 'html-page' });
    expect((await login()).headers.get('date')).toBe('Thu, 31 Dec 2026 20:30:15 GMT');
  });

  test('can be left out', async () => {
    const { login, service } = await serve();
    service.set({ omitDateHeader: true });
    const response = await login();
    expect(response.status).toBe(200);
    expect(response.headers.has('date')).toBe(false);
  });
});

describe('latency', () => {
  test('holds back both operations, not refusals', async () => {
    const { get, login, generalInfo, service } = await serve({ latencyMs: 3_600_000 });
    const waiting = [login(), generalInfo('1001', 'no token')].map((asked) => asked.catch(() => 'cut off'));
    await expect.poll(() => service.counts.inFlight).toBe(2);
    expect((await get('/nowhere', {})).status).toBe(404);
    expect(service.requests.map(({ status }) => status)).toEqual([undefined, undefined, 404]);
    await service.close();
    expect(await Promise.all(waiting)).toEqual(['cut off', 'cut off']);
  });

  test('the answer comes after it', async () => {
    const { login } = await serve({ latencyMs: 5 });
    expect((await login()).status).toBe(200);
  });

  test('ends when the client gives up', async () => {
    const { generalInfo, service } = await serve({ latencyMs: 3_600_000 });
    const controller = new AbortController();
    const asked = generalInfo('1001', 'no token', controller.signal);
    await expect.poll(() => service.counts.inFlight).toBe(1);
    controller.abort();
    await expect(asked).rejects.toThrow();
    await expect.poll(() => service.counts.inFlight).toBe(0);
    expect(service.requests[0]).not.toHaveProperty('status');
  });
});

test('general-infos that are held wait until they are let go; logins and what comes later do not', async () => {
  const { generalInfo, newToken, service } = await serve();
  const token = await newToken();
  const release = service.hold();
  const held = [generalInfo('1001', token), generalInfo('1002', token)];
  await expect.poll(() => service.counts.inFlight).toBe(2);
  await newToken();
  expect(service.counts.inFlight).toBe(2);
  release();
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  expect((await generalInfo('1003', token)).status).toBe(200);
});

describe('counts', () => {
  test('tell good logins from refused ones, and count every status read', async () => {
    const { generalInfo, login, newToken, post, service } = await serve();
    const token = await newToken();
    await post('{"username":"sandbox","password":"wrong"}');
    await post('{}');
    service.addFault({ kind: 'status', status: 503 }, { next: 1 });
    await login();
    await generalInfo('1001', token);
    await generalInfo('9999', token);
    await generalInfo('1001', 'no token');
    expect(service.counts).toEqual({
      logins: 1,
      rejectedLogins: 3,
      generalInfos: 3,
      inFlight: 0,
      maxInFlight: 1,
    });
  });

  test('show how many requests were open at once', async () => {
    const { generalInfo, newToken, service } = await serve();
    const token = await newToken();
    service.addFault({ kind: 'hang' }, { account: '1001' });
    const controller = new AbortController();
    const asked = [1, 2, 3, 4, 5].map(() => generalInfo('1001', token, controller.signal));
    const settled = Promise.allSettled(asked);
    await expect.poll(() => service.counts.inFlight).toBe(5);
    controller.abort();
    await settled;
    await expect.poll(() => service.counts).toMatchObject({ inFlight: 0, maxInFlight: 5 });
  });

  test('an answer that has arrived is in flight no more', async () => {
    const { generalInfo, newToken, service } = await serve();
    const token = await newToken();
    for (let round = 0; round < 50; round += 1) await (await generalInfo(`load-${round}`, token)).text();
    expect(service.counts).toMatchObject({ inFlight: 0, maxInFlight: 1 });
  });

  test('start again from nothing', async () => {
    const { newToken, service } = await serve();
    await newToken();
    service.resetCounts();
    expect(service.counts).toMatchObject({ logins: 0, maxInFlight: 0 });
    expect(service.requests).toEqual([]);
  });
});

test('the log tells what was asked and answered, and never a credential', async () => {
  const { generalInfo, get, newToken, post, service } = await serve();
  const token = await newToken();
  await post('{"username":"sandbox","password":"hunter2"}');
  await generalInfo('Müşteri 7/A %20', token);
  await get('/v1/general-info?id=1001&password=hunter2', { authorization: `Bearer ${token}` });
  await get('/login?password=hunter2', {});
  expect(service.requests).toEqual([
    { method: 'POST', path: '/api/login', status: 200 },
    { method: 'POST', path: '/api/login', status: 401 },
    { method: 'GET', path: '/api/v1/general-info', accountId: 'Müşteri 7/A %20', status: 200 },
    { method: 'GET', path: '/api/v1/general-info', accountId: '1001', status: 200 },
    { method: 'GET', path: '/api/login', status: 405 },
  ]);
});

test('a request of the wrong method or path uses up no fault', async () => {
  const { get, login, service } = await serve();
  service.addFault({ kind: 'status', status: 503 }, { next: 1 });
  await get('/login', {});
  await get('/nowhere', {});
  expect(await read(login())).toEqual(refusal(503, 'SERVICE_UNAVAILABLE'));
  expect((await login()).status).toBe(200);
});
