import { expect, test } from 'vitest';
import { readSettings } from '../src/read-settings.ts';
import { SETTINGS } from '../src/settings.ts';
import { MINIMAL, problemsOf } from './support/read-settings.ts';

test.each(Object.keys(SETTINGS.shape))('%s is refused when it is set and empty', (name) => {
  for (const value of ['', ' ']) {
    expect(problemsOf({ ...MINIMAL, [name]: value })).toEqual([
      expect.stringMatching(name in MINIMAL ? /is missing/ : /is empty: .*#/),
    ]);
  }
});

test('a secret is refused when its file is named and empty', () => {
  expect(problemsOf({ ...MINIMAL, DATABASE_URL_FILE: '' })).toEqual([
    expect.stringMatching(/^DATABASE_URL_FILE is empty/),
  ]);
});

test.each([
  ['ALLOWED_CHANNEL', 'ALLOWED_CHANNELS'],
  ['ALLOWED_GROUPS', 'ALLOWED_USER_GROUPS'],
  ['allowed_users', 'ALLOWED_USERS'],
])('%s would leave open what was meant to be closed, and is refused', (name, meant) => {
  expect(problemsOf({ ...MINIMAL, [name]: 'C0123456789' })).toEqual([
    `${name} is no setting: did you mean ${meant}?`,
  ]);
});

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATABSAE_URL', 'DATABASE_URL'],
  ['SLACK_SIGNIN_SECRET_FILE', 'SLACK_SIGNING_SECRET_FILE'],
])(
  '%s: a secret would be missing, so the start is refused; with the secret set it is a warning',
  (name, meant) => {
    const says = `${name} is no setting: did you mean ${meant}?`;
    expect(problemsOf({ ...MINIMAL, [name]: 'x' })).toEqual([says]);
    const secret = meant === 'DATABASE_URL' ? 'sqlite:./a.db' : '0123456789abcdef'.repeat(2);
    const both = readSettings({ ...MINIMAL, [name]: 'x', [meant.replace('_FILE', '')]: secret });
    expect(both).toMatchObject({ kind: 'valid', warnings: [says] });
  },
);

test.each([
  [
    'BACKUP_SERVICE_TIMEZONE',
    'BACKUP_SERVICE_TIME_ZONE is no setting: did you mean BACKUP_SERVICE_TIME_ZONE?',
  ],
  ['LOGLEVEL', 'did you mean LOG_LEVEL?'],
  ['OPERATIONS_ADDRESS', 'OPERATIONS_ADDRESS is no setting'],
])('%s is no setting, and a warning says so', (name, says) => {
  const result = readSettings({ ...MINIMAL, [name]: 'x' });
  const warning = says.replace('BACKUP_SERVICE_TIME_ZONE is', `${name} is`);
  expect(result).toMatchObject({ kind: 'valid', warnings: [expect.stringContaining(warning)] });
});

test('what the system, Kubernetes or another program set is not taken for a slip', () => {
  const others = ['HOSTNAME', 'LANG', 'PATH', 'PORTAGE', 'POSTGRES_PASSWORD', 'LOG_DIR', 'NODE_ENV'];
  const links = ['BACKUP_STATUS_SERVICE_HOST', 'BACKUP_SERVICE_PORT_443_TCP_ADDR', 'SLACK_PORT'];
  const environment = Object.fromEntries([...others, ...links].map((name) => [name, 'x']));
  expect(readSettings({ ...MINIMAL, ...environment })).toMatchObject({ kind: 'valid', warnings: [] });
});
