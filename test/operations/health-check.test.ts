import { expect, test } from 'vitest';
import { runProgram } from '../support/run-script.ts';
import { startBot } from '../support/start-bot.ts';
import { startServer } from '../support/start-server.ts';

const exitCodeWith = async (env: Record<string, string>) =>
  (await runProgram('healthcheck', { env }).ended).code;

test('the health check passes while the bot runs, and fails when nothing listens', async () => {
  const { operationsUrl, stop } = await startBot({ transport: 'http', operations: true });
  const { port } = new URL(operationsUrl);
  expect(await exitCodeWith({ OPERATIONS_PORT: port })).toBe(0);
  await stop();
  expect(await exitCodeWith({ OPERATIONS_PORT: port })).toBe(1);
});

/** A proxy in the environment, where nothing listens. */
const PROXY = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9' };

test.each(['0.0.0.0', '::', 'localhost'])(
  'asks OPERATIONS_HOST %s where it listens, without the proxy of the environment',
  async (host) => {
    const { port } = await startServer((_, response) => response.end('ok'), host);
    expect(await exitCodeWith({ OPERATIONS_HOST: host, OPERATIONS_PORT: `${port}`, ...PROXY })).toBe(0);
  },
);

test.each(['off', '0'])('passes with OPERATIONS_PORT=%s, because there is nothing to ask', async (port) => {
  expect(await exitCodeWith({ OPERATIONS_PORT: port })).toBe(0);
});
