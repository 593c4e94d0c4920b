import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../support/run-script.ts';
import { startBot } from '../support/start-bot.ts';

const exitCodeWith = async (env: Record<string, string>) =>
  (await runProgram('healthcheck', { env }).ended).code;

/** A server that is alive, on the address given. */
async function listenOn(host: string): Promise<string> {
  const server = createServer((_, response) => response.end('ok')).listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return String((server.address() as AddressInfo).port);
}

test('the health check passes while the bot is alive, and fails when nobody is there', async () => {
  const { operationsUrl, stop } = await startBot({ transport: 'http', operations: true });
  const { port } = new URL(operationsUrl);
  expect(await exitCodeWith({ OPERATIONS_PORT: port })).toBe(0);
  await stop();
  expect(await exitCodeWith({ OPERATIONS_PORT: port })).toBe(1);
});

/** Of the environment; nobody is there. */
const PROXY = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9' };

test.each(['0.0.0.0', '::', 'localhost'])(
  'OPERATIONS_HOST %s is asked where it listens, and the proxy of the environment is not',
  async (host) => {
    const port = await listenOn(host);
    expect(await exitCodeWith({ OPERATIONS_HOST: host, OPERATIONS_PORT: port, ...PROXY })).toBe(0);
  },
);

test.each(['off', '0'])(
  'with OPERATIONS_PORT=%s there is nothing to ask, which is no failure',
  async (port) => {
    expect(await exitCodeWith({ OPERATIONS_PORT: port })).toBe(0);
  },
);
