import { describe, expect, onTestFinished, test } from 'vitest';
import { startBackupService } from '../../sandbox/backup-service/start-backup-service.ts';
import { GENERAL_INFO_FIELDS } from '../../src/account/account.ts';
import { createInstallation, examine } from './installation.ts';

const installation = createInstallation();

const FIELDS_BUT_DATES = GENERAL_INFO_FIELDS.filter((field) => !field.startsWith('lastBackup'));

const look = (accountId: string, changes = {}) =>
  examine(installation, installation.settings(changes), ['--account', accountId]);

describe('an account that departs from the interface: each field by name, exit 1', () => {
  test.each([
    ['every field missing', '1024', GENERAL_INFO_FIELDS.map((field) => `${field} is missing`).join('; ')],
    ['an unknown status', '1018', 'status is "askıda", none of çevrimiçi, çevrimdışı, yedekleniyor'],
  ])('%s', async (_what, accountId, message) => {
    const { code, failures } = await look(accountId);
    expect(code).toBe(1);
    expect(failures).toMatchObject([{ check: 'account', message, fix: expect.any(String) }]);
  });

  test('fields that are null are one warning, for cards do without them', async () => {
    const { code, findings, failures } = await look('1015');
    expect([code, failures]).toEqual([0, []]);
    expect(findings.filter(({ check }) => check === 'account')).toMatchObject([
      {
        kind: 'warned',
        // A backup that never ran may well have no date.
        message: FIELDS_BUT_DATES.map((field) => `${field} is missing`).join('; '),
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
    for (const field of GENERAL_INFO_FIELDS)
      expect(failures[0]?.message).toContain(`${field} cannot be read`);
  });
});

test('an account that is not there', async () => {
  const { code, failures } = await look('no-such-id');
  expect(failures).toMatchObject([
    {
      check: 'account',
      message: expect.stringContaining('knows no such account (HTTP 404)'),
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
