import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/account/judge.ts';
import { VERDICT_LEVELS, type Verdict } from '../../../src/account/verdict.ts';
import {
  accountWith,
  aged,
  DAY_MS,
  HOUR_MS,
  judged,
  MINUTE_MS,
  NEVER,
  NOT_REPORTED,
  NOW_MS,
  OFFLINE,
  reasonsBy,
  rulesOf,
  THRESHOLDS,
  UNREADABLE,
} from '../accounts.ts';

const both = (ageMs: number) => judged({ status: OFFLINE, database: aged(ageMs), folders: aged(ageMs) });

describe('a late backup', () => {
  test('one minute before 26 hours nothing is late', () => {
    expect(both(26 * HOUR_MS - MINUTE_MS)).toMatchObject({ level: 'healthy' });
    expect(rulesOf(both(26 * HOUR_MS - MINUTE_MS))).toEqual(['offline-but-fresh']);
  });

  test.each([26 * HOUR_MS, 26 * HOUR_MS + MINUTE_MS, 48 * HOUR_MS - MINUTE_MS])(
    'at %d ms both are late, database first, each with its age and the limit',
    (ageMs) => {
      const verdict = both(ageMs);
      expect(verdict.level).toBe('attention');
      expect(verdict.reasons).toEqual([
        { rule: 'backup-late', level: 'attention', backup: 'database', ageMs, threshold: THRESHOLDS.late },
        { rule: 'backup-late', level: 'attention', backup: 'folders', ageMs, threshold: THRESHOLDS.late },
      ]);
    },
  );
});

describe('a stale backup', () => {
  test.each([48 * HOUR_MS, 48 * HOUR_MS + MINUTE_MS])('at %d ms it is stale, and no longer late', (ageMs) => {
    const verdict = both(ageMs);
    expect(verdict.level).toBe('critical');
    expect(verdict.reasons).toEqual([
      { rule: 'backup-stale', level: 'critical', backup: 'database', ageMs, threshold: THRESHOLDS.stale },
      { rule: 'backup-stale', level: 'critical', backup: 'folders', ageMs, threshold: THRESHOLDS.stale },
    ]);
  });

  test('a stale backup comes before a late one', () => {
    const verdict = judged({ status: OFFLINE, database: aged(30 * HOUR_MS), folders: aged(3 * DAY_MS) });
    expect(verdict.reasons).toMatchObject([
      { rule: 'backup-stale', backup: 'folders' },
      { rule: 'backup-late', backup: 'database' },
    ]);
  });

  test('the limits come from the settings', () => {
    const late = { value: 1, unit: 'hour', setBy: 'BACKUP_LATE_AFTER_HOURS' } as const;
    const account = accountWith({ database: aged(HOUR_MS), folders: aged(HOUR_MS) });
    expect(judge(account, NOW_MS, { thresholds: { ...THRESHOLDS, late } }).reasons).toMatchObject([
      { rule: 'backup-late', threshold: late },
      { rule: 'backup-late', threshold: late },
    ]);
  });
});

describe('a backup from the future', () => {
  test.each([4, 5])('%d minutes ahead it counts as made just now', (minutes) => {
    const verdict = judged({ database: aged(-minutes * MINUTE_MS) });
    expect(verdict).toMatchObject({ level: 'healthy', reasons: [], ageMs: { database: 0 } });
  });

  test('six minutes ahead its clock is wrong and it has no age', () => {
    const verdict = judged({ database: aged(-6 * MINUTE_MS) });
    expect(verdict.level).toBe('unknown');
    expect(verdict.reasons).toEqual([
      {
        rule: 'clock-wrong',
        level: 'unknown',
        backup: 'database',
        aheadMs: 6 * MINUTE_MS,
      },
    ]);
    expect(verdict.ageMs).toEqual({ folders: 5 * HOUR_MS });
  });

  test('five minutes and one millisecond is already too far', () => {
    expect(rulesOf(judged({ folders: aged(-5 * MINUTE_MS - 1) }))).toEqual(['clock-wrong']);
  });

  test('it never makes the other backup half of something', () => {
    const verdict = judged({ status: OFFLINE, database: aged(-HOUR_MS), folders: aged(3 * DAY_MS) });
    expect(rulesOf(verdict)).toEqual(['backup-stale', 'clock-wrong']);
    expect(verdict.level).toBe('critical');
  });

  test('it keeps "offline, data safe" from being said', () => {
    expect(rulesOf(judged({ status: OFFLINE, database: aged(-HOUR_MS) }))).toEqual(['clock-wrong']);
  });
});

describe('a backup that never ran', () => {
  test('both never ran: critical, and no other rule speaks of them', () => {
    const verdict = judged({ database: NEVER, folders: NEVER });
    expect(verdict.level).toBe('critical');
    expect(verdict.reasons).toEqual([{ rule: 'never-backed-up', level: 'critical' }]);
    expect(verdict.ageMs).toEqual({});
  });

  test.each([
    ['database', { database: NEVER }],
    ['folders', { folders: NEVER }],
  ] as const)('only the %s backup is unused: named, and the verdict stays healthy', (backup, given) => {
    const verdict = judged(given);
    expect(verdict.level).toBe('healthy');
    expect(verdict.reasons).toEqual([{ rule: 'backup-unused', level: 'note', backup }]);
  });

  test.each([
    [UNREADABLE, 'time-unreadable'],
    [NOT_REPORTED, 'time-not-reported'],
    [aged(-HOUR_MS), 'clock-wrong'],
  ] as const)('beside one that cannot be told, the doubt leads: %o', (folders, rule) => {
    const verdict = judged({ database: NEVER, folders });
    expect(verdict.level).toBe('unknown');
    expect(verdict.reasons).toMatchObject([
      { rule, backup: 'folders' },
      { rule: 'backup-unused', backup: 'database' },
    ]);
  });

  test('beside a stale one it does not soften anything', () => {
    const verdict = judged({ status: OFFLINE, database: aged(3 * DAY_MS), folders: NEVER });
    expect(verdict.level).toBe('critical');
    expect(rulesOf(verdict)).toEqual(['backup-stale', 'backup-unused']);
  });
});

describe('a backup whose time cannot be read', () => {
  test.each([
    [UNREADABLE, 'time-unreadable'],
    [NOT_REPORTED, 'time-not-reported'],
  ] as const)('%o is never healthy, and each backup is named', (backup, rule) => {
    const verdict = judged({ database: backup, folders: backup });
    expect(verdict.level).toBe('unknown');
    expect(reasonsBy(rule, verdict)).toEqual([
      { rule, level: 'unknown', backup: 'database' },
      { rule, level: 'unknown', backup: 'folders' },
    ]);
  });

  test('one fresh backup does not make up for it', () => {
    expect(judged({ folders: NOT_REPORTED })).toMatchObject({
      level: 'unknown',
      ageMs: { database: 2 * HOUR_MS },
    });
  });
});

describe('a bare date', () => {
  /** Judged at noon in Istanbul, on 21 November. */
  const on = (day: string) =>
    ({ kind: 'at', atMs: Date.parse(`${day}T00:00:00+03:00`), precision: 'day' }) as const;
  const offline = (day: string) => judged({ status: OFFLINE, database: on(day), folders: on(day) });

  test('of today counts as made now', () => {
    expect(offline('2026-11-21')).toMatchObject({ level: 'healthy', ageMs: { database: 0, folders: 0 } });
  });

  test('of yesterday counts as made at the end of yesterday', () => {
    expect(offline('2026-11-20')).toMatchObject({
      level: 'healthy',
      ageMs: { database: 12 * HOUR_MS, folders: 12 * HOUR_MS },
    });
  });

  test('is late once the end of that day is as old as the late limit', () => {
    const endMs = Date.parse('2026-11-21T00:00:00+03:00');
    const levelAt = (nowMs: number) =>
      judge(accountWith({ database: on('2026-11-20'), folders: on('2026-11-20') }), nowMs, {
        thresholds: THRESHOLDS,
      }).level;
    expect(levelAt(endMs + 26 * HOUR_MS - 1)).toBe('healthy');
    expect(levelAt(endMs + 26 * HOUR_MS)).toBe('attention');
  });

  test('of two days ago is 36 hours old: late', () => {
    expect(offline('2026-11-19').reasons[0]).toEqual({
      rule: 'backup-late',
      level: 'attention',
      backup: 'database',
      ageMs: 36 * HOUR_MS,
      onDay: '2026-11-19',
      threshold: THRESHOLDS.late,
    });
  });

  test('of three days ago is stale', () => {
    expect(offline('2026-11-18')).toMatchObject({
      level: 'critical',
      reasons: [{ rule: 'backup-stale', ageMs: 60 * HOUR_MS }, { rule: 'backup-stale' }],
    });
  });

  test('is never worse than any time of that day would be', () => {
    const rank = ({ level }: Verdict) => VERDICT_LEVELS.indexOf(level);
    const anyDay = fc.integer({ min: 0, max: 5 }).map((days) => NOW_MS - 12 * HOUR_MS - days * DAY_MS);
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: DAY_MS - 1 }), (atMs, timeMs) => {
        const bare = judged({ status: OFFLINE, database: { kind: 'at', atMs, precision: 'day' } });
        const made = Math.min(atMs + timeMs, NOW_MS);
        const timed = judged({ status: OFFLINE, database: { kind: 'at', atMs: made, precision: 'second' } });
        expect(rank(timed)).toBeLessThanOrEqual(rank(bare));
      }),
      { numRuns: 1_000 },
    );
  });
});
