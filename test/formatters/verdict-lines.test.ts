import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/domain/account.ts';
import type { Reason } from '../../src/domain/verdict.ts';
import { verdictLines } from '../../src/formatters/verdict-lines.ts';
import { account, answer, CRITICAL, hoursAgo, PRIVATE, THRESHOLDS } from './samples.ts';

const lines = (differences: Partial<Account>) => verdictLines(answer(account(differences)), PRIVATE);
const NEVER = { kind: 'never' } as const;
const BACKING_UP = { kind: 'backing-up', sent: 'yedekleniyor' } as const;

describe('the first line of an answer', () => {
  it.each<[string, Partial<Account>, string]>([
    ['fine', {}, 'Backups are fine. Database 2 h ago, folders 5 h ago.'],
    ['only the database in use', { folders: NEVER }, 'Backups are fine. Database 2 h ago.'],
    ['both stale: the newest counts', CRITICAL, 'Act now: no backup for 3 days.'],
    [
      'the only one in use stale',
      { database: hoursAgo(50), folders: NEVER },
      'Act now: no backup for 2 days.',
    ],
    [
      'one stale, one late',
      { database: hoursAgo(30), folders: hoursAgo(72) },
      'Act now: folders 3 days old, database 30 h old.',
    ],
    ['both late', { database: hoursAgo(27), folders: hoursAgo(30) }, 'Late: no backup for 27 h.'],
    ['one late, one fresh', { folders: hoursAgo(30) }, 'Half protected: folders 30 h old.'],
    ['one stale, one fresh', { database: hoursAgo(80) }, 'Act now: half protected, database 3 days old.'],
    [
      'one stale, one in doubt',
      { database: hoursAgo(80), folders: { kind: 'unreadable' } },
      'Act now: database 3 days old.',
    ],
    ['one late, one in doubt', { database: hoursAgo(30), folders: hoursAgo(-3) }, 'Late: database 30 h old.'],
    ['never', { database: NEVER, folders: NEVER }, 'Act now: never backed up.'],
    [
      'stuck',
      { status: BACKING_UP, database: hoursAgo(30), folders: hoursAgo(34) },
      'Perhaps stuck: running, but no new backup for 30 h.',
    ],
    [
      'stuck for days',
      { status: BACKING_UP, database: hoursAgo(80), folders: hoursAgo(90) },
      'Act now: no backup for 3 days.',
    ],
    ['package ended', { packageEndsOn: '2026-11-18' }, 'Act now: package ended 3 days ago.'],
    ['package ended yesterday', { packageEndsOn: '2026-11-20' }, 'Act now: package ended yesterday.'],
    [
      'package ended and backups with it',
      { ...CRITICAL, packageEndsOn: '2026-11-18' },
      'Act now: package ended 3 days ago, no backup for 3 days.',
    ],
    [
      'package ends soon',
      { packageEndsOn: '2026-11-26' },
      'Package ends in 5 days. Database 2 h ago, folders 5 h ago.',
    ],
    [
      'package ends today',
      { packageEndsOn: '2026-11-21' },
      'Package ends today. Database 2 h ago, folders 5 h ago.',
    ],
    [
      'package ends soon and a backup in doubt: not called fine',
      { packageEndsOn: '2026-11-22', folders: { kind: 'unreadable' } },
      'Package ends tomorrow.',
    ],
    [
      'a clock that is ahead',
      { database: hoursAgo(-3) },
      'Cannot tell: the time of the database backup is in the future. Check the clock there, or BACKUP_SERVICE_TIME_ZONE here.',
    ],
    [
      'a time that cannot be read',
      { folders: { kind: 'unreadable' } },
      'Cannot tell: the time of the folder backup is unreadable.',
    ],
    [
      'no times',
      { database: { kind: 'not-reported' }, folders: { kind: 'not-reported' } },
      'Cannot tell: the backup times are not reported.',
    ],
    [
      'a strange status',
      { status: { kind: 'unknown', sent: 'askıda' } },
      'Cannot tell: the service sent a status this app does not know. Database 2 h ago, folders 5 h ago.',
    ],
  ])('%s', (_, differences, line) => {
    const { lead, rest } = lines(differences);
    expect(`${lead} ${rest}`.trim()).toBe(line);
  });

  it('says that nothing was reported', () => {
    const nothing = account({ status: { kind: 'not-reported' }, database: NEVER, folders: NEVER });
    const { verdict, ...rest } = answer(nothing);
    const reasons: Reason[] = [{ rule: 'nothing-reported', level: 'unknown' }];
    const { lead } = verdictLines({ ...rest, verdict: { ...verdict, level: 'unknown', reasons } }, PRIVATE);
    expect(lead).toBe('Cannot tell: the service reported nothing about this account.');
  });

  it('with a critical stuck backup and nothing else names that', () => {
    const threshold = THRESHOLDS.stuck;
    const { verdict, ...rest } = answer();
    const reasons: Reason[] = [{ rule: 'stuck-while-backing-up', level: 'critical', ageMs: 1e8, threshold }];
    const { lead } = verdictLines({ ...rest, verdict: { ...verdict, level: 'critical', reasons } }, PRIVATE);
    expect(lead).toBe('Act now: perhaps stuck, no new backup for 27 h.');
  });

  it.each([
    ['critical', 'Act now.'],
    ['attention', 'Needs a look.'],
    ['unknown', 'Cannot tell.'],
  ] as const)('for a bare %s verdict is its word', (level, line) => {
    const { verdict, ...rest } = answer();
    expect(verdictLines({ ...rest, verdict: { ...verdict, level, reasons: [] } }, PRIVATE).lead).toBe(line);
  });
});

describe('the reasons under it', () => {
  it('add what the headline has not said', () => {
    expect(lines({ packageEndsOn: '2026-11-26' }).reasons).toEqual([]);
    expect(lines({ database: NEVER, folders: NEVER }).reasons).toEqual([]);
    expect(lines({ folders: hoursAgo(30) }).reasons).toEqual([
      'Folder backup is 30 h old (limit 26 h), the database backup is fresh',
    ]);
  });

  it('name the cause first', () => {
    expect(lines({ database: hoursAgo(61), folders: hoursAgo(68) }).reasons).toEqual([
      'Client is up, its job is not running',
      'Database backup is 2 days 13 h old (limit 48 h)',
      'Folder backup is 2 days 20 h old (limit 48 h)',
    ]);
  });

  it('are three at most, and the rest is counted', () => {
    const { reasons } = lines({
      ...CRITICAL,
      status: { kind: 'online', sent: 'çevrimiçi' },
      todayBackupCount: 4,
    });
    expect(reasons).toEqual([
      'Client is up, its job is not running',
      'Database backup is 3 days 8 h old (limit 48 h)',
      'Folder backup is 3 days 18 h old (limit 48 h)',
      '+2 more in Details',
    ]);
  });

  it('say a note after anything serious, and beside good news', () => {
    expect(lines({ folders: hoursAgo(30), todayBackupCount: 4 }).reasons).toEqual([
      'Folder backup is 30 h old (limit 26 h), the database backup is fresh',
      'Today’s allowance is used: 4 of 4',
    ]);
    expect(lines({ status: { kind: 'offline', sent: 'çevrimdışı' } }).reasons).toEqual([
      'Offline now, data safe',
    ]);
    expect(lines({ folders: NEVER }).reasons).toEqual(['Folder backup has never run']);
    expect(lines({ status: { kind: 'not-reported' } }).reasons).toEqual(['Status was not reported']);
  });
});
