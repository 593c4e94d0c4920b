import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../sandbox/net/free-port.ts';
import { runProgram } from '../support/run-script.ts';
import { createInstallation, examine } from './installation.ts';

const installation = createInstallation();

const PLACES = ['listen address', 'operations address'];

test('ports that the running bot has are no fault', async () => {
  const [port, operations] = [await freePort(), await freePort()];
  const settings = installation.overHttp({ PORT: String(port), OPERATIONS_PORT: String(operations) });
  const bot = runProgram('main', { env: { ...settings, DATABASE_URL: 'sqlite::memory:' } });
  onTestFinished(async () => {
    bot.kill('SIGTERM');
    await bot.ended;
  });
  await bot.printed('"msg":"ready"');
  const { findings, failures } = await examine(installation, settings);
  expect(failures).toEqual([]);
  const places = findings.filter(({ check }) => PLACES.includes(check));
  expect(places.map(({ message }) => message)).toEqual([
    `127.0.0.1, port ${port}: in use by the bot, which runs`,
    `127.0.0.1, port ${operations}: in use by the bot, which runs`,
  ]);
});

test('ports that another program has are', async () => {
  const other = createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const taken = { PORT: String(port), OPERATIONS_PORT: String(port) };
  const { code, failures } = await examine(installation, installation.overHttp(taken));
  expect(code).toBe(1);
  expect(failures).toMatchObject([
    {
      check: 'listen address',
      message: `127.0.0.1, port ${port}: in use by another program`,
      fix: expect.stringContaining('set PORT to'),
    },
    { check: 'operations address', fix: expect.stringContaining('set OPERATIONS_PORT to') },
  ]);
});

test('without a port for operations there is nothing to look at', async () => {
  const { findings } = await examine(installation, installation.settings({ OPERATIONS_PORT: 'off' }));
  expect(findings.map(({ check }) => check)).not.toContain('operations address');
});
