import { expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';
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
  [
    'BACKUP_SERVICE_TIMEZONE',
    'BACKUP_SERVICE_TIME_ZONE is no setting: did you mean BACKUP_SERVICE_TIME_ZONE?',
  ],
  ['DATABASE_URI', 'did you mean DATABASE_URL?'],
  ['LOGLEVEL', 'did you mean LOG_LEVEL?'],
  ['SLACK_SIGNIN_SECRET_FILE', 'did you mean SLACK_SIGNING_SECRET_FILE?'],
  ['OPERATIONS_ADDRESS', 'OPERATIONS_ADDRESS is no setting'],
])('%s is no setting, and a warning says so', (name, says) => {
  const result = readConfig({ ...MINIMAL, [name]: 'x' });
  const warning = says.replace('BACKUP_SERVICE_TIME_ZONE is', `${name} is`);
  expect(result).toMatchObject({ kind: 'valid', warnings: [expect.stringContaining(warning)] });
});

test('what the system, Kubernetes or another program set is not taken for a slip', () => {
  const others = ['HOSTNAME', 'LANG', 'PATH', 'PORTAGE', 'POSTGRES_PASSWORD', 'LOG_DIR', 'NODE_ENV'];
  const links = ['BACKUP_STATUS_SERVICE_HOST', 'BACKUP_SERVICE_PORT_443_TCP_ADDR', 'SLACK_PORT'];
  const environment = Object.fromEntries([...others, ...links].map((name) => [name, 'x']));
  expect(readConfig({ ...MINIMAL, ...environment })).toMatchObject({ kind: 'valid', warnings: [] });
});
