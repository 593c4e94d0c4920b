import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { reachService } from '../../src/service/reach.ts';

test('a service that is there, without a request to it', async () => {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  expect(await reachService(service.url, 5_000)).toEqual({
    kind: 'reached',
    address: '127.0.0.1',
    durationMs: expect.any(Number),
  });
  expect(service.requests).toEqual([]);
});

test('a host without a name, a port without a listener, and TLS where there is none', async () => {
  const service = await startBackupService();
  onTestFinished(() => service.close());
  expect(await reachService('http://backup.invalid/api', 5_000)).toMatchObject({ kind: 'no-address' });
  expect(await reachService('http://127.0.0.1:9/api', 5_000)).toEqual({
    kind: 'no-connection',
    reason: 'ECONNREFUSED',
  });
  expect(await reachService(service.url.replace('http:', 'https:'), 5_000)).toMatchObject({ kind: 'no-tls' });
});

test('a host that says nothing: the time given, no longer', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as { port: number };
  expect(await reachService(`https://127.0.0.1:${port}/api`, 200)).toEqual({
    kind: 'no-tls',
    reason: 'timeout',
  });
});
