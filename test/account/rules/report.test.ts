import { describe, expect, test } from 'vitest';
import type { Account } from '../../../src/account/account.ts';
import { judge } from '../../../src/account/judge.ts';
import { judged, NEVER, NOT_REPORTED, NOW_MS, rulesOf, THRESHOLDS, UNREADABLE } from '../accounts.ts';

/** As an account is read whose fields are all null, or all absent, or all of a wrong type. */
const EMPTY: Account = {
  id: '1013',
  zone: { id: '+03:00', assumedFrom: 'login' },
  status: { kind: 'not-reported' },
  database: NEVER,
  folders: NEVER,
  sent: { lastBackupDateDb: 'null', lastBackupTimeDb: 'null', lastBackupDateFolders: '', email: 'null' },
};

const judgedEmpty = (given: Partial<Account>) =>
  judge({ ...EMPTY, ...given }, NOW_MS, { thresholds: THRESHOLDS });

describe('an account of which nothing is reported', () => {
  test.each([
    ['null throughout', {}],
    ['absent throughout', { database: NOT_REPORTED, folders: NOT_REPORTED, sent: {} }],
    ['empty texts', { packageName: '', email: ' ', clientVersion: '', quota: { kind: 'as-sent', text: '' } }],
  ] as const)('%s is unknown, with just that reason', (_name, given) => {
    const verdict = judgedEmpty(given);
    expect(verdict.level).toBe('unknown');
    expect(verdict.reasons).toEqual([{ rule: 'nothing-reported', level: 'unknown' }]);
  });

  test.each<[string, Partial<Account>]>([
    ['a package name', { packageName: 'Kurumsal' }],
    ['a package date', { packageEndsOn: '2030-01-01' }],
    ['an e-mail address', { email: 'a@b.example' }],
    ['a quota', { quota: { kind: 'size', amount: 0, unit: 'GB' } }],
    ['a quota that cannot be read', { quota: { kind: 'as-sent', text: 'plenty' } }],
    ['a counter at zero', { backupCount: 0 }],
    ['a maximum', { maxFolderCount: 5 }],
    ['a count', { foldersFilesCount: 5 }],
    ['an allowance', { dailyBackupCount: 4 }],
    ['backups today', { todayBackupCount: 0 }],
    ['a version', { clientVersion: '1.2.3' }],
    ['dark mode, switched off', { darkMode: false }],
    ['a status word', { status: { kind: 'online', sent: 'çevrimiçi' } }],
    ['a zero date', { sent: { lastBackupDateDb: '0000-00-00' } }],
    ['a time of day without its date', { sent: { lastBackupDateDb: 'null', lastBackupTimeDb: '00:00:00' } }],
    ['a time of day of folders', { sent: { lastBackupTimeFolders: '00:00:00' } }],
    ['a zero date of folders', { sent: { lastBackupDateFolders: '0001-01-01' } }],
  ])('with %s alone, "never backed up" is what the service says', (_name, given) => {
    const verdict = judgedEmpty(given);
    expect(verdict.level).toBe('critical');
    expect(rulesOf(verdict)[0]).toBe('never-backed-up');
    expect(rulesOf(verdict)).not.toContain('nothing-reported');
  });

  test('text that is no date is a report, if a poor one', () => {
    expect(rulesOf(judgedEmpty({ database: UNREADABLE }))).toEqual([
      'time-unreadable',
      'backup-unused',
      'status-not-reported',
    ]);
  });
});

describe('the status', () => {
  test('a word we do not know is quoted and never healthy', () => {
    const verdict = judged({ status: { kind: 'unknown', sent: 'askıda' } });
    expect(verdict).toMatchObject({ level: 'unknown', status: 'unknown' });
    expect(verdict.reasons).toEqual([{ rule: 'status-unknown', level: 'unknown', sent: 'askıda' }]);
  });

  test('none at all is a note: fresh backups stay healthy', () => {
    const verdict = judged({ status: { kind: 'not-reported' } });
    expect(verdict).toMatchObject({ level: 'healthy', status: 'not-reported' });
    expect(verdict.reasons).toEqual([{ rule: 'status-not-reported', level: 'note' }]);
  });
});

describe('the daily allowance', () => {
  test.each([
    [3, 4],
    [0, 0],
    [5, 0],
    [0, -1],
  ])('%d made of %d allowed says nothing', (todayBackupCount, dailyBackupCount) => {
    expect(judged({ todayBackupCount, dailyBackupCount }).reasons).toEqual([]);
  });

  test.each([
    [4, 4],
    [5, 4],
  ])('%d made of %d allowed is a note', (made, allowed) => {
    const verdict = judged({ todayBackupCount: made, dailyBackupCount: allowed });
    expect(verdict.level).toBe('healthy');
    expect(verdict.reasons).toEqual([{ rule: 'daily-allowance-used', level: 'note', made, allowed }]);
  });

  test('half of the two numbers is not enough to tell', () => {
    expect(judged({ todayBackupCount: 4 }).reasons).toEqual([]);
    expect(judged({ dailyBackupCount: 4 }).reasons).toEqual([]);
  });

  test('more folders and files than the folder limit raise no alarm', () => {
    expect(judged({ maxFolderCount: 50, foldersFilesCount: 5_000 })).toMatchObject({
      level: 'healthy',
      reasons: [],
    });
  });
});
