import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/domain/account.ts';
import { judgeAccount } from '../../src/domain/judge-account.ts';
import type { Exceptions } from '../../src/domain/verdict.ts';
import {
  accountWith,
  aged,
  BACKING_UP,
  DAY_MS,
  HOUR_MS,
  judged,
  NEVER,
  NOW_MS,
  OFFLINE,
  rulesOf,
  THRESHOLDS,
  UNREADABLE,
} from './accounts.ts';

/** Read at `NOW_MS`, and judged so much later without having been asked again. */
const later = (hours: number, given: Partial<Account> = {}, exceptions: Exceptions = {}) =>
  judgeAccount(
    accountWith(given),
    { readAtMs: NOW_MS, nowMs: NOW_MS + hours * HOUR_MS },
    THRESHOLDS,
    exceptions,
  );

describe('an earlier answer that was healthy', () => {
  test('stays so while its backups would still be in time', () => {
    expect(later(20)).toMatchObject({
      level: 'healthy',
      reasons: [],
      ageMs: { database: 22 * HOUR_MS, folders: 25 * HOUR_MS },
    });
  });

  test('is unknown once a backup would be late, with the ages of now', () => {
    expect(later(22)).toMatchObject({
      level: 'unknown',
      reasons: [
        {
          rule: 'backup-not-asked',
          level: 'unknown',
          backup: 'folders',
          ageMs: 27 * HOUR_MS,
          notAskedMs: 22 * HOUR_MS,
        },
      ],
    });
    expect(later(24)).toMatchObject({
      level: 'unknown',
      reasons: [{ rule: 'backup-not-asked', ageMs: 26 * HOUR_MS, notAskedMs: 24 * HOUR_MS }],
      ageMs: { database: 26 * HOUR_MS, folders: 29 * HOUR_MS },
    });
    expect(later(24).reasons[0]).not.toHaveProperty('backup');
  });

  test('is unknown after days, whatever its client was doing', () => {
    for (const status of [OFFLINE, BACKING_UP, accountWith().status]) {
      expect(later(100, { status })).toMatchObject({
        level: 'unknown',
        reasons: [{ rule: 'backup-not-asked', ageMs: 102 * HOUR_MS }],
      });
    }
  });

  test('with one backup in use does not name it', () => {
    expect(later(24, { folders: NEVER }).reasons[0]).not.toHaveProperty('backup');
  });

  test('is unknown once its package would end soon, or have ended', () => {
    const fresh = { database: aged(0), folders: aged(0) };
    expect(later(22, { ...fresh, packageEndsOn: '2026-12-06' })).toMatchObject({
      level: 'unknown',
      reasons: [{ rule: 'package-not-asked', level: 'unknown', daysLeft: 14 }],
    });
  });

  test('keeps a note only while it is still true', () => {
    const offline = { status: OFFLINE, todayBackupCount: 4, dailyBackupCount: 4 };
    expect(rulesOf(later(0, offline))).toEqual(['offline-but-fresh', 'daily-allowance-used']);
    expect(rulesOf(later(1, offline))).toEqual(['daily-allowance-used']);
    // The next day.
    expect(rulesOf(later(20, offline))).toEqual([]);
  });
});

describe('an earlier answer that was bad', () => {
  test('has the level and the ages that it had, and says what its age adds', () => {
    const bothLate = { database: aged(27 * HOUR_MS), folders: aged(30 * HOUR_MS), status: OFFLINE };
    expect(later(22, bothLate)).toMatchObject({
      level: 'attention',
      reasons: [
        { rule: 'backup-late', backup: 'database', ageMs: 27 * HOUR_MS },
        { rule: 'backup-late', backup: 'folders', ageMs: 30 * HOUR_MS },
        { rule: 'backup-not-asked', ageMs: 49 * HOUR_MS, notAskedMs: 22 * HOUR_MS },
      ],
      ageMs: { database: 27 * HOUR_MS, folders: 30 * HOUR_MS },
    });
  });

  test('with one half late tells the ages of both as they were', () => {
    expect(later(24, { folders: aged(30 * HOUR_MS) })).toMatchObject({
      level: 'attention',
      reasons: [{ rule: 'half-protected', ageMs: 30 * HOUR_MS }, { rule: 'backup-not-asked' }],
      ageMs: { database: 2 * HOUR_MS, folders: 30 * HOUR_MS },
    });
  });

  test('is critical if it was', () => {
    const stale = { database: aged(50 * HOUR_MS), folders: aged(50 * HOUR_MS) };
    expect(later(22, stale)).toEqual(judged(stale));
  });

  test('tells the days of its package from today', () => {
    const fresh = { database: aged(0), folders: aged(0) };
    expect(later(24, { ...fresh, packageEndsOn: '2026-11-19' }).reasons).toMatchObject([
      { rule: 'package-ended', level: 'critical', daysAgo: 3 },
    ]);
    expect(later(24, { ...fresh, packageEndsOn: '2026-11-24' }).reasons).toMatchObject([
      { rule: 'package-ends-soon', level: 'attention', daysLeft: 2 },
    ]);
    expect(later(24, { ...fresh, packageEndsOn: '2026-11-21' })).toMatchObject({
      level: 'attention',
      reasons: [{ rule: 'package-not-asked', level: 'attention', daysLeft: -1, notAskedMs: DAY_MS }],
    });
  });

  test('is as doubtful as it was', () => {
    expect(later(1, { database: UNREADABLE })).toMatchObject({
      level: 'unknown',
      reasons: [{ rule: 'time-unreadable' }],
    });
  });
});

test('a clock that was set back behind the reading changes nothing', () => {
  expect(later(-30)).toEqual(judged({}));
});

describe('of any account, whatever the time', () => {
  const backup = fc.oneof(
    fc.integer({ min: 0, max: 3 * DAY_MS }).map(aged),
    fc.integer({ min: 0, max: 3 * DAY_MS }).map((ageMs) => ({ ...aged(ageMs), precision: 'day' as const })),
    fc.constant(NEVER),
  );
  const given: fc.Arbitrary<Partial<Account>> = fc.record(
    {
      status: fc.constantFrom(OFFLINE, BACKING_UP, accountWith().status),
      database: backup,
      folders: backup,
      packageEndsOn: fc
        .integer({ min: -3, max: 40 })
        .map((days) => new Date(NOW_MS + days * DAY_MS).toISOString().slice(0, 10)),
      foldersFilesCount: fc.nat(3),
    },
    { requiredKeys: ['status', 'database', 'folders'] },
  );
  const exceptions: fc.Arbitrary<Exceptions> = fc.record(
    {
      weekdaysOnly: fc.constant({ setBy: 'x' }),
      ignored: fc.record({ backup: fc.constantFrom('database', 'folders'), setBy: fc.constant('x') }),
    },
    { requiredKeys: [] },
  );
  const hours = fc.double({ min: -100, max: 10_000, noNaN: true });
  const rank = { healthy: 0, unknown: 1, attention: 2, critical: 3 } as const;

  test('age alone never makes an earlier answer worse than unknown, and never better', () => {
    fc.assert(
      fc.property(given, exceptions, hours, (account, terms, passed) => {
        const then = judgeAccount(accountWith(account), NOW_MS, THRESHOLDS, terms).level;
        const now = later(passed, account, terms).level;
        if (rank[then] > rank.unknown) expect(now).toBe(then);
        else expect(['healthy', 'unknown']).toContain(now);
        expect(rank[now]).toBeGreaterThanOrEqual(rank[then]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('an earlier answer is healthy only where one of now would be, but for what its client does', () => {
    fc.assert(
      fc.property(given, exceptions, hours, (account, terms, passed) => {
        fc.pre(passed >= 0 && later(passed, account, terms).level === 'healthy');
        const asNow = judgeAccount(
          accountWith({ ...account, status: OFFLINE }),
          NOW_MS + passed * HOUR_MS,
          THRESHOLDS,
          terms,
        );
        expect(asNow.level).toBe('healthy');
      }),
      { numRuns: 2_000 },
    );
  });
});
