import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createInstallation, examine, runDoctor } from './installation.ts';

const installation = createInstallation();

test('a right installation: all ✓ in plain lines, nothing made, exit 0', async () => {
  const { slack, folder, settings } = installation;
  const { code, stdout } = await runDoctor(installation, settings(), ['--account', '1001']);
  expect(stdout).toMatch(/^backup-status \d+\.\d+\.\d+ on Node 24\./);
  expect(stdout).not.toMatch(/✗ |–/);
  expect([...stdout.matchAll(/^✓ (.{18})/gm)].map(([, check]) => check?.trim())).toEqual([
    ...['settings', 'slack token', 'slack scopes', 'slack connection'],
    ...['service address', 'sign-in', 'token', 'clock', 'time zone', 'account'],
    ...['database', 'operations address'],
  ]);
  expect(stdout).toContain('"1001": all 16 fields are as the interface says');
  expect(stdout).toContain('12 ✓, 0 ✗');
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'not-there-yet'))).toBe(false);
  expect(slack.connectedSockets()).toBe(0);
});

test('over signed HTTP, as JSON', async () => {
  const { code, findings, failures } = await examine(installation, installation.overHttp());
  expect(failures).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['signing secret', 'listen address']),
  );
  expect(findings.find(({ check }) => check === 'account')).toMatchObject({
    kind: 'skipped',
    says: expect.stringContaining('--account ID'),
  });
  expect(code).toBe(0);
});

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
