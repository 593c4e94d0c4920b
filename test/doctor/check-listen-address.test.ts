import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createInstallation, examine } from './installation.ts';

const installation = createInstallation();

test('while the bot listens on its ports that is no fault', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const taken = { PORT: String(port), OPERATIONS_PORT: String(port) };
  const { findings, failures } = await examine(installation, installation.overHttp(taken));
  expect(failures).toEqual([]);
  expect(findings.filter(({ says }) => says.includes('in use')).map(({ check }) => check)).toEqual([
    'listen address',
    'operations address',
  ]);
});

test('without a port for operations there is nothing to look at', async () => {
  const { findings } = await examine(installation, installation.settings({ OPERATIONS_PORT: 'off' }));
  expect(findings.map(({ check }) => check)).not.toContain('operations address');
});
