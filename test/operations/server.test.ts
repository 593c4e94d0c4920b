import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Health } from '../../src/operations/server.ts';
import { createOperations } from '../../src/operations/server.ts';
import { captureLog } from '../support/capture-log.ts';

const NOTHING_WATCHED = {
  accounts: 0,
  levels: { critical: 0, attention: 0, unknown: 0, healthy: 0 },
  brokenChannels: 0,
  lateMs: 0,
};
const slackWith = (open: number) => ({ connections: () => open, tokenRefusal: () => undefined });

async function serve(health: Partial<Health> = {}): Promise<string> {
  const operations = createOperations({
    log: captureLog().log,
    host: '127.0.0.1',
    port: 0,
    hasAccountMetrics: false,
    health: () => ({
      phase: 'running',
      transport: 'http',
      slack: slackWith(1),
      checkUp: async () => ({ hasToken: true, watch: NOTHING_WATCHED }),
      nowMs: 0,
      ...health,
    }),
  });
  const port = await operations.start();
  onTestFinished(operations.stop);
  return `http://127.0.0.1:${port}`;
}

test.each([
  ['GET', '/', 404],
  ['GET', '/toString', 404],
  ['GET', '/metrics/', 404],
  ['POST', '/metrics', 405],
  ['DELETE', '/readyz', 405],
  ['HEAD', '/healthz', 200],
])('%s %s is %i, in a word', async (method, path, status) => {
  const answer = await fetch((await serve()) + path, { method });
  expect(answer.status).toBe(status);
  if (status === 405) expect(answer.headers.get('allow')).toBe('GET, HEAD');
  expect((await answer.text()).length).toBeLessThan(30);
});

test('a crowd of probes asks the database once at a time', async () => {
  let [asked, most] = [0, 0];
  const url = await serve({
    async checkUp() {
      asked += 1;
      most = Math.max(most, asked);
      await new Promise((resolve) => setTimeout(resolve, 20));
      asked -= 1;
      return { hasToken: true, watch: NOTHING_WATCHED };
    },
  });
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await fetch(`${url}/readyz`)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(most).toBe(1);
});

/** What comes back for bytes that are no proper request, until the connection is closed. */
async function talk(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  socket.on('error', () => {}); // Cut off while writing is as good as refused.
  socket.write(bytes);
  await once(socket, 'close');
  return said;
}

test.each([
  ['no HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
  [
    'endless headers',
    `GET /healthz HTTP/1.1\r\nhost: x\r\na: ${'a'.repeat(20_000)}\r\n\r\n`,
    /^HTTP\/1\.1 431 /,
  ],
  ['headers that never end', 'GET /healthz HTTP/1.1\r\nhost: x\r\n', /^HTTP\/1\.1 408 /],
  ['a body that never comes', 'GET /healthz HTTP/1.1\r\nhost: x\r\ncontent-length: 9999999\r\n\r\n', / 200 /],
])('%s is refused or cut short, without a stack trace', async (_name, bytes, expected) => {
  const said = await talk(await serve(), bytes);
  expect(said).toMatch(expected);
  expect(said).not.toMatch(/\n\s+at |node_modules/);
});

test('a port that is taken is said by the name of its setting', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const operations = createOperations({
    log: captureLog().log,
    host: '127.0.0.1',
    port,
    hasAccountMetrics: false,
    health: () => {
      throw new Error('nobody asked');
    },
  });
  await expect(operations.start()).rejects.toThrow(
    `OPERATIONS_PORT ${port} on OPERATIONS_HOST 127.0.0.1 cannot be listened on (EADDRINUSE)`,
  );
});
