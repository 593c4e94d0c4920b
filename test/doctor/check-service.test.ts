import { expect, test } from 'vitest';
import { createInstallation, examine } from './installation.ts';

const installation = createInstallation();

test('a password in quotes is a warning: docker run --env-file keeps them', async () => {
  const { findings, failures } = await examine(
    installation,
    installation.settings({ BACKUP_SERVICE_PASSWORD: `'${installation.service.password}'` }),
  );
  expect(failures).toMatchObject([{ check: 'sign-in' }]);
  expect(findings).toContainEqual({
    check: 'settings',
    kind: 'warned',
    message:
      'BACKUP_SERVICE_PASSWORD begins and ends with a quote, which is part of it: docker run keeps those in .env',
    fix: 'Correct it in .env, or take it out.',
  });
});

test('says in which zone dates are read', async () => {
  const { findings } = await examine(
    installation,
    installation.settings({ BACKUP_SERVICE_TIME_ZONE: 'Europe/Istanbul' }),
  );
  expect(findings).toContainEqual({
    check: 'time zone',
    kind: 'passed',
    message:
      'service times are read as Europe/Istanbul, as set; the service’s sign-in answer has the offset +03:00',
  });
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
