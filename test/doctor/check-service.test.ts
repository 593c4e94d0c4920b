import { expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { createInstallation, examine } from './installation.ts';

const installation = createInstallation();

test('a service whose clock is an hour ahead, and a token of seconds', async () => {
  const odd = await startBackupService({ now: () => Date.now() + 3_600_000, tokenLifetimeMs: 20_000 });
  onTestFinished(() => odd.close());
  const { code, failures } = await examine(
    installation,
    installation.settings({ BACKUP_SERVICE_URL: odd.url }),
  );
  expect(failures).toMatchObject([
    {
      check: 'token',
      message: expect.stringContaining('a token lives'),
      fix: expect.stringContaining('minutes'),
    },
    {
      check: 'clock',
      message: expect.stringMatching(/((59|60)\smin|1\sh).* ahead of/),
      fix: expect.stringContaining('NTP'),
    },
  ]);
  expect(code).toBe(1);
});

test('a password in quotes is a warning: docker run --env-file keeps them', async () => {
  const { findings, failures } = await examine(
    installation,
    installation.settings({ BACKUP_SERVICE_PASSWORD: `'${installation.service.password}'` }),
  );
  expect(failures).toMatchObject([{ check: 'sign-in' }]);
  expect(findings).toContainEqual({
    check: 'settings',
    kind: 'warned',
    message: 'BACKUP_SERVICE_PASSWORD begins and ends with a quote, which is taken as part of it',
    fix: 'docker run --env-file keeps quotes: take them out of .env there.',
  });
});

test('what it says of a right one: until when, how far the clocks are apart, which zone', async () => {
  const { findings } = await examine(
    installation,
    installation.settings({ BACKUP_SERVICE_TIME_ZONE: 'Europe/Istanbul' }),
  );
  expect(findings).toEqual(
    expect.arrayContaining([
      { check: 'token', kind: 'passed', message: expect.stringMatching(/^good for .*, until \d{4}-.* UTC$/) },
      { check: 'clock', kind: 'passed', message: expect.stringContaining('differ by') },
      {
        check: 'time zone',
        kind: 'passed',
        message:
          'service times are read as Europe/Istanbul, as set; the service’s sign-in answer has the offset +03:00',
      },
    ]),
  );
});

test('warns that the offset of the sign-in answer may be an hour off around a clock change', async () => {
  const { code, findings } = await examine(installation, installation.settings());
  expect(findings).toContainEqual({
    check: 'time zone',
    kind: 'warned',
    message:
      'service times are read as UTC+03:00, the offset in its sign-in answer: around a clock change they may be an hour off',
    fix: 'Set BACKUP_SERVICE_TIME_ZONE, such as Europe/Istanbul.',
  });
  expect(code).toBe(0);
});
