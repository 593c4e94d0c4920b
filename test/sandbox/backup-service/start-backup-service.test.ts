import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { expect, test, vi } from 'vitest';
import { startBackupService } from '../../../sandbox/backup-service/start-backup-service.ts';
import { read, refusal, serve } from './ask.ts';

test('it listens on 127.0.0.1 under the api prefix and says who may log in', async () => {
  const { service } = await serve();
  expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
  expect(service).toMatchObject({ username: 'sandbox', password: 'sandbox-password' });
});

test.runIf(process.platform === 'linux')('no other address reaches it', async () => {
  const { service } = await serve();
  const socket = connect(Number(new URL(service.url).port), '127.0.0.2');
  const [error] = await once(socket, 'error').catch((cause: unknown) => [cause]);
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
});

test('a port that is taken is an error with its code', async () => {
  const { service } = await serve();
  const port = Number(new URL(service.url).port);
  await expect(startBackupService({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('a bad setting is refused at the start', async () => {
  await expect(startBackupService({ utcOffset: 'Europe/Istanbul' })).rejects.toThrow(RangeError);
});

test('without a clock of its own it keeps the time of the machine', async () => {
  const service = await startBackupService();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 2, 3, 4, 5) });
  try {
    const response = await fetch(service.url);
    expect(response.headers.get('date')).toBe('Wed, 02 Jan 2030 03:04:05 GMT');
  } finally {
    vi.useRealTimers();
    await service.close();
  }
});

test('every setting can be changed while it runs', async () => {
  const { generalInfo, login, newToken, service } = await serve();
  service.set({ utcOffset: '-03:30', tokenLifetimeMs: 10_000 });
  expect(await (await login()).json()).toMatchObject({
    expiresIn: 10,
    expiresAt: '2026-12-31T17:00:25.250-03:30',
  });
  expect(await (await generalInfo('1001', await newToken())).json()).toMatchObject({
    lastBackupDateDb: '2026-12-31',
    lastBackupTimeDb: '15:00:15',
  });
});

test('revoked tokens are refused, a new one is not', async () => {
  const { generalInfo, newToken, service } = await serve();
  const token = await newToken();
  service.revokeTokens();
  expect(await read(generalInfo('1001', token))).toEqual(refusal(401, 'UNAUTHORIZED'));
  expect((await generalInfo('1001', await newToken())).status).toBe(200);
});

test('a token of one server is worth nothing at another', async () => {
  const first = await serve();
  const second = await serve();
  await second.newToken();
  expect((await second.generalInfo('1001', await first.newToken())).status).toBe(401);
});

test('closing cuts open connections and may be asked for twice', async () => {
  const { login, service } = await serve();
  service.addFault({ kind: 'hang' });
  const asked = login();
  const outcome = expect(asked).rejects.toThrow();
  await expect.poll(() => service.counts.inFlight).toBe(1);
  await Promise.all([service.close(), service.close()]);
  await service.close();
  await outcome;
  await expect(fetch(service.url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});

test('a client that leaves in the middle of its login harms nobody', async () => {
  const { login, service } = await serve();
  const half = request(`${service.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': '100' },
  });
  const failed = once(half, 'error').catch((error: unknown) => error);
  half.write('{"username":');
  await expect.poll(() => service.counts.inFlight).toBe(1);
  half.destroy(new Error('gone'));
  await failed;
  await expect.poll(() => service.counts.inFlight).toBe(0);
  expect(service.counts).toMatchObject({ logins: 0, rejectedLogins: 0 });
  expect((await login()).status).toBe(200);
});

test('1,000 accounts can be read at once', async () => {
  const { generalInfo, newToken, service } = await serve();
  const token = await newToken();
  const ids = Array.from({ length: 1_000 }, (_, index) => `load-${(index + 1) * 100}`);
  const statuses = await Promise.all(ids.map(async (id) => (await generalInfo(id, token)).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(service.counts.generalInfos).toBe(1_000);
  expect(new Set(service.requests.map(({ accountId }) => accountId).filter(Boolean)).size).toBe(1_000);
});
