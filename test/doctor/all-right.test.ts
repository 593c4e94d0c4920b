import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createInstallation, examine, runDoctorProcess } from './installation.ts';

const installation = createInstallation();

test('a right installation: all ✓ in plain lines, nothing made, exit 0', async () => {
  const { slack, folder, settings } = installation;
  const { code, stdout } = await runDoctorProcess(
    installation,
    settings({ BACKUP_SERVICE_TIME_ZONE: 'Europe/Istanbul' }),
    ['--account', '1001'],
  );
  expect(stdout).toMatch(/^backup-status \d+\.\d+\.\d+(-alpha)? on Node 24\./);
  expect(stdout).not.toMatch(/✗ |–/);
  expect([...stdout.matchAll(/^✓ (.{18})/gm)].map(([, check]) => check?.trim())).toEqual([
    ...['settings', 'who may ask', 'slack token', 'slack scopes', 'slack connection'],
    ...['sign-in', 'time zone', 'account'],
    ...['database'],
  ]);
  expect(stdout).toContain('every field is as the interface says');
  expect(stdout).toContain('9 ✓, 0 ✗');
  expect(code).toBe(0);
  expect(existsSync(join(folder, 'not-there-yet'))).toBe(false);
  expect(slack.connectedSockets()).toBe(0);
});

test('over signed HTTP, as JSON', async () => {
  const { code, findings, failures } = await examine(installation, installation.overHttp());
  expect(failures).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual(expect.arrayContaining(['slack scopes', 'database']));
  expect(findings.find(({ check }) => check === 'account')).toMatchObject({
    kind: 'skipped',
    message: expect.stringContaining('--account ID'),
  });
  expect(code).toBe(0);
});
