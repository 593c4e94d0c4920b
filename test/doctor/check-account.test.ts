import { describe, expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { GENERAL_INFO_FIELDS } from '../../src/domain/account.ts';
import { createInstallation, examine } from './installation.ts';

const installation = createInstallation();

const FIELDS_BUT_DATES = GENERAL_INFO_FIELDS.filter((field) => !field.startsWith('lastBackup'));

const look = (accountId: string, changes = {}) =>
  examine(installation, installation.settings(changes), ['--account', accountId]);

describe('an account that departs from the interface: each field by name, exit 1', () => {
  test.each([
    ['every field missing', '1024', ['none of its fields is there']],
    ['an unknown status', '1018', ['status is "askıda", none of çevrimiçi, çevrimdışı, yedekleniyor']],
  ])('%s', async (_what, accountId, message) => {
    const { code, failures } = await look(accountId);
    expect(code).toBe(1);
    expect(failures.map((failure) => failure.message).toSorted()).toEqual(message.toSorted());
    for (const failure of failures)
      expect(failure).toMatchObject({ check: 'account', fix: expect.any(String) });
  });

  test('fields that are null are one warning, for cards do without them', async () => {
    const { code, findings, failures } = await look('1015');
    expect([code, failures]).toEqual([0, []]);
    expect(findings.filter(({ check }) => check === 'account')).toMatchObject([
      {
        kind: 'warned',
        // A backup that never ran may well have no date.
        message: `${FIELDS_BUT_DATES.length} of ${GENERAL_INFO_FIELDS.length} fields are not reported: ${FIELDS_BUT_DATES.map((field) => `${field} (null)`).join(', ')}`,
        fix: expect.stringContaining('“not reported”'),
      },
    ]);
  });

  test('wrong types', async () => {
    const odd = await startBackupService();
    onTestFinished(() => odd.close());
    odd.addFault({ kind: 'wrong-types' }, { operation: 'general-info' });
    const { code, failures } = await look('1001', { BACKUP_SERVICE_URL: odd.url });
    expect(code).toBe(1);
    expect(failures.map(({ message }) => message).toSorted()).toEqual(
      GENERAL_INFO_FIELDS.map((field) => `${field} has a wrong type`).toSorted(),
    );
  });

  test('a quota and dates that cannot be read', async () => {
    const { failures } = await look('1023');
    expect(failures.map(({ message }) => message)).toEqual(
      expect.arrayContaining([
        'quota is "sınırsız", not a number and a unit such as 500 GB',
        'lastBackupDateDb cannot be read',
        'endDate cannot be read',
      ]),
    );
  });
});

test('an account that is not there', async () => {
  const { code, failures } = await look('no-such-id');
  expect(failures).toMatchObject([
    {
      check: 'account',
      message: expect.stringContaining('knows no account "no-such-id"'),
      fix: expect.stringContaining('you know exists'),
    },
  ]);
  expect(code).toBe(1);
});

test('one whose backups are in the future names the setting to fix', async () => {
  const { failures } = await look('1001', { BACKUP_SERVICE_TIME_ZONE: 'America/Los_Angeles' });
  expect(failures).toContainEqual(
    expect.objectContaining({
      message: expect.stringContaining('in the future'),
      fix: expect.stringMatching(/Set BACKUP_SERVICE_TIME_ZONE.*read as America\/Los_Angeles now/),
    }),
  );
});
