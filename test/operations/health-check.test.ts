import { expect, test } from 'vitest';
import { runProgram } from '../support/run-script.ts';
import { startBot } from '../support/start-bot.ts';
import { startServer } from '../support/start-server.ts';

const exitCodeWith = async (env: Record<string, string>) =>
  (await runProgram('healthcheck', { env }).ended).code;

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
    const { port } = await startServer((_, response) => response.end('ok'), host);
    expect(await exitCodeWith({ OPERATIONS_HOST: host, OPERATIONS_PORT: `${port}`, ...PROXY })).toBe(0);
  },
);

test.each(['off', '0'])(
  'with OPERATIONS_PORT=%s there is nothing to ask, which is no failure',
  async (port) => {
    expect(await exitCodeWith({ OPERATIONS_PORT: port })).toBe(0);
  },
);
