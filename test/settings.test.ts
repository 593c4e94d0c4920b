import { describe, expect, test } from 'vitest';
import { accessOf, readSettings, SETTINGS, thresholdsOf } from '../src/settings.ts';
import { temporaryFile } from './cli/run-captured.ts';

/** The settings that a start needs. */
const MINIMAL = {
  SLACK_BOT_TOKEN: 'xoxb-secret-bot-token',
  SLACK_APP_TOKEN: 'xapp-secret-app-token',
  BACKUP_SERVICE_URL: 'https://backup.example/api',
  BACKUP_SERVICE_USERNAME: 'svc@example.com',
  BACKUP_SERVICE_PASSWORD: 'correct horse',
};

/** The problems of these settings. */
const problemsOf = (environment: Record<string, string | undefined>) => {
  const result = readSettings(environment);
  return result.kind === 'invalid' ? result.problems : [];
};

const valid = (environment: Record<string, string | undefined>) => {
  const result = readSettings(environment);
  if (result.kind === 'invalid') throw new Error(result.problems.join('\n'));
  return result.settings;
};

test('there are 33 settings at most', () => {
  expect(Object.keys(SETTINGS.shape).length).toBeLessThanOrEqual(33);
});

describe('settings', () => {
  test('five are enough for Socket Mode, the others have defaults', () => {
    const settings = valid(MINIMAL);
    expect(settings).toMatchObject({
      SLACK_BOT_TOKEN: 'xoxb-secret-bot-token',
      SLACK_API_URL: 'https://slack.com/api/',
      SLACK_APP_TOKEN: 'xapp-secret-app-token',
    });
    expect(thresholdsOf(settings).late).toEqual({
      value: 26,
      unit: 'hour',
      setBy: 'BACKUP_LATE_AFTER_HOURS',
    });
    expect(settings.DATABASE_URL).toBe('sqlite:./data/backup-status.db');
    expect(settings.BACKUP_SERVICE_TIME_ZONE).toBeUndefined();
  });

  test('a command reads only the settings that it uses', () => {
    const environment = { DATABASE_URL: 'sqlite:./a.db', ALLOWED_CHANNELS: '', SLACK_BOT_TOKEN: 'xapp-1' };
    expect(readSettings(environment, ['DATABASE_URL'])).toEqual({
      kind: 'valid',
      settings: { DATABASE_URL: 'sqlite:./a.db' },
      warnings: [],
    });
    expect(readSettings({ DATABASE_URI: 'postgres://db/x' }, ['DATABASE_URL'])).toEqual({
      kind: 'invalid',
      problems: ['DATABASE_URI is not a setting: did you mean DATABASE_URL?'],
    });
  });

  test('everybody may ask, unless lists restrict that', () => {
    expect(accessOf(valid(MINIMAL))).toEqual({});
    const lists = {
      ALLOWED_CHANNELS: ' C0123456789, home,direct,',
      ALLOWED_USERS: 'U0123456789 W0123456789',
      ALLOWED_USER_GROUPS: 'S0123456789',
    };
    expect(accessOf(valid({ ...MINIMAL, ...lists }))).toEqual({
      places: ['C0123456789', 'home', 'direct'],
      users: ['U0123456789', 'W0123456789'],
      userGroups: ['S0123456789'],
    });
  });

  test.each([
    ['ALLOWED_CHANNELS', '#oncall', 'C0123456789'],
    ['ALLOWED_CHANNELS', ' , ,', 'C0123456789'],
    ['ALLOWED_CHANNELS', 'D0123456789', '`direct`'],
    ['ALLOWED_USERS', 'U0123456789,@ada', 'U0123456789'],
    ['ALLOWED_USER_GROUPS', '@oncall', 'S0123456789'],
  ])('%s: %j would let in the wrong people, and is refused', (name, value, shown) => {
    const problems = problemsOf({ ...MINIMAL, [name]: value });
    expect(problems).toEqual([expect.stringContaining(shown)]);
    expect(problems[0]).toMatch(new RegExp(`^${name} is not valid\\. `));
    expect(problems[0]).not.toContain('ada');
  });

  test('the Web API URL always ends with a slash, which the SDK needs', () => {
    expect(valid({ ...MINIMAL, SLACK_API_URL: 'https://slack-gov.com/api' }).SLACK_API_URL).toBe(
      'https://slack-gov.com/api/',
    );
  });

  test.each([
    ['tr', 'tr'],
    ['en_US:en', 'en'],
    ['tr_TR:en', 'tr'],
    ['de_DE:de:tr_TR', 'tr'],
  ])('LANGUAGE=%s from a shell means %s', (value, language) => {
    expect(valid({ ...MINIMAL, LANGUAGE: value }).LANGUAGE).toBe(language);
  });
});

describe('mistakes', () => {
  test('are reported all at once, by name and rule', () => {
    expect(problemsOf({})).toEqual([
      'SLACK_BOT_TOKEN is missing. Bot token of the Slack app (`xoxb-…`).',
      'SLACK_APP_TOKEN is missing: set it for Socket Mode, or SLACK_SIGNING_SECRET for signed HTTP',
      'BACKUP_SERVICE_URL is missing. Address of the Backup Account Service, with its api prefix, such as `https://backup.example.com/api`.',
      'BACKUP_SERVICE_USERNAME is missing. User name or e-mail address of the service account.',
      'BACKUP_SERVICE_PASSWORD is missing. Password of the service account.',
    ]);
  });

  const WITHOUT = 'without user name, query or fragment';
  const WEB = `must begin with https:// or http://, ${WITHOUT}`;
  test.each([
    ['CONSOLE_URL', 'http://console.example/{id}', 'must begin with https:// and a host, without user name'],
    ['CONSOLE_URL', 'https://console.example/accounts', 'is not valid'],
    [
      'CONSOLE_URL',
      'https://{id}.example/accounts',
      'must begin with https:// and a host, without user name',
    ],
    ['SLACK_BOT_TOKEN', 'xoxp-1-wrong-kind', 'is not valid'],
    ['SLACK_BOT_TOKEN', 'xapp-1-wrong-kind', 'is a token for SLACK_APP_TOKEN'],
    ['SLACK_APP_TOKEN', 'xoxb-wrong-kind', 'is a token for SLACK_BOT_TOKEN'],
    ['BACKUP_SERVICE_URL', 'backup.customer.example/api', WEB],
    ['SLACK_SIGNING_SECRET', 'Not-A-Signing-Secret', 'is not valid'],
    ['BACKUP_SERVICE_URL', 'https://user:pass@backup.example/api', WEB],
    ['NTFY_URL', 'https://ntfy.sh', 'is not valid'],
    ['NTFY_URL', 'http://ntfy.example/topic', `must begin with https://, ${WITHOUT}`],
    ['BACKUP_LATE_AFTER_HOURS', '-1', 'must be a number of hours above 0, 8784 at most'],
    [
      'DATABASE_URL',
      'mysql://u:hunter2@db/x',
      'must be sqlite:./data/backup-status.db or postgres://user:password@host:5432/database',
    ],
    ['LANGUAGE', 'de_DE:de', 'is not valid'],
    ['BACKUP_SERVICE_TIME_ZONE', 'Mars/Olympus', 'is not valid'],
    ['BACKUP_SERVICE_MAX_CONCURRENT', '0', 'must be a whole number from 1 to 100'],
    ['PACKAGE_ENDS_SOON_DAYS', '1.5', 'must be a whole number from 0 to 365'],
    ['OPERATIONS_PORT', 'none', 'is not valid'],
    ['LOG_LEVEL', 'loud', 'is not valid'],
  ] as const)('%s=%s', (name, value, rule) => {
    expect(problemsOf({ ...MINIMAL, [name]: value })).toEqual([
      `${name} ${rule}. ${SETTINGS.shape[name].description}`,
    ]);
  });

  test('a placeholder, and a value in quotes, is refused and reported as such', () => {
    const says = 'begins and ends with a quote, which is part of it: docker run keeps those in .env';
    const placeholder = 'is still a placeholder: put the real value in its place';
    const pasted = {
      SLACK_BOT_TOKEN: '"xoxb-1"',
      SLACK_APP_TOKEN: 'xapp-…',
      BACKUP_LATE_AFTER_HOURS: '"20"',
    };
    expect(problemsOf({ ...MINIMAL, ...pasted, BACKUP_SERVICE_PASSWORD: '<password>' })).toEqual([
      expect.stringMatching(`^SLACK_BOT_TOKEN ${says}\\. Bot token`),
      expect.stringMatching(`^SLACK_APP_TOKEN ${placeholder}\\. App-level`),
      expect.stringMatching(`^BACKUP_SERVICE_PASSWORD ${placeholder}\\. `),
      expect.stringMatching(`^BACKUP_LATE_AFTER_HOURS ${says}\\. `),
    ]);
    const inFile = { BACKUP_SERVICE_PASSWORD_FILE: temporaryFile('quoted', "'its own'") };
    const { BACKUP_SERVICE_PASSWORD: _, ...others } = MINIMAL;
    expect(valid({ ...others, ...inFile }).BACKUP_SERVICE_PASSWORD).toBe("'its own'");
  });

  test('a secret that is not valid is not missing, too', () => {
    const webhook = { WEBHOOK_URL: 'https://hooks.example/x', WEBHOOK_SECRET: 'abc' };
    expect(problemsOf({ ...MINIMAL, ...webhook })).toEqual([
      expect.stringMatching(/^WEBHOOK_SECRET is not valid/),
    ]);
    expect(problemsOf({ ...MINIMAL, WEBHOOK_URL: 'https://hooks.example/x' })).toEqual([
      expect.stringMatching(/^WEBHOOK_SECRET is missing/),
    ]);
  });

  test('two limits in the wrong order are named with their values, of which one may be the default', () => {
    expect(problemsOf({ ...MINIMAL, BACKUP_LATE_AFTER_HOURS: '72' })).toEqual([
      'BACKUP_STALE_AFTER_HOURS (48) must not be below BACKUP_LATE_AFTER_HOURS (72)',
    ]);
  });

  test('are reported without values, which may be secrets in the wrong place', () => {
    const secrets = ['xoxp-some-secret', 'xoxb-another-secret', 'hunter2', 'https://u:topsecret@x/'];
    const problems = problemsOf({
      SLACK_BOT_TOKEN: secrets[0],
      SLACK_APP_TOKEN: secrets[1],
      SLACK_SIGNING_SECRET: secrets[2],
      DATABASE_URL: secrets[2],
      BACKUP_SERVICE_URL: secrets[3],
    }).join('\n');
    for (const secret of secrets) expect(problems).not.toContain(secret);
  });
});

describe('secrets from files', () => {
  const { BACKUP_SERVICE_PASSWORD: _, ...WITHOUT_PASSWORD } = MINIMAL;

  test.each([
    [' a blank on both sides ', '\n'],
    ['two newlines\n', '\n'],
    ['of Windows', '\r\n'],
    ['no newline', ''],
  ])('lose only their last newline: %j', (secret, end) => {
    const files = { BACKUP_SERVICE_PASSWORD_FILE: temporaryFile('kept', `${secret}${end}`) };
    expect(valid({ ...WITHOUT_PASSWORD, ...files }).BACKUP_SERVICE_PASSWORD).toBe(secret);
  });

  test('a file that is missing or empty is the only reported problem', () => {
    const problemsWith = (file: string) =>
      problemsOf({ ...WITHOUT_PASSWORD, BACKUP_SERVICE_PASSWORD_FILE: file });
    const empty = temporaryFile('empty', '\n');
    expect(problemsWith('/nowhere')).toEqual([
      'BACKUP_SERVICE_PASSWORD_FILE cannot be read: /nowhere (ENOENT)',
    ]);
    expect(problemsWith(empty)).toEqual([`BACKUP_SERVICE_PASSWORD_FILE names an empty file: ${empty}`]);
  });

  test('may be beside their own setting if it is empty, as in .env.example', () => {
    const file = temporaryFile('password', 'from a file\n');
    const files = { BACKUP_SERVICE_PASSWORD_FILE: file, BACKUP_SERVICE_PASSWORD: '' };
    expect(valid({ ...MINIMAL, ...files }).BACKUP_SERVICE_PASSWORD).toBe('from a file');
  });

  test.each([
    ...['SLACK_BOT_TOKEN', 'SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET', 'BACKUP_SERVICE_PASSWORD'],
    ...['BACKUP_SERVICE_URL', 'DATABASE_URL', 'HEARTBEAT_URL', 'PAGERDUTY_ROUTING_KEY'],
    ...['NTFY_URL', 'NTFY_TOKEN', 'WEBHOOK_URL', 'WEBHOOK_SECRET'],
  ])('%s may be one', (name) => {
    const problem = `${name}_FILE cannot be read: /nowhere (ENOENT)`;
    expect(problemsOf({ [`${name}_FILE`]: '/nowhere' })).toContain(problem);
  });

  test('cannot also be set directly', () => {
    expect(problemsOf({ ...MINIMAL, BACKUP_SERVICE_PASSWORD_FILE: '/nowhere' })).toEqual([
      'BACKUP_SERVICE_PASSWORD is set twice: remove either BACKUP_SERVICE_PASSWORD or BACKUP_SERVICE_PASSWORD_FILE',
    ]);
  });
});

test.each(Object.keys(SETTINGS.shape))('%s is refused if it is set but empty', (name) => {
  for (const value of ['', ' ']) {
    expect(problemsOf({ ...MINIMAL, [name]: value })).toEqual([
      expect.stringMatching(name in MINIMAL ? /is missing/ : /is empty: .*#/),
    ]);
  }
});

test('a secret is refused if its file setting is empty', () => {
  expect(problemsOf({ ...MINIMAL, DATABASE_URL_FILE: '' })).toEqual([
    expect.stringMatching(/^DATABASE_URL_FILE is empty/),
  ]);
});

test.each([
  ['ALLOWED_CHANNEL', ': did you mean ALLOWED_CHANNELS?'],
  ['ALLOWED_GROUPS', ''],
  ['allowed_users', ': did you mean ALLOWED_USERS?'],
])('%s would leave open what should be closed, and is refused', (name, hint) => {
  expect(problemsOf({ ...MINIMAL, [name]: 'C0123456789' })).toEqual([`${name} is not a setting${hint}`]);
});

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSAE_URL', 'DATABASE_URL'],
  ['PAGERDUTY_ULR', 'PAGERDUTY_URL'],
  ['SLACK_SIGNIN_SECRET_FILE', 'SLACK_SIGNING_SECRET_FILE'],
])('%s would leave a secret or an address unset, and is refused; if it is set, a warning', (name, meant) => {
  const says = `${name} is not a setting: did you mean ${meant}?`;
  expect(problemsOf({ ...MINIMAL, [name]: 'x' })).toEqual([says]);
  const values: Readonly<Record<string, string>> = {
    DATABASE_URL: 'sqlite:./a.db',
    PAGERDUTY_URL: 'https://events.eu.pagerduty.com',
    SLACK_SIGNING_SECRET: '0123456789abcdef'.repeat(2),
  };
  const setting = meant.replace('_FILE', '');
  const both = readSettings({ ...MINIMAL, [name]: 'x', [setting]: values[setting] });
  expect(both).toMatchObject({ kind: 'valid', warnings: [says] });
});

test.each([
  [
    'BACKUP_SERVICE_TIMEZONE',
    'BACKUP_SERVICE_TIME_ZONE is not a setting: did you mean BACKUP_SERVICE_TIME_ZONE?',
  ],
  ['LOGLEVEL', 'did you mean LOG_LEVEL?'],
  ['OPERATIONS_ADDRESS', 'OPERATIONS_ADDRESS is not a setting'],
])('%s is not a setting, and a warning says so', (name, says) => {
  const result = readSettings({ ...MINIMAL, [name]: 'x' });
  const warning = says.replace('BACKUP_SERVICE_TIME_ZONE is', `${name} is`);
  expect(result).toMatchObject({ kind: 'valid', warnings: [expect.stringContaining(warning)] });
});

test('variables of the system, Kubernetes or other programs are no misspelt settings', () => {
  const others = [
    'HOSTNAME',
    'LANG',
    'PATH',
    'PORTAGE',
    'POSTGRES_PASSWORD',
    'LOG_DIR',
    'NODE_ENV',
    'API_URL',
    'KEY_FILE',
    'WEBHOOK',
  ];
  const links = ['BACKUP_STATUS_SERVICE_HOST', 'BACKUP_SERVICE_PORT_443_TCP_ADDR', 'SLACK_PORT'];
  const environment = Object.fromEntries([...others, ...links].map((name) => [name, 'x']));
  expect(readSettings({ ...MINIMAL, ...environment })).toMatchObject({ kind: 'valid', warnings: [] });
});
