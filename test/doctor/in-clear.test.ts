import { expect, test } from 'vitest';
import { inClear } from '../../src/cli/doctor.ts';
import { createInstallation, doctor } from './installation.ts';

const installation = createInstallation();

test.each([
  ['http://slack.example/api/', true],
  ['http://10.0.0.7:8080/api/', true],
  ['http://[2001:db8::7]/api/', true],
  ['https://slack.example/api/', false],
  ['http://127.0.0.1:3000/api/', false],
  ['http://localhost/api/', false],
  ['http://[::1]/api/', false],
])('%s', (address, isInClear) => {
  const found = inClear('slack token', 'SLACK_API_URL', address, 'tokens');
  expect(found.map(({ kind }) => kind)).toEqual(isInClear ? ['warned'] : []);
});

test('a database elsewhere without TLS: what travels, and no password', () => {
  const address = 'postgres://bot:hunter2@db.example:5432/backup';
  const look = (url: string) => inClear('database', 'DATABASE_URL', url, 'pins', 'Add ?sslmode=verify-full.');
  const [found, ...others] = look(address);
  expect(found).toMatchObject({
    kind: 'warned',
    message: 'DATABASE_URL has no TLS: pins travel in clear to db.example',
  });
  expect(JSON.stringify([found, others])).not.toContain('hunter2');
  expect(look('postgres:///backup?host=/run/postgresql')).toEqual([]);
});

test('the doctor warns of a service and a Slack on another machine without TLS', async () => {
  const { stdout } = await doctor(
    installation.overHttp({
      BACKUP_SERVICE_URL: 'http://nowhere.invalid/api',
      SLACK_API_URL: 'http://nowhere.invalid/api/',
    }),
  );
  expect(stdout).toMatch(
    /^⚠ slack token +SLACK_API_URL has no TLS: tokens.* travel in clear to nowhere\.invalid\n +→ .*https/m,
  );
  expect(stdout).toMatch(/^⚠ sign-in +BACKUP_SERVICE_URL has no TLS: user name, password/m);
  expect(stdout).toMatch(/, 2 ⚠/);
});
