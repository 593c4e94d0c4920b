import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import type { Headline } from '../../src/account/headline.ts';
import { headlineOf } from '../../src/account/headline.ts';
import type { Reason } from '../../src/account/verdict.ts';
import { account, answer, CRITICAL, HOUR_MS, hoursAgo, THRESHOLDS } from '../messages/samples.ts';

const NEVER = { kind: 'never' } as const;
const onDay = (date: string) =>
  ({ kind: 'at', atMs: Date.parse(`${date}T00:00:00+03:00`), precision: 'day' }) as const;
const BACKING_UP = { kind: 'backing-up', sent: 'yedekleniyor' } as const;
const { verdict: FINE } = answer();

describe('what leads', () => {
  test.each<[string, Partial<Account>, Headline]>([
    ['fine', {}, { kind: 'fine' }],
    ['only the database in use', { folders: NEVER, foldersFilesCount: 0 }, { kind: 'fine' }],
    [
      'both stale: the newest counts',
      CRITICAL,
      { kind: 'no-backup-for', level: 'critical', ageMs: 80 * HOUR_MS },
    ],
    [
      'the only one in use stale',
      { database: hoursAgo(50), folders: NEVER },
      { kind: 'no-backup-for', level: 'critical', ageMs: 50 * HOUR_MS },
    ],
    [
      'one stale, one late',
      { database: hoursAgo(30), folders: hoursAgo(72) },
      {
        kind: 'old',
        level: 'critical',
        backups: [
          { backup: 'folders', ageMs: 72 * HOUR_MS },
          { backup: 'database', ageMs: 30 * HOUR_MS },
        ],
      },
    ],
    [
      'both late',
      { database: hoursAgo(27), folders: hoursAgo(30) },
      { kind: 'no-backup-for', level: 'attention', ageMs: 27 * HOUR_MS },
    ],
    [
      'one late, one fresh',
      { folders: hoursAgo(30) },
      { kind: 'half-protected', level: 'attention', old: { backup: 'folders', ageMs: 30 * HOUR_MS } },
    ],
    [
      'one stale, one fresh',
      { database: hoursAgo(80) },
      { kind: 'half-protected', level: 'critical', old: { backup: 'database', ageMs: 80 * HOUR_MS } },
    ],
    [
      'one stale, one in doubt',
      { database: hoursAgo(80), folders: { kind: 'unreadable' } },
      { kind: 'old', level: 'critical', backups: [{ backup: 'database', ageMs: 80 * HOUR_MS }] },
    ],
    [
      'one late, one in doubt',
      { database: hoursAgo(30), folders: hoursAgo(-3) },
      { kind: 'old', level: 'attention', backups: [{ backup: 'database', ageMs: 30 * HOUR_MS }] },
    ],
    ['never', { database: NEVER, folders: NEVER }, { kind: 'never-backed-up' }],
    [
      'stuck',
      { status: BACKING_UP, database: hoursAgo(30), folders: hoursAgo(34) },
      { kind: 'stuck', level: 'attention', ageMs: 30 * HOUR_MS },
    ],
    [
      'stuck for days',
      { status: BACKING_UP, database: hoursAgo(80), folders: hoursAgo(90) },
      { kind: 'no-backup-for', level: 'critical', ageMs: 80 * HOUR_MS },
    ],
    ['package ended', { packageEndsOn: '2026-11-18' }, { kind: 'package-ended', daysAgo: 3 }],
    ['package ended yesterday', { packageEndsOn: '2026-11-20' }, { kind: 'package-ended', daysAgo: 1 }],
    [
      'package ended and backups with it',
      { ...CRITICAL, packageEndsOn: '2026-11-18' },
      { kind: 'package-ended', daysAgo: 3, noBackup: { ageMs: 80 * HOUR_MS } },
    ],
    ['package ends soon', { packageEndsOn: '2026-11-26' }, { kind: 'package-ends-soon', daysLeft: 5 }],
    ['package ends today', { packageEndsOn: '2026-11-21' }, { kind: 'package-ends-soon', daysLeft: 0 }],
    [
      'package ends soon and a backup in doubt: not called fine',
      { packageEndsOn: '2026-11-22', folders: { kind: 'unreadable' } },
      {
        kind: 'with-doubt',
        lead: { kind: 'package-ends-soon', daysLeft: 1 },
        doubt: { kind: 'cannot-tell', because: 'time-unreadable', backups: ['folders'] },
      },
    ],
    [
      'package ends soon and no backup time at all',
      {
        packageEndsOn: '2026-11-26',
        database: { kind: 'not-reported' },
        folders: { kind: 'not-reported' },
      },
      {
        kind: 'with-doubt',
        lead: { kind: 'package-ends-soon', daysLeft: 5 },
        doubt: { kind: 'cannot-tell', because: 'time-not-reported', backups: ['database', 'folders'] },
      },
    ],
    [
      'folders never backed up, though there are some',
      { folders: NEVER, foldersFilesCount: 18_000 },
      { kind: 'folders-unprotected', isHalf: true },
    ],
    [
      'folders never backed up, the database in doubt',
      { folders: NEVER, foldersFilesCount: 18_000, database: { kind: 'unreadable' } },
      {
        kind: 'with-doubt',
        lead: { kind: 'folders-unprotected', isHalf: false },
        doubt: { kind: 'cannot-tell', because: 'time-unreadable', backups: ['database'] },
      },
    ],
    [
      'bare dates of yesterday',
      { database: onDay('2026-11-20'), folders: onDay('2026-11-20') },
      { kind: 'fine' },
    ],
    ['a bare date of today', { database: onDay('2026-11-21') }, { kind: 'fine' }],
    [
      'bare dates whose day ended longer ago than the late limit',
      { database: onDay('2026-11-19'), folders: onDay('2026-11-19') },
      { kind: 'no-backup-for', level: 'attention', ageMs: 29 * HOUR_MS + 40 * 60_000, onDay: '2026-11-19' },
    ],
    [
      'bare dates whose days ended longer ago than the stale limit, one of them older',
      { database: onDay('2026-11-18'), folders: onDay('2025-11-17') },
      { kind: 'no-backup-for', level: 'critical', ageMs: 53 * HOUR_MS + 40 * 60_000, onDay: '2026-11-18' },
    ],
    [
      'half of it of a day long ago',
      { folders: onDay('2025-11-17') },
      {
        kind: 'half-protected',
        level: 'critical',
        old: { backup: 'folders', ageMs: 8837 * HOUR_MS + 40 * 60_000, onDay: '2025-11-17' },
      },
    ],
    [
      'a clock that is ahead',
      { database: hoursAgo(-3) },
      { kind: 'cannot-tell', because: 'clock-wrong', backups: ['database'] },
    ],
    [
      'a time that cannot be read',
      { folders: { kind: 'unreadable' } },
      { kind: 'cannot-tell', because: 'time-unreadable', backups: ['folders'] },
    ],
    [
      'no times',
      { database: { kind: 'not-reported' }, folders: { kind: 'not-reported' } },
      { kind: 'cannot-tell', because: 'time-not-reported', backups: ['database', 'folders'] },
    ],
    [
      'a strange status',
      { status: { kind: 'unknown', sent: 'askıda' } },
      { kind: 'cannot-tell', because: 'status-unknown' },
    ],
    ['an end date that cannot be read', { packageEndsOn: '01.01.2023' }, { kind: 'package-end-unreadable' }],
  ])('%s', (_, differences, headline) => {
    expect(headlineOf(answer(account(differences)).verdict)).toEqual(headline);
  });

  test.each<[string, Reason, Headline]>([
    [
      'nothing was reported',
      { rule: 'nothing-reported', level: 'unknown' },
      { kind: 'cannot-tell', because: 'nothing-reported' },
    ],
    [
      'a critical stuck backup and nothing else',
      { rule: 'stuck-while-backing-up', level: 'critical', ageMs: 1e8, threshold: THRESHOLDS.late },
      { kind: 'stuck', level: 'critical', ageMs: 1e8 },
    ],
    [
      'a client that is too old',
      { rule: 'client-outdated', level: 'attention', version: '4.12.0', minimum: '5', setBy: 'x' },
      { kind: 'client-outdated', version: '4.12.0' },
    ],
  ])('%s', (_, reason, headline) => {
    const level = reason.level === 'note' ? 'healthy' : reason.level;
    expect(headlineOf({ ...FINE, level, reasons: [reason] })).toEqual(headline);
  });

  test.each(['critical', 'attention', 'unknown'] as const)('for a bare %s verdict is its level', (level) => {
    expect(headlineOf({ ...FINE, level, reasons: [] })).toEqual({ kind: 'bare', level });
  });
});
