import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type ReferenceBackupService,
  startBackupService,
} from '../sandbox/backup-service/start-backup-service.ts';
import { type LocalSlack, startLocalSlack } from '../sandbox/slack/start-local-slack.ts';
import type { Finding } from '../src/doctor/finding.ts';
import { createStore } from '../src/store/create-store.ts';
import { captureLog } from './support/capture-log.ts';
import { runScript } from './support/run-script.ts';

let slack: LocalSlack;
let service: ReferenceBackupService;
let folder: string;

beforeAll(async () => {
  slack = await startLocalSlack();
  service = await startBackupService();
  folder = mkdtempSync(join(tmpdir(), 'backup-status-'));
});

afterAll(async () => {
  await slack.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

const SECRET_PASSWORD = 'hunter2-the-password';

const rightSettings = () => ({
  SLACK_API_URL: slack.apiUrl,
  SLACK_BOT_TOKEN: slack.botToken,
  SLACK_APP_TOKEN: slack.appToken,
  BACKUP_SERVICE_URL: service.url,
  BACKUP_SERVICE_USERNAME: service.username,
  BACKUP_SERVICE_PASSWORD: service.password,
  DATABASE_URL: `sqlite:${join(folder, 'not-there-yet', 'pins.db')}`,
});

type Settings = Record<string, string>;

const overHttp = ({ SLACK_APP_TOKEN: _, ...settings }: ReturnType<typeof rightSettings>): Settings => ({
  ...settings,
  SLACK_SIGNING_SECRET: slack.signingSecret,
  HOST: '127.0.0.1',
  PORT: '0',
});

async function examine(env: Settings, args: readonly string[] = []) {
  const { code, stdout, stderr } = await runScript('src/doctor.ts', { env, args: ['--json', ...args] }).ended;
  expect(stderr).toBe('');
  for (const [name, value] of Object.entries(env)) {
    if (value !== '' && /(TOKEN|SECRET|PASSWORD)$/.test(name)) expect(stdout, name).not.toContain(value);
  }
  const { findings } = JSON.parse(stdout) as { findings: readonly Finding[] };
  return { code, findings, failures: findings.filter(({ kind }) => kind === 'failed') };
}

test('a right installation: all ✓ in plain lines, nothing made, exit 0', async () => {
  const { code, stdout } = await runScript('src/doctor.ts', {
    env: rightSettings(),
    args: ['--account', '1001'],
  }).ended;
  expect(stdout).toMatch(/^backup-status \d+\.\d+\.\d+ on Node 24\./);
  expect(stdout).not.toMatch(/✗ |–/);
  expect(stdout).toContain('✓ slack token');
  expect(stdout).toContain('✓ slack scopes     commands');
  expect(stdout).toContain('✓ account          "1001": all 16 fields are as the interface says');
  expect(stdout).toContain('11 ✓, 0 ✗');
  expect(code).toBe(0);
  expect(() => readFileSync(join(folder, 'not-there-yet'))).toThrow('ENOENT');
  expect(slack.connectedSockets()).toBe(0);
});

test('a right installation over signed HTTP', async () => {
  const { code, findings, failures } = await examine(overHttp(rightSettings()));
  expect(failures).toEqual([]);
  expect(findings.map(({ check }) => check)).toEqual(
    expect.arrayContaining(['signing secret', 'listen address']),
  );
  expect(code).toBe(0);
});

interface Break {
  readonly setting: string;
  readonly how: string;
  readonly to: () => Settings | Promise<Settings>;
  readonly check: Finding['check'];
  readonly says: RegExp;
  readonly mend: RegExp;
}

const change = (settings: Settings) => (): Settings => ({ ...rightSettings(), ...settings });

const BREAKS: readonly Break[] = [
  {
    setting: 'SLACK_BOT_TOKEN',
    how: 'another one’s',
    to: change({ SLACK_BOT_TOKEN: 'xoxb-not-the-token' }),
    check: 'slack token',
    says: /invalid_auth/,
    mend: /OAuth & Permissions/,
  },
  {
    setting: 'SLACK_BOT_TOKEN',
    how: 'an app-level token',
    to: () => ({ ...rightSettings(), SLACK_BOT_TOKEN: slack.appToken }),
    check: 'settings',
    says: /SLACK_BOT_TOKEN must be the bot token/,
    mend: /\.env.*Bot token of the Slack app/,
  },
  {
    setting: 'SLACK_APP_TOKEN',
    how: 'another one’s',
    to: change({ SLACK_APP_TOKEN: 'xapp-not-the-token' }),
    check: 'slack connection',
    says: /invalid_auth/,
    mend: /connections:write/,
  },
  {
    setting: 'SLACK_APP_TOKEN',
    how: 'left out, and no signing secret',
    to: change({ SLACK_APP_TOKEN: '' }),
    check: 'settings',
    says: /SLACK_APP_TOKEN is missing/,
    mend: /Socket Mode/,
  },
  {
    setting: 'SLACK_SIGNING_SECRET',
    how: 'some other word',
    to: () => ({ ...overHttp(rightSettings()), SLACK_SIGNING_SECRET: 'Not-A-Signing-Secret' }),
    check: 'signing secret',
    says: /not of the form/,
    mend: /App Credentials/,
  },
  {
    setting: 'HOST',
    how: 'no address of this machine',
    to: () => ({ ...overHttp(rightSettings()), HOST: '192.0.2.1' }),
    check: 'listen address',
    says: /EADDRNOTAVAIL/,
    mend: /HOST/,
  },
  {
    setting: 'PORT',
    how: 'no port',
    to: () => ({ ...overHttp(rightSettings()), PORT: '70000' }),
    check: 'settings',
    says: /PORT must be a whole number/,
    mend: /PORT/,
  },
  {
    setting: 'SLACK_API_URL',
    how: 'nobody there',
    to: change({ SLACK_API_URL: 'http://127.0.0.1:2/api/' }),
    check: 'slack token',
    says: /ECONNREFUSED/,
    mend: /SLACK_API_URL/,
  },
  {
    setting: 'SLACK_API_URL',
    how: 'not the Web API',
    to: () => ({ ...rightSettings(), SLACK_API_URL: slack.apiUrl.replace('/api/', '/') }),
    check: 'slack token',
    says: /no Slack Web API.*HTTP 404/,
    mend: /take SLACK_API_URL out/i,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'no such host',
    to: change({ BACKUP_SERVICE_URL: 'https://backup.invalid/api' }),
    check: 'service address',
    says: /no host backup\.invalid/,
    mend: /DNS/,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'nobody there',
    to: change({ BACKUP_SERVICE_URL: 'http://127.0.0.1:9/api' }),
    check: 'service address',
    says: /ECONNREFUSED/,
    mend: /firewall/,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'https, where the service has none',
    to: () => ({ ...rightSettings(), BACKUP_SERVICE_URL: service.url.replace('http:', 'https:') }),
    check: 'service address',
    says: /no trust in 127\.0\.0\.1/,
    mend: /http:\/\//,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'without the api prefix',
    to: () => ({ ...rightSettings(), BACKUP_SERVICE_URL: service.url.replace('/api', '') }),
    check: 'sign-in',
    says: /login gives no usable answer/,
    mend: /api prefix/,
  },
  {
    setting: 'BACKUP_SERVICE_USERNAME',
    how: 'unknown',
    to: change({ BACKUP_SERVICE_USERNAME: 'nobody' }),
    check: 'sign-in',
    says: /refuses the user name or password/,
    mend: /BACKUP_SERVICE_USERNAME/,
  },
  {
    setting: 'BACKUP_SERVICE_PASSWORD',
    how: 'wrong',
    to: change({ BACKUP_SERVICE_PASSWORD: SECRET_PASSWORD }),
    check: 'sign-in',
    says: /refuses the user name or password/,
    mend: /BACKUP_SERVICE_PASSWORD/,
  },
  {
    setting: 'BACKUP_SERVICE_TIME_ZONE',
    how: 'no zone',
    to: change({ BACKUP_SERVICE_TIME_ZONE: 'Mars/Olympus' }),
    check: 'settings',
    says: /BACKUP_SERVICE_TIME_ZONE must be a time zone/,
    mend: /Zone of the service/,
  },
  {
    setting: 'BACKUP_STALE_AFTER_HOURS',
    how: 'below the late one',
    to: change({ BACKUP_STALE_AFTER_HOURS: '2' }),
    check: 'settings',
    says: /BACKUP_STALE_AFTER_HOURS must not be below/,
    mend: /critical/,
  },
  {
    setting: 'BACKUP_SERVICE_PASSWORD_FILE',
    how: 'not there',
    to: change({ BACKUP_SERVICE_PASSWORD: '', BACKUP_SERVICE_PASSWORD_FILE: '/nowhere/password' }),
    check: 'settings',
    says: /BACKUP_SERVICE_PASSWORD_FILE cannot be read: .*ENOENT/,
    mend: /Password of the service account/,
  },
  {
    setting: 'ACCOUNT_RULES_FILE',
    how: 'not there',
    to: change({ ACCOUNT_RULES_FILE: '/nowhere/rules.yaml' }),
    check: 'account rules',
    says: /cannot be read \(ENOENT\)/,
    mend: /account-rules\.example\.yaml/,
  },
  {
    setting: 'LOG_LEVEL',
    how: 'no level',
    to: change({ LOG_LEVEL: 'loud' }),
    check: 'settings',
    says: /LOG_LEVEL must be one of/,
    mend: /How much is logged/,
  },
  {
    setting: 'DATABASE_URL',
    how: 'a password with signs that end the host',
    to: change({ DATABASE_URL: 'postgres://bot:hunter2/x@db:5432/backup' }),
    check: 'database',
    says: /DATABASE_URL is not understood/,
    mend: /%2F/,
  },
  {
    setting: 'DATABASE_URL',
    how: 'a PostgreSQL that is not there',
    to: change({ DATABASE_URL: 'postgres://bot:hunter2@127.0.0.1:9/backup' }),
    check: 'database',
    says: /127\.0\.0\.1:9\/backup cannot be used/,
    mend: /PostgreSQL runs/,
  },
  {
    setting: 'DATABASE_URL',
    how: 'a file that is no database',
    to() {
      const path = join(folder, 'no-database.db');
      writeFileSync(path, 'this is no database, and longer than a header has to be'.repeat(50));
      return { ...rightSettings(), DATABASE_URL: `sqlite:${path}` };
    },
    check: 'database',
    says: /is damaged/,
    mend: /Restore it from a backup/,
  },
];

describe('one setting broken: the right ✗ alone, with its mend, and exit 1', () => {
  test.each(BREAKS)('$setting: $how', async ({ to, check, says, mend }) => {
    const { code, failures } = await examine(await to());
    expect(failures).toEqual([
      { check, kind: 'failed', says: expect.stringMatching(says), mend: expect.stringMatching(mend) },
    ]);
    expect(code).toBe(1);
    expect(JSON.stringify(failures)).not.toContain('hunter2');
  });

  test('they are fifteen settings and more', () => {
    expect(new Set(BREAKS.map(({ setting }) => setting)).size).toBeGreaterThanOrEqual(12);
    expect(BREAKS.length).toBeGreaterThanOrEqual(15);
  });
});

test('a scope that the workspace has not granted', async () => {
  const strict = await startLocalSlack({ scopes: [] });
  onTestFinished(() => strict.close());
  const { apiUrl, botToken, appToken } = strict;
  const settings = {
    ...rightSettings(),
    SLACK_API_URL: apiUrl,
    SLACK_BOT_TOKEN: botToken,
    SLACK_APP_TOKEN: appToken,
  };
  const { failures } = await examine(settings);
  expect(failures).toMatchObject([
    {
      check: 'slack scopes',
      says: 'missing: commands, users:read',
      mend: expect.stringContaining('reinstall'),
    },
  ]);
  const { failures: withGroups } = await examine({ ...rightSettings(), ALLOWED_USER_GROUPS: 'S0ONCALL001' });
  expect(withGroups).toMatchObject([
    { check: 'slack scopes', says: 'missing: usergroups:read', mend: expect.stringContaining('comment') },
  ]);
});

test('a service that sends what it should not: every departing field by name, and no value of a person', async () => {
  const odd = await startBackupService();
  onTestFinished(() => odd.close());
  odd.addFault({ kind: 'wrong-types' }, { operation: 'general-info' });
  const { code, failures } = await examine({ ...rightSettings(), BACKUP_SERVICE_URL: odd.url }, [
    '--account',
    '1001',
  ]);
  expect(code).toBe(1);
  expect(failures).toHaveLength(16);
  expect(failures.map(({ says }) => says)).toEqual(expect.arrayContaining(['email has a wrong type']));
});

test('an account that is not there, and one whose clock is ahead', async () => {
  const unknown = await examine(rightSettings(), ['--account', 'no-such-id']);
  expect(unknown.failures).toMatchObject([
    { check: 'account', says: expect.stringContaining('knows no account "no-such-id"') },
  ]);
  const zone = { ...rightSettings(), BACKUP_SERVICE_TIME_ZONE: 'America/Los_Angeles' };
  const ahead = await examine(zone, ['--account', '1001']);
  expect(ahead.failures).toContainEqual(
    expect.objectContaining({ mend: expect.stringContaining('read as America/Los_Angeles now') }),
  );
});

test('a service whose clock is an hour ahead, and a token of seconds', async () => {
  const odd = await startBackupService({ now: () => Date.now() + 3_600_000, tokenLifetimeMs: 20_000 });
  onTestFinished(() => odd.close());
  const { failures } = await examine({ ...rightSettings(), BACKUP_SERVICE_URL: odd.url });
  expect(failures).toMatchObject([
    { check: 'token', says: expect.stringContaining('a token lives') },
    {
      check: 'clock',
      says: expect.stringMatching(/(59 min|60 min|1 h).* ahead of/),
      mend: expect.stringContaining('NTP'),
    },
  ]);
});

test('a database that has been used: its version and who may read the file', async () => {
  const path = join(folder, 'used.db');
  const url = `sqlite:${path}`;
  const store = await createStore({ databaseUrl: url, now: Date.now, log: captureLog().log });
  await store.close();
  const { findings } = await examine({ ...rightSettings(), DATABASE_URL: url });
  expect(findings.slice(-2)).toMatchObject([
    { check: 'database', kind: 'passed', says: expect.stringContaining('up to date') },
    { check: 'database file', kind: 'passed', says: expect.stringContaining('600') },
  ]);
});

test('while the bot listens on its port that is no fault', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as { port: number };
  const { failures } = await examine({ ...overHttp(rightSettings()), PORT: String(port) });
  expect(failures).toEqual([]);
});

test('a flag that it does not know: usage, and exit 1', async () => {
  const { code, stderr } = await runScript('src/doctor.ts', { args: ['--acount', '1'] }).ended;
  expect(code).toBe(1);
  expect(stderr).toContain('--account ID');
});
