import { expect, test } from 'vitest';
import type { SETTINGS } from '../../src/settings.ts';
import { createInstallation, doctor, type Installation } from './installation.ts';
import { temporaryFile } from './run-captured.ts';

const installation = createInstallation();

/** A wrong setting in an otherwise correct installation, with the check that finds it, its message and the fix. */
type Break = readonly [
  setting: keyof typeof SETTINGS.shape,
  value: string | ((there: Installation) => string),
  check: string,
  message: RegExp,
  fix: RegExp,
];

/** A setting of a wrong form: found without a request, and described. */
const malformed = (setting: keyof typeof SETTINGS.shape, value: string, message: RegExp): Break => [
  ...([setting, value, 'settings', new RegExp(`^${setting} ${message.source}`)] as const),
  /\.env/,
];

const NO_DATABASE = 'this is no database, and longer than a header has to be'.repeat(50);
const ODD_RULE = 'rules:\n  - accounts: ["1001"]\n    lateAftr: 3\n';

const BREAKS: readonly Break[] = [
  [
    'SLACK_BOT_TOKEN',
    'xoxb-x',
    'slack token',
    /refuses SLACK_BOT_TOKEN: invalid_auth/,
    /OAuth & Permissions/,
  ],
  [
    ...([
      'SLACK_APP_TOKEN',
      'xapp-x',
      'slack connection',
      /no Socket Mode connection: invalid_auth/,
    ] as const),
    /connections:write for SLACK_APP_TOKEN/,
  ],
  [
    ...(['SLACK_API_URL', 'http://127.0.0.1:2/api/', 'slack token'] as const),
    /no Slack Web API answers at SLACK_API_URL: network/,
    /DNS, firewall, proxy/,
  ],
  [
    ...([
      'SLACK_API_URL',
      ({ slack }: Installation) => slack.apiUrl.replace('/api/', '/'),
      'slack token',
    ] as const),
    /no Slack Web API.*http_404/,
    /remove SLACK_API_URL/i,
  ],
  malformed('ALLOWED_CHANNELS', '#oncall', /is not valid\. Ids of the channels/),
  malformed('ALLOWED_USER_GROUPS', '@oncall', /is not valid\. Ids of the user groups/),
  [
    ...([
      'ALLOWED_USER_GROUPS',
      ({ slack }: Installation) => slack.userGroups.oncall.id,
      'slack scopes',
    ] as const),
    /missing: usergroups:read/,
    /usergroups:read uncommented.*reinstall/,
  ],
  [
    ...(['BACKUP_SERVICE_URL', 'https://backup.invalid/api', 'sign-in'] as const),
    /no connection to the service \(login, E/,
    /typing mistake.*DNS/,
  ],
  [
    ...(['BACKUP_SERVICE_URL', 'http://127.0.0.1:9/api', 'sign-in'] as const),
    /no connection to the service \(login, ECONNREFUSED\)/,
    /BACKUP_SERVICE_URL.*firewall/,
  ],
  [
    ...([
      'BACKUP_SERVICE_URL',
      ({ service }: Installation) => service.url.replace('http:', 'https:'),
      'sign-in',
    ] as const),
    /the certificate of the service is not trusted \(login, /,
    /must be http:\/\//,
  ],
  [
    ...([
      'BACKUP_SERVICE_URL',
      ({ service }: Installation) => service.url.replace('/api', ''),
      'sign-in',
    ] as const),
    /the answer does not match the interface of the service.*\(login, HTTP 404, /,
    /must include the api prefix.*redirects are not followed.*proxy or firewall/,
  ],
  [
    ...(['BACKUP_SERVICE_USERNAME', 'nobody', 'sign-in', /refuses the user name or password/] as const),
    /BACKUP_SERVICE_USERNAME/,
  ],
  [
    ...(['BACKUP_SERVICE_PASSWORD', 'hunter2', 'sign-in', /refuses the user name or password/] as const),
    /BACKUP_SERVICE_PASSWORD/,
  ],
  malformed('HEARTBEAT_URL', 'http://ping.example/1', /must begin with https:.*\. Address that is called/),
  [
    ...(['DATABASE_URL', 'postgres://bot:hunter2@127.0.0.1:9/backup', 'database'] as const),
    /127\.0\.0\.1:9\/backup cannot be used/,
    /PostgreSQL runs/,
  ],
  [
    ...([
      'DATABASE_URL',
      () => `sqlite:${temporaryFile('no-database.db', NO_DATABASE)}`,
      'database',
    ] as const),
    /is damaged/,
    /Restore it from a backup/,
  ],
  [
    ...(['ACCOUNT_RULES_FILE', '/nowhere/rules.yaml', 'account rules', /cannot be read \(ENOENT\)/] as const),
    /account-rules\.example\.yaml/,
  ],
  [
    ...(['ACCOUNT_RULES_FILE', () => temporaryFile('rules.yaml', ODD_RULE), 'account rules'] as const),
    /rules\.yaml: .*lateAftr/,
    /account-rules\.example\.yaml/,
  ],
  malformed('BACKUP_STALE_AFTER_HOURS', '2', /must not be below BACKUP_LATE_AFTER_HOURS/),
];

/** Each ✗ with its fix. */
const crossesIn = (output: string) =>
  [...output.matchAll(/^✗ (.*)\n(.*)$/gm)].map(([, line = '', below = '']) => ({ line, below }));

test.each(BREAKS)(
  'a wrong %s gives exactly one ✗ with its fix, and exit 1',
  async (setting, value, check, message, fix) => {
    const broken = typeof value === 'string' ? value : value(installation);
    const { exitCode, stdout } = await doctor(installation.settings({ [setting]: broken }));
    const [cross, ...others] = crossesIn(stdout);
    expect(others).toEqual([]);
    expect(cross?.line).toMatch(new RegExp(`^${check} +\\S`));
    expect(cross?.line.slice(check.length).trim()).toMatch(message);
    expect(cross?.below).toMatch(/^ +→ /);
    expect(cross?.below).toMatch(fix);
    expect(stdout).toMatch(/\d+ ✓, 1 ✗/);
    expect(exitCode).toBe(1);
    expect(stdout).not.toContain('hunter2');
  },
);
