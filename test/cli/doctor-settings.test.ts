import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/cli/doctor.ts';
import { SETTINGS } from '../../src/settings.ts';
import {
  createInstallation,
  doctor,
  type Installation,
  runDoctorProcess,
  type Settings,
} from './installation.ts';

const installation = createInstallation();

/** One setting made wrong, and what the doctor has to say of it. */
interface Break {
  /** Its name in src/settings.ts. */
  readonly setting: string;
  readonly how: string;
  readonly settings: (installation: Installation) => Settings;
  readonly check: Finding['check'];
  readonly message: RegExp;
  readonly fix: RegExp;
}

/** A setting whose very form is wrong: nothing has to be asked, and the fix says what the setting is. */
const malformed = (setting: keyof typeof SETTINGS.shape, value: string, message: RegExp): Break => ({
  setting,
  how: value === '' ? 'left out' : value,
  settings: ({ settings }) => settings({ [setting]: value }),
  check: 'settings',
  message: new RegExp(`^${setting} ${message.source}`),
  fix: new RegExp(`\\.env.*${setting}: .*${literally(SETTINGS.shape[setting].description ?? '')}`),
});

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const BREAKS: readonly Break[] = [
  {
    setting: 'SLACK_BOT_TOKEN',
    how: 'another one’s',
    settings: ({ settings }) => settings({ SLACK_BOT_TOKEN: 'xoxb-not-the-token' }),
    check: 'slack token',
    message: /refuses SLACK_BOT_TOKEN: invalid_auth/,
    fix: /OAuth & Permissions/,
  },
  {
    setting: 'SLACK_BOT_TOKEN',
    how: 'an app-level token',
    settings: ({ settings, slack }) => settings({ SLACK_BOT_TOKEN: slack.appToken }),
    check: 'settings',
    message: /SLACK_BOT_TOKEN is an app-level token .* belongs into SLACK_APP_TOKEN/,
    fix: /\.env.*Bot token of the Slack app/,
  },
  {
    setting: 'SLACK_APP_TOKEN',
    how: 'another one’s',
    settings: ({ settings }) => settings({ SLACK_APP_TOKEN: 'xapp-not-the-token' }),
    check: 'slack connection',
    message: /no Socket Mode connection: invalid_auth/,
    fix: /connections:write for SLACK_APP_TOKEN/,
  },
  {
    setting: 'SLACK_APP_TOKEN',
    how: 'left out, and no signing secret',
    settings: ({ settings }) => settings({ SLACK_APP_TOKEN: '' }),
    check: 'settings',
    message: /SLACK_APP_TOKEN is missing/,
    fix: /Socket Mode/,
  },
  {
    setting: 'SLACK_SIGNING_SECRET',
    how: 'some other word',
    settings: ({ overHttp }) => overHttp({ SLACK_SIGNING_SECRET: 'Not-A-Signing-Secret' }),
    check: 'settings',
    message:
      /SLACK_SIGNING_SECRET must be the signing secret of the Slack app \(Basic Information, App Credentials\): 32/,
    fix: /Signing secret/,
  },
  {
    setting: 'SLACK_API_URL',
    how: 'nobody there',
    settings: ({ settings }) => settings({ SLACK_API_URL: 'http://127.0.0.1:2/api/' }),
    check: 'slack token',
    message: /no Slack Web API answers at SLACK_API_URL: network/,
    fix: /DNS, firewall, proxy/,
  },
  {
    setting: 'SLACK_API_URL',
    how: 'not the Web API',
    settings: ({ settings, slack }) => settings({ SLACK_API_URL: slack.apiUrl.replace('/api/', '/') }),
    check: 'slack token',
    message: /no Slack Web API.*http_404/,
    fix: /take SLACK_API_URL out/i,
  },
  malformed('PORT', '70000', /must be a whole number/),
  malformed('ALLOWED_CHANNELS', '#oncall', /must be channel ids/),
  malformed('ALLOWED_USERS', 'ada', /must be user ids/),
  malformed('ALLOWED_USER_GROUPS', '@oncall', /must be ids of user groups/),
  {
    setting: 'ALLOWED_USER_GROUPS',
    how: 'without the scope for it',
    settings: ({ settings, slack }) => settings({ ALLOWED_USER_GROUPS: slack.userGroups.oncall.id }),
    check: 'slack scopes',
    message: /missing: usergroups:read/,
    fix: /comment taken off usergroups:read.*reinstall/,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'no such host',
    settings: ({ settings }) => settings({ BACKUP_SERVICE_URL: 'https://backup.invalid/api' }),
    check: 'sign-in',
    message: /there is no such host: /,
    fix: /slip, and the DNS/,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'nobody there',
    settings: ({ settings }) => settings({ BACKUP_SERVICE_URL: 'http://127.0.0.1:9/api' }),
    check: 'sign-in',
    message: /no connection to the service: ECONNREFUSED/,
    fix: /host and port in BACKUP_SERVICE_URL.*firewall/,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'https, where the service has none',
    settings: ({ settings, service }) =>
      settings({ BACKUP_SERVICE_URL: service.url.replace('http:', 'https:') }),
    check: 'sign-in',
    message: /no trust in the service: /,
    fix: /must be http:\/\//,
  },
  {
    setting: 'BACKUP_SERVICE_URL',
    how: 'without the api prefix',
    settings: ({ settings, service }) => settings({ BACKUP_SERVICE_URL: service.url.replace('/api', '') }),
    check: 'sign-in',
    message: /login answers HTTP 404/,
    fix: /must hold the api prefix/,
  },
  {
    setting: 'BACKUP_SERVICE_USERNAME',
    how: 'unknown',
    settings: ({ settings }) => settings({ BACKUP_SERVICE_USERNAME: 'nobody' }),
    check: 'sign-in',
    message: /refuses the user name or password/,
    fix: /BACKUP_SERVICE_USERNAME/,
  },
  {
    setting: 'BACKUP_SERVICE_PASSWORD',
    how: 'wrong',
    settings: ({ settings }) => settings({ BACKUP_SERVICE_PASSWORD: 'hunter2-the-password' }),
    check: 'sign-in',
    message: /refuses the user name or password/,
    fix: /BACKUP_SERVICE_PASSWORD/,
  },
  {
    setting: 'BACKUP_SERVICE_PASSWORD',
    how: 'in a file that is not there',
    settings: ({ settings }) =>
      settings({ BACKUP_SERVICE_PASSWORD: '', BACKUP_SERVICE_PASSWORD_FILE: '/nowhere/password' }),
    check: 'settings',
    message: /BACKUP_SERVICE_PASSWORD_FILE cannot be read: .*ENOENT/,
    fix: /Password of the service account/,
  },
  malformed('BACKUP_SERVICE_TIME_ZONE', 'Mars/Olympus', /must be a time zone/),
  malformed('BACKUP_SERVICE_MAX_CONCURRENT', '0', /must be a whole number from 1/),
  malformed('WATCH_REQUESTS_PER_SECOND', '0', /must be a whole number from 1 to 100/),
  malformed('HEARTBEAT_URL', 'http://ping.example/1', /must be an https address/),
  {
    setting: 'DATABASE_URL',
    how: 'a password with signs that end the host',
    settings: ({ settings }) => settings({ DATABASE_URL: 'postgres://bot:hunter2/x@db:5432/backup' }),
    check: 'settings',
    message: /DATABASE_URL must be sqlite:.*%2F/,
    fix: /DATABASE_URL: Where pins/,
  },
  {
    setting: 'DATABASE_URL',
    how: 'a PostgreSQL that is not there',
    settings: ({ settings }) => settings({ DATABASE_URL: 'postgres://bot:hunter2@127.0.0.1:9/backup' }),
    check: 'database',
    message: /127\.0\.0\.1:9\/backup cannot be used/,
    fix: /PostgreSQL runs/,
  },
  {
    setting: 'DATABASE_URL',
    how: 'a file that is no database',
    settings: ({ settings, write }) => {
      const text = 'this is no database, and longer than a header has to be'.repeat(50);
      return settings({ DATABASE_URL: `sqlite:${write('no-database.db', text)}` });
    },
    check: 'database',
    message: /is damaged/,
    fix: /Restore it from a backup/,
  },
  {
    setting: 'ACCOUNT_RULES_FILE',
    how: 'not there',
    settings: ({ settings }) => settings({ ACCOUNT_RULES_FILE: '/nowhere/rules.yaml' }),
    check: 'account rules',
    message: /cannot be read \(ENOENT\)/,
    fix: /account-rules\.example\.yaml/,
  },
  {
    setting: 'ACCOUNT_RULES_FILE',
    how: 'with a word that it does not know',
    settings: ({ settings, write }) =>
      settings({
        ACCOUNT_RULES_FILE: write('rules.yaml', 'rules:\n  - accounts: ["1001"]\n    lateAftr: 3\n'),
      }),
    check: 'account rules',
    message: /rules\.yaml: .*lateAftr/,
    fix: /account-rules\.example\.yaml/,
  },
  malformed('OPERATIONS_PORT', 'none', /must be off, or a whole number/),
  malformed('BACKUP_LATE_AFTER_HOURS', '0', /must be a number of hours above 0/),
  malformed('BACKUP_STALE_AFTER_HOURS', '2', /must not be below BACKUP_LATE_AFTER_HOURS/),
  malformed('PACKAGE_ENDS_SOON_DAYS', '1.5', /must be a whole number/),
  malformed('LANGUAGE', 'de', /must be en or tr/),
  malformed('LOG_LEVEL', 'loud', /must be one of/),
];

/** Each ✗ with the fix below it. */
const crossesIn = (output: string) =>
  [...output.matchAll(/^✗ (.*)\n(.*)$/gm)].map(([, line = '', below = '']) => ({ line, below }));

describe('one setting broken: the right ✗ alone, with its fix, and exit 1', () => {
  test.each(BREAKS)('$setting: $how', async ({ settings, check, message, fix }) => {
    const { code, stdout } = await doctor(settings(installation));
    const [cross, ...others] = crossesIn(stdout);
    expect(others).toEqual([]);
    expect(cross?.line).toMatch(new RegExp(`^${check} +\\S`));
    expect(cross?.line.slice(check.length).trim()).toMatch(message);
    expect(cross?.below).toMatch(/^ +→ /);
    expect(cross?.below).toMatch(fix);
    expect(stdout).toMatch(/\d+ ✓, 1 ✗/);
    expect(code).toBe(1);
    expect(stdout).not.toContain('hunter2');
  });

  test('as a process, too', async () => {
    const { code, stdout, stderr } = await runDoctorProcess(
      installation,
      installation.settings({ BACKUP_SERVICE_PASSWORD: 'hunter2-the-password' }),
    );
    expect(crossesIn(stdout).map(({ line }) => line)).toEqual([expect.stringMatching(/^sign-in /)]);
    expect([code, stderr]).toEqual([1, '']);
  });

  test('these are fifteen settings and more, each a real one', () => {
    const broken = new Set(BREAKS.map(({ setting }) => setting));
    expect([...broken].filter((name) => !(name in SETTINGS.shape))).toEqual([]);
    expect(broken.size).toBeGreaterThanOrEqual(15);
  });
});
