import { describe, expect, test } from 'vitest';
import type { Account, LastBackup } from '../../../src/account/account.ts';
import { judge } from '../../../src/account/judge.ts';
import {
  accountWith,
  aged,
  BACKING_UP,
  DAY_MS,
  HOUR_MS,
  judged,
  MINUTE_MS,
  NEVER,
  NOT_REPORTED,
  NOW_MS,
  OFFLINE,
  ONLINE,
  reasonsBy,
  rulesOf,
  THRESHOLDS,
  UNREADABLE,
} from '../accounts.ts';

describe('half protected', () => {
  test('one minute before 26 hours the account is whole', () => {
    expect(judged({ folders: aged(26 * HOUR_MS - MINUTE_MS) })).toMatchObject({
      level: 'healthy',
      reasons: [],
    });
  });

  test.each([26 * HOUR_MS, 26 * HOUR_MS + MINUTE_MS, 48 * HOUR_MS - MINUTE_MS])(
    'one fresh and one late (%d ms) says so once, with the late limit',
    (ageMs) => {
      const verdict = judged({ folders: aged(ageMs) });
      expect(verdict.level).toBe('attention');
      expect(verdict.reasons).toEqual([
        {
          rule: 'half-protected',
          level: 'attention',
          fresh: 'database',
          old: 'folders',
          ageMs,
          threshold: THRESHOLDS.late,
        },
      ]);
    },
  );

  test.each([48 * HOUR_MS, 48 * HOUR_MS + MINUTE_MS])(
    'one fresh and one stale (%d ms) is critical, with the stale limit',
    (ageMs) => {
      const verdict = judged({ database: aged(ageMs), folders: aged(HOUR_MS) });
      expect(verdict.level).toBe('critical');
      expect(verdict.reasons).toEqual([
        {
          rule: 'half-protected',
          level: 'critical',
          fresh: 'folders',
          old: 'database',
          ageMs,
          threshold: THRESHOLDS.stale,
        },
      ]);
    },
  );

  test('it leads before a package that ends soon', () => {
    const verdict = judged({ folders: aged(30 * HOUR_MS), packageEndsOn: '2026-11-25' });
    expect(rulesOf(verdict)).toEqual(['half-protected', 'package-ends-soon']);
  });

  test('an unused backup is no half', () => {
    expect(rulesOf(judged({ database: aged(HOUR_MS), folders: NEVER }))).toEqual(['backup-unused']);
  });
});

describe('folders that were never backed up', () => {
  const folders = { folders: NEVER, foldersFilesCount: 18_000 };
  const ignoring = (backup: 'database' | 'folders', given: Partial<Account>) =>
    judge(accountWith(given), NOW_MS, {
      thresholds: THRESHOLDS,
      exceptions: { ignored: { backup, setBy: 'x' } },
    });

  test('need attention where there are some', () => {
    expect(judged({ ...folders, status: OFFLINE })).toMatchObject({
      level: 'attention',
      reasons: [{ rule: 'folders-unprotected', level: 'attention', count: 18_000, isHalf: true }],
    });
  });

  test.each([0, undefined])('are unused where the service counts %s of them', (foldersFilesCount) => {
    const given = { folders: NEVER, ...(foldersFilesCount !== undefined && { foldersFilesCount }) };
    expect(judged(given)).toMatchObject({ level: 'healthy', reasons: [{ rule: 'backup-unused' }] });
  });

  test('are no half beside a database backup that is late or in doubt', () => {
    expect(judged({ ...folders, database: NOT_REPORTED }).reasons).toMatchObject([
      { rule: 'folders-unprotected', isHalf: false },
      { rule: 'time-not-reported' },
    ]);
    expect(judged({ ...folders, database: aged(30 * HOUR_MS) }).reasons).toMatchObject([
      { rule: 'backup-late', backup: 'database' },
      { rule: 'folders-unprotected', isHalf: false },
    ]);
  });

  test('are nothing to see to where the rules ignore them', () => {
    expect(ignoring('folders', folders)).toMatchObject({ level: 'healthy' });
  });

  test('are critical where nothing else counts, or never ran either', () => {
    expect(rulesOf(judged({ ...folders, database: NEVER }))).toEqual(['never-backed-up']);
    expect(ignoring('database', folders).reasons[0]).toEqual({
      rule: 'never-backed-up',
      level: 'critical',
      backup: 'folders',
    });
  });

  test('a database that never ran stays a note: nothing counts databases', () => {
    expect(judged({ database: NEVER, foldersFilesCount: 18_000 }).level).toBe('healthy');
  });
});

describe('online but stale', () => {
  const online = (databaseMs: number, foldersMs: number) =>
    judged({ status: ONLINE, database: aged(databaseMs), folders: aged(foldersMs) });

  test('one minute before the newer one is stale, nothing contradicts', () => {
    expect(rulesOf(online(48 * HOUR_MS - MINUTE_MS, 3 * DAY_MS))).toEqual(['backup-stale', 'backup-late']);
  });

  test.each([48 * HOUR_MS, 48 * HOUR_MS + MINUTE_MS])(
    'with the newer one %d ms old the cause leads its symptoms, with the newest age',
    (ageMs) => {
      const verdict = online(3 * DAY_MS, ageMs);
      expect(verdict.level).toBe('critical');
      expect(rulesOf(verdict)).toEqual(['online-but-stale', 'backup-stale', 'backup-stale']);
      expect(verdict.reasons[0]).toEqual({
        rule: 'online-but-stale',
        level: 'critical',
        ageMs,
        threshold: THRESHOLDS.stale,
      });
    },
  );

  test('an account that uses one backup only is judged by that one', () => {
    const verdict = judged({ status: ONLINE, database: NEVER, folders: aged(2 * DAY_MS) });
    expect(rulesOf(verdict)).toEqual(['online-but-stale', 'backup-stale', 'backup-unused']);
  });

  test('offline and stale is no contradiction', () => {
    const verdict = judged({ status: OFFLINE, database: aged(3 * DAY_MS), folders: aged(3 * DAY_MS) });
    expect(rulesOf(verdict)).toEqual(['backup-stale', 'backup-stale']);
  });

  test('the job is not blamed while one backup lies in the future', () => {
    const verdict = judged({ database: aged(3 * DAY_MS), folders: aged(-HOUR_MS) });
    expect(rulesOf(verdict)).toEqual(['backup-stale', 'clock-wrong']);
  });
});

describe('stuck while backing up', () => {
  const backingUp = (databaseMs: number, foldersMs: number) =>
    judged({ status: BACKING_UP, database: aged(databaseMs), folders: aged(foldersMs) });

  test('one minute before 26 hours it is at work', () => {
    expect(backingUp(26 * HOUR_MS - MINUTE_MS, HOUR_MS)).toMatchObject({ level: 'healthy', reasons: [] });
  });

  test.each([26 * HOUR_MS, 26 * HOUR_MS + MINUTE_MS, 48 * HOUR_MS - MINUTE_MS])(
    'with the newest backup %d ms old it is perhaps stuck',
    (ageMs) => {
      const verdict = backingUp(ageMs, 2 * DAY_MS - MINUTE_MS);
      expect(verdict.level).toBe('attention');
      expect(rulesOf(verdict)).toEqual(['stuck-while-backing-up', 'backup-late', 'backup-late']);
      expect(verdict.reasons[0]).toEqual({
        rule: 'stuck-while-backing-up',
        level: 'attention',
        ageMs,
        threshold: THRESHOLDS.late,
      });
    },
  );

  test.each([48 * HOUR_MS, 48 * HOUR_MS + MINUTE_MS])('with it stale (%d ms) that is critical', (ageMs) => {
    const verdict = backingUp(ageMs, ageMs);
    expect(verdict.level).toBe('critical');
    expect(rulesOf(verdict)).toEqual(['stuck-while-backing-up', 'backup-stale', 'backup-stale']);
    expect(verdict.reasons[0]).toMatchObject({ level: 'critical', ageMs });
  });

  test('one fresh backup shows that it moves', () => {
    expect(rulesOf(backingUp(HOUR_MS, 3 * DAY_MS))).toEqual(['half-protected']);
  });

  test('a first backup under way is no stuck one', () => {
    expect(rulesOf(judged({ status: BACKING_UP, database: NEVER, folders: NEVER }))).toEqual([
      'never-backed-up',
    ]);
  });
});

describe('offline but fresh', () => {
  const offline = (ageMs: number) => judged({ status: OFFLINE, folders: aged(ageMs) });

  test('is healthy, with a note that the data is safe', () => {
    expect(offline(26 * HOUR_MS - MINUTE_MS)).toMatchObject({
      level: 'healthy',
      reasons: [{ rule: 'offline-but-fresh', level: 'note' }],
    });
  });

  test.each([26 * HOUR_MS, 26 * HOUR_MS + MINUTE_MS])('is not said once one backup is %d ms old', (ageMs) => {
    expect(reasonsBy('offline-but-fresh', offline(ageMs))).toEqual([]);
  });

  test('is said of an account that uses one backup only', () => {
    expect(rulesOf(judged({ status: OFFLINE, database: NEVER }))).toEqual([
      'backup-unused',
      'offline-but-fresh',
    ]);
  });

  test.each([
    ['unreadable', { folders: UNREADABLE }],
    ['not reported', { folders: NOT_REPORTED }],
    ['of a day that is too long ago', { folders: { ...aged(50 * HOUR_MS), precision: 'day' } as const }],
    ['of folders that never ran', { folders: NEVER, foldersFilesCount: 1 }],
  ])('is not said while the other backup is %s', (_, given) => {
    expect(reasonsBy('offline-but-fresh', judged({ status: OFFLINE, ...given }))).toEqual([]);
  });

  test('is said beside an ignored backup only if that one is fresh too, or never ran', () => {
    const ignoring = (database: LastBackup) =>
      judge(accountWith({ status: OFFLINE, database }), NOW_MS, {
        thresholds: THRESHOLDS,
        exceptions: { ignored: { backup: 'database', setBy: 'x' } },
      });
    expect(rulesOf(ignoring(aged(80 * HOUR_MS)))).toEqual(['backup-ignored']);
    expect(rulesOf(ignoring(UNREADABLE))).toEqual(['backup-ignored']);
    expect(rulesOf(ignoring(NEVER))).toEqual(['backup-ignored', 'offline-but-fresh']);
    expect(rulesOf(ignoring(aged(HOUR_MS)))).toEqual(['backup-ignored', 'offline-but-fresh']);
  });

  test('is not said when nothing is known to be fresh', () => {
    const verdict = judged({ status: OFFLINE, database: NEVER, folders: NOT_REPORTED });
    expect(reasonsBy('offline-but-fresh', verdict)).toEqual([]);
  });
});
