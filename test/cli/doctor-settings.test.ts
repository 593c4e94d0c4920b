import { describe, expect, test } from 'vitest';
import type { Finding } from '../../src/cli/doctor.ts';
import { SETTINGS } from '../../src/settings.ts';
import { createInstallation, doctor, type Installation, type Settings } from './installation.ts';

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
    setting: 'SLACK_APP_TOKEN',
    how: 'another one’s',
    settings: ({ settings }) => settings({ SLACK_APP_TOKEN: 'xapp-not-the-token' }),
    check: 'slack connection',
    message: /no Socket Mode connection: invalid_auth/,
    fix: /connections:write for SLACK_APP_TOKEN/,
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
  malformed('ALLOWED_CHANNELS', '#oncall', /must be channel ids/),
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
    fix: /typing mistake, and the DNS/,
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
  malformed('HEARTBEAT_URL', 'http://ping.example/1', /must be an https address/),
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
  malformed('BACKUP_STALE_AFTER_HOURS', '2', /must not be below BACKUP_LATE_AFTER_HOURS/),
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
});
