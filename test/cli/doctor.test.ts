import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startLocalSlack } from '../../sandbox/slack/start-local-slack.ts';
import { startTargets } from '../../sandbox/targets/start-targets.ts';
import { GENERAL_INFO_FIELDS } from '../../src/account/account.ts';
import { inClear } from '../../src/cli/doctor.ts';
import { startServer } from '../support/start-server.ts';
import { createInstallation, doctor, examine } from './installation.ts';

const installation = createInstallation();

test('a correct installation passes every check, creates nothing, and exits with 0', async () => {
  const { slack, folder, settings } = installation;
  const { exitCode, stdout } = await doctor(settings({ BACKUP_SERVICE_TIME_ZONE: 'Europe/Istanbul' }), [
    '--account',
    '1001',
  ]);
  expect(stdout).toMatch(/^backup-status \d+\.\d+\.\d+(-alpha)? on Node 24\./);
  expect(stdout).not.toMatch(/^[✗–]/m);
  expect([...stdout.matchAll(/^✓ (.{18})/gm)].map(([, check]) => check?.trim())).toEqual([
    ...['settings', 'who may ask', 'slack token', 'slack scopes', 'slack connection'],
    ...['sign-in', 'time zone', 'account'],
    ...['database'],
  ]);
  expect(stdout).toContain('every field matches the interface');
  expect(stdout).toContain('only a start tries wss://*.slack.com');
  expect(stdout).toContain('9 ✓, 0 ✗');
  expect(exitCode).toBe(0);
  expect(existsSync(join(folder, 'not-there-yet'))).toBe(false);
  expect(slack.connectedSockets()).toBe(0);
});

const FIELDS_BUT_DATES = GENERAL_INFO_FIELDS.filter((field) => !field.startsWith('lastBackup'));

const look = (accountId: string, changes = {}) =>
  examine(installation.settings(changes), ['--account', accountId]);

describe('an account that departs from the interface fails with each field by name', () => {
  test.each([
    ['every field missing', '1024', GENERAL_INFO_FIELDS.map((field) => `${field} is missing`).join('; ')],
    ['an unknown status', '1018', 'status cannot be read: "askıda"'],
  ])('%s', async (_what, accountId, message) => {
    const { code, failures } = await look(accountId);
    expect(code).toBe(1);
    expect(failures).toMatchObject([{ check: 'account', message, fix: expect.any(String) }]);
  });

  test('fields that are null are one warning, because cards work without them', async () => {
    const { code, findings, failures } = await look('1015');
    expect([code, failures]).toEqual([0, []]);
    expect(findings.filter(({ check }) => check === 'account')).toMatchObject([
      {
        kind: 'warned',
        // A backup that never ran may have no date.
        message: FIELDS_BUT_DATES.map((field) => `${field} is missing`).join('; '),
        fix: expect.stringContaining('“not reported”'),
      },
    ]);
  });
});

test('a defect in one check is its ✗, and the other checks continue', async () => {
  // No file can have this path, so the check meets an unknown error.
  const { code, findings, failures } = await examine(installation.settings({ ACCOUNT_RULES_FILE: 'a\0b' }));
  expect(failures).toEqual([
    {
      check: 'account rules',
      kind: 'failed',
      message: 'something went wrong in this check (TypeError)',
      fix: 'Please report it.',
    },
  ]);
  expect(findings.at(-1)).toMatchObject({ check: 'database', kind: 'passed' });
  expect(code).toBe(1);
});

test('backups in the future name the setting to fix', async () => {
  const { failures } = await look('1001', { BACKUP_SERVICE_TIME_ZONE: 'America/Los_Angeles' });
  expect(failures).toContainEqual(
    expect.objectContaining({
      message: expect.stringContaining('in the future'),
      fix: expect.stringMatching(/Set BACKUP_SERVICE_TIME_ZONE.*read as America\/Los_Angeles now/),
    }),
  );
});

test('warns that the offset of the sign-in answer may be an hour off around a clock change', async () => {
  const { code, findings } = await examine(installation.settings());
  expect(findings).toContainEqual({
    check: 'time zone',
    kind: 'warned',
    message:
      'service times are read as UTC+03:00, the offset in its sign-in answer: around a clock change they may be an hour off',
    fix: 'Set BACKUP_SERVICE_TIME_ZONE, such as Europe/Istanbul.',
  });
  expect(code).toBe(0);
});

test('names a scope that the workspace has not granted', async () => {
  const strict = await startLocalSlack({ scopes: ['commands'] });
  onTestFinished(() => strict.close());
  const { apiUrl, botToken, appToken } = strict;
  const { code, failures } = await examine(
    installation.settings({
      SLACK_API_URL: apiUrl,
      SLACK_BOT_TOKEN: botToken,
      SLACK_APP_TOKEN: appToken,
    }),
  );
  expect(failures).toMatchObject([
    {
      check: 'slack scopes',
      message: 'missing: chat:write, users:read',
      fix: expect.stringMatching(/manifest\.yml.*reinstall/),
    },
  ]);
  expect(code).toBe(1);
});

test('an unknown answer from Slack does not hide the checks of the service', async () => {
  // It asks to wait, without a time.
  const odd = await startServer((_, response) => response.writeHead(429).end());
  const { code, failures, findings } = await examine(
    installation.settings({ SLACK_API_URL: `${odd.url}/api/` }),
  );
  expect(failures).toMatchObject([
    { check: 'slack token', message: expect.stringMatching(/^no Slack Web API answers at SLACK_API_URL: /) },
  ]);
  expect(findings.find(({ check }) => check === 'sign-in')).toMatchObject({ kind: 'passed' });
  expect(code).toBe(1);
});

test.each([
  ['http://slack.example/api/', true],
  ['http://10.0.0.7:8080/api/', true],
  ['http://[2001:db8::7]/api/', true],
  ['https://slack.example/api/', false],
  ['http://127.0.0.1:3000/api/', false],
  ['http://localhost/api/', false],
  ['http://[::1]/api/', false],
  ['postgres://bot@%2Fvar%2Frun%2Fpostgresql/bot', false],
])('%s', (address, isInClear) => {
  const found = inClear('slack token', 'SLACK_API_URL', address, 'tokens');
  expect(found.map(({ kind }) => kind)).toEqual(isInClear ? ['warned'] : []);
});

test('warns of a service and a Slack on another machine without TLS', async () => {
  const { stdout } = await doctor(
    installation.overHttp({
      BACKUP_SERVICE_URL: 'http://nowhere.invalid/api',
      SLACK_API_URL: 'http://nowhere.invalid/api/',
    }),
  );
  expect(stdout).toMatch(
    /^⚠ slack token +SLACK_API_URL has no TLS: tokens.* are sent in plain text to nowhere\.invalid\n +→ .*https/m,
  );
  expect(stdout).toMatch(/^⚠ sign-in +BACKUP_SERVICE_URL has no TLS: user name, password/m);
  expect(stdout).toMatch(/, 2 ⚠/);
});

test('--test-alert sends a test alert to each target, which accepts it', async () => {
  const targets = await startTargets();
  onTestFinished(targets.close);
  const args = ['--account', '1001', '--test-alert'];
  const { exitCode, stdout } = await doctor(installation.overHttp(targets.settings), args);
  expect(stdout).toMatch(/ ✓, 0 ✗, 1 ⚠, 0 –$/m);
  for (const target of ['PagerDuty', 'ntfy', 'Webhook'])
    expect(stdout).toContain(`${target} accepted the test alert`);
  expect(targets.arrived.map(({ target }) => target).sort()).toEqual(['ntfy', 'pagerduty', 'webhook']);
  expect(exitCode).toBe(0);
});

test('--test-alert says to check the way to each target that does not answer', async () => {
  const targets = await startTargets();
  await targets.close();
  const { exitCode, stdout } = await doctor(installation.overHttp(targets.settings), ['--test-alert']);
  expect(stdout.match(/✗ targets .*: ECONNREFUSED\n +→ .*this machine reaches/g)).toHaveLength(3);
  expect(exitCode).toBe(1);
});
