import { expect, test } from 'vitest';
import type { SETTINGS } from '../../src/settings.ts';
import { atOnce } from '../support/slack-settings.ts';
import { createInstallation, doctor, type Installation } from './installation.ts';
import { temporaryFile } from './run-captured.ts';

const installation = createInstallation();

type Setting = keyof typeof SETTINGS.shape;

/** A wrong setting in an otherwise correct installation: the check that finds it, its message and the fix. */
const wrong = (setting: Setting, value: string | ((there: Installation) => string), check = 'settings') => ({
  says: (message: RegExp, fix = /\.env/) => [setting, value, check, message, fix] as const,
});

const NO_DATABASE = 'this is no database, and longer than a header has to be'.repeat(50);
const ODD_RULE = 'rules:\n  - accounts: ["1001"]\n    lateAftr: 3\n';

const BREAKS = [
  wrong('SLACK_BOT_TOKEN', 'xoxb-x', 'slack token').says(
    /refuses SLACK_BOT_TOKEN: invalid_auth/,
    /OAuth & Permissions/,
  ),
  wrong('SLACK_APP_TOKEN', 'xapp-x', 'slack connection').says(
    /refuses SLACK_APP_TOKEN: invalid_auth/,
    /connections:write for SLACK_APP_TOKEN/,
  ),
  wrong('SLACK_API_URL', 'http://127.0.0.1:2/api/', 'slack token').says(
    /no Slack Web API answers at SLACK_API_URL: network/,
    /DNS, firewall, proxy/,
  ),
  wrong('SLACK_API_URL', ({ slack }) => slack.apiUrl.replace('/api/', '/'), 'slack token').says(
    /no Slack Web API.*http_404/,
    /remove SLACK_API_URL/i,
  ),
  wrong('ALLOWED_CHANNELS', '#oncall').says(/^ALLOWED_CHANNELS is not valid\. Ids of the channels/),
  wrong('ALLOWED_USER_GROUPS', '@oncall').says(/^ALLOWED_USER_GROUPS is not valid\. Ids of the user groups/),
  wrong('ALLOWED_USER_GROUPS', ({ slack }) => slack.userGroups.oncall.id, 'slack scopes').says(
    /missing: usergroups:read/,
    /usergroups:read uncommented.*reinstall/,
  ),
  wrong('BACKUP_SERVICE_URL', 'https://backup.invalid/api', 'sign-in').says(
    /no connection to the service \(login, E/,
    /typing mistake.*DNS/,
  ),
  wrong('BACKUP_SERVICE_URL', 'http://127.0.0.1:9/api', 'sign-in').says(
    /no connection to the service \(login, ECONNREFUSED\)/,
    /BACKUP_SERVICE_URL.*firewall/,
  ),
  wrong('BACKUP_SERVICE_URL', ({ service }) => service.url.replace('http:', 'https:'), 'sign-in').says(
    /the certificate of the service is not accepted \(login, /,
    /NODE_EXTRA_CA_CERTS .* in the environment of the process.*expired.* must be http:\/\//,
  ),
  wrong('BACKUP_SERVICE_URL', ({ service }) => service.url.replace('/api', ''), 'sign-in').says(
    /the answer does not match the interface of the service.*\(login, HTTP 404, /,
    /must include the api prefix.*redirects are not followed.*proxy or firewall/,
  ),
  wrong('BACKUP_SERVICE_USERNAME', 'nobody', 'sign-in').says(
    /refuses the user name or password/,
    /BACKUP_SERVICE_USERNAME/,
  ),
  wrong('BACKUP_SERVICE_PASSWORD', 'hunter2', 'sign-in').says(
    /refuses the user name or password/,
    /BACKUP_SERVICE_PASSWORD/,
  ),
  // docker run --env-file keeps quotes.
  wrong('BACKUP_SERVICE_PASSWORD', ({ service }) => `'${service.password}'`).says(
    /begins and ends with a quote, which is part of it/,
  ),
  wrong('HEARTBEAT_URL', 'http://ping.example/1').says(
    /^HEARTBEAT_URL must begin with https:.*\. Address that is called/,
  ),
  wrong('DATABASE_URL', 'postgres://bot:hunter2@127.0.0.1:9/backup', 'database').says(
    /127\.0\.0\.1:9\/backup cannot be used/,
    /PostgreSQL runs/,
  ),
  wrong('DATABASE_URL', () => `sqlite:${temporaryFile('no-database.db', NO_DATABASE)}`, 'database').says(
    /is damaged/,
    /Restore it from a backup/,
  ),
  wrong('ACCOUNT_RULES_FILE', '/nowhere/rules.yaml', 'account rules').says(
    /cannot be read \(ENOENT\)/,
    /account-rules\.example\.yaml/,
  ),
  wrong('ACCOUNT_RULES_FILE', () => temporaryFile('rules.yaml', ODD_RULE), 'account rules').says(
    /rules\.yaml: .*lateAftr/,
    /account-rules\.example\.yaml/,
  ),
  wrong('BACKUP_STALE_AFTER_HOURS', '2').says(
    /^BACKUP_STALE_AFTER_HOURS \(2\) must not be below BACKUP_LATE_AFTER_HOURS \(26\)/,
  ),
];

/** Each ✗ with its fix. */
const crossesIn = (output: string) =>
  [...output.matchAll(/^✗ (.*)\n(.*)$/gm)].map(([, line = '', below = '']) => ({ line, below }));

test(
  'a wrong setting gives exactly one ✗ with its fix, and exit 1',
  atOnce(BREAKS, async ([setting, value, check, message, fix]) => {
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
  }),
);
