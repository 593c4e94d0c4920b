import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import type { BackupKind } from '../../src/account/verdict.ts';
import { reasonTexts } from '../../src/slack/card/card.ts';
import { words } from '../support/reader.ts';
import { staleFor } from './rows.ts';
import { account, answer, CRITICAL, HOUR_MS, hoursAgo, NOW_MS, THRESHOLDS } from './samples.ts';

const reasonsOf = (differences: Partial<Account>) => reasonTexts(answer(account(differences)).verdict, words);
const NEVER = { kind: 'never' } as const;
const DAY_MS = 24 * HOUR_MS;
/** How long it is today already in the zone of the service. */
const OF_TODAY_MS = NOW_MS - Date.parse('2026-11-21T00:00:00+03:00');
const stale = (backup: BackupKind, hours: number) => words.verdict.reason(staleFor(backup, hours));
const JOB_NOT_RUNNING = words.verdict.reason({
  rule: 'online-but-stale',
  level: 'critical',
  ageMs: 0,
  threshold: THRESHOLDS.stale,
});
const FOLDERS_OLD = words.verdict.reason({
  rule: 'half-protected',
  level: 'attention',
  old: 'folders',
  fresh: 'database',
  ageMs: 30 * HOUR_MS,
  threshold: THRESHOLDS.late,
});

describe('the reasons under the first line', () => {
  test('add what the headline has not said', () => {
    expect(reasonsOf({ packageEndsOn: '2026-11-26' })).toEqual([]);
    expect(reasonsOf({ database: NEVER, folders: NEVER })).toEqual([]);
    expect(reasonsOf({ folders: hoursAgo(30) })).toEqual([FOLDERS_OLD]);
  });

  test('name the cause first', () => {
    expect(reasonsOf({ database: hoursAgo(61), folders: hoursAgo(68) })).toEqual([
      JOB_NOT_RUNNING,
      stale('database', 61),
      stale('folders', 68),
    ]);
  });

  test('are three at most, and the rest is counted', () => {
    const reasons = reasonsOf({
      ...CRITICAL,
      status: { kind: 'online', sent: 'çevrimiçi' },
      todayBackupCount: 4,
    });
    expect(reasons).toEqual([
      JOB_NOT_RUNNING,
      stale('database', 80),
      stale('folders', 90),
      words.verdict.moreInDetails(2),
    ]);
  });

  test('say a note after anything serious, and beside good news', () => {
    expect(reasonsOf({ folders: hoursAgo(30), todayBackupCount: 4 })).toEqual([
      FOLDERS_OLD,
      words.verdict.reason({ rule: 'daily-allowance-used', level: 'note', made: 4, allowed: 4 }),
    ]);
    expect(reasonsOf({ status: { kind: 'offline', sent: 'çevrimdışı' } })).toEqual([
      words.verdict.reason({ rule: 'offline-but-fresh', level: 'note' }),
    ]);
    expect(reasonsOf({ folders: NEVER, foldersFilesCount: 0 })).toEqual([
      words.verdict.reason({ rule: 'backup-unused', level: 'note', backup: 'folders' }),
    ]);
    expect(reasonsOf({ status: { kind: 'not-reported' } })).toEqual([
      words.verdict.reason({ rule: 'status-not-reported', level: 'note' }),
    ]);
  });

  test('tell a bare date as a day, and say nothing while the end of that day is not too long ago', () => {
    const onDay = (date: string) =>
      ({ kind: 'at', atMs: Date.parse(`${date}T00:00:00+03:00`), precision: 'day' }) as const;
    expect(reasonsOf({ database: onDay('2026-11-20') })).toEqual([]);
    expect(reasonsOf({ database: onDay('2026-11-19') })).toEqual([
      words.verdict.reason({
        rule: 'half-protected',
        level: 'attention',
        old: 'database',
        fresh: 'folders',
        ageMs: OF_TODAY_MS + DAY_MS,
        onDay: '2026-11-19',
        threshold: THRESHOLDS.late,
      }),
    ]);
  });

  test('say how many folders and files were never backed up', () => {
    expect(reasonsOf({ folders: NEVER, foldersFilesCount: 18_000 })).toEqual([
      words.verdict.reason({ rule: 'folders-unprotected', level: 'attention', count: 18_000, isHalf: true }),
    ]);
  });
});
