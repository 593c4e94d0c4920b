import { describe, expect, test } from 'vitest';
import { judge } from '../../src/account/judge.ts';
import type { Exceptions } from '../../src/account/verdict.ts';
import { type AccountRule, createTermsOf } from '../../src/account-rules/terms-of.ts';
import {
  accountWith,
  aged,
  BACKING_UP,
  DAY_MS,
  HOUR_MS,
  NEVER,
  NOW_MS,
  rulesOf,
  THRESHOLDS,
} from './accounts.ts';

const rule = (given: Partial<AccountRule>): AccountRule => ({
  setBy: 'rules.yaml: some',
  accounts: ['*'],
  ...given,
});

describe('terms of an account', () => {
  test.each([
    ['1001', '1001', true],
    ['1001', '10011', false],
    ['20*', '2001', true],
    ['20*', '120', false],
    ['A?-*', 'AB-1', true],
    ['A.C', 'ABC', false],
    ['*', 'Müşteri 7/A', true],
  ])('the pattern %s and the id %s: %s', (pattern, id, fits) => {
    const termsOf = createTermsOf([rule({ accounts: [pattern], late_after_hours: 3 })], THRESHOLDS);
    expect(termsOf(id).thresholds.late.value).toBe(fits ? 3 : 26);
  });

  test.each([
    ['a rule and the usual limit', [rule({ late_after_hours: 50 })], 50],
    ['two rules', [rule({ accounts: ['10*'], late_after_hours: 40 }), rule({ stale_after_hours: 30 })], 40],
    ['one rule', [rule({ late_after_hours: 60, stale_after_hours: 30 })], 60],
  ])('where the late limit lies behind the stale one, by %s, both are the late one', (_, rules, hours) => {
    const { late, stale } = createTermsOf(rules, THRESHOLDS)('1001').thresholds;
    expect([late.value, stale.value]).toEqual([hours, hours]);
  });

  test('each term is that of the first rule that sets it, the rest is as usual', () => {
    const termsOf = createTermsOf(
      [
        rule({ setBy: 'a', accounts: ['1*'], late_after_hours: 3 }),
        rule({
          setBy: 'b',
          late_after_hours: 4,
          stale_after_hours: 5,
          weekdays_only: false,
          display_name: 'Acme',
        }),
        rule({
          setBy: 'c',
          weekdays_only: true,
          ignore: 'folders',
          minimum_client_version: '4.1',
          note: 'c',
        }),
        rule({ setBy: 'd', note: 'd', runbook: 'https://d.example/', contact: 'Jane' }),
      ],
      THRESHOLDS,
    );
    expect(termsOf('1001')).toEqual({
      thresholds: {
        ...THRESHOLDS,
        late: { value: 3, unit: 'hour', setBy: 'a' },
        stale: { value: 5, unit: 'hour', setBy: 'b' },
      },
      exceptions: {
        ignored: { backup: 'folders', setBy: 'c' },
        minimumClientVersion: { version: '4.1', setBy: 'c' },
      },
      displayName: 'Acme',
      note: 'c',
      runbook: 'https://d.example/',
      contact: 'Jane',
    });
  });
});

/** A Monday, eight in the morning in Istanbul. */
const MONDAY_MS = Date.parse('2026-11-23T08:00:00+03:00');
const on = (iso: string) => ({ kind: 'at', atMs: Date.parse(iso), precision: 'second' }) as const;
const FRIDAY = on('2026-11-20T20:00:00+03:00');
const judgedBy = (given: Parameters<typeof accountWith>[0], exceptions: Exceptions, nowMs = MONDAY_MS) =>
  judge(accountWith(given), nowMs, { thresholds: THRESHOLDS, exceptions });
const WEEKDAYS: Exceptions = { weekdaysOnly: { setBy: 'x' } };

describe('a late limit of its own', () => {
  const weekly = createTermsOf(
    [{ setBy: 'weekly', accounts: ['*'], late_after_hours: 200, stale_after_hours: 400 }],
    THRESHOLDS,
  )('1001');
  const backingUp = (days: number) =>
    judge(
      accountWith({ status: BACKING_UP, database: aged(days * DAY_MS), folders: aged(days * DAY_MS) }),
      NOW_MS,
      weekly,
    );

  test('is how long a backup may be under way too', () => {
    expect(backingUp(7)).toMatchObject({ level: 'healthy', reasons: [] });
    expect(backingUp(9).reasons[0]).toMatchObject({
      rule: 'stuck-while-backing-up',
      threshold: { value: 200, unit: 'hour', setBy: 'weekly' },
    });
  });
});

describe('weekdays only', () => {
  test('a backup of Friday evening is fresh on Monday morning, and is told with its real age', () => {
    const shop = { database: FRIDAY, folders: FRIDAY };
    expect(judgedBy(shop, {}).level).toBe('critical');
    const verdict = judgedBy(shop, WEEKDAYS);
    expect(verdict).toMatchObject({ level: 'healthy', ageMs: { database: 60 * HOUR_MS } });
    expect(verdict.exceptions).toEqual(WEEKDAYS);
  });

  test('an account is neither perhaps stuck nor online but stale over a weekend', () => {
    const shop = { status: BACKING_UP, database: FRIDAY, folders: FRIDAY };
    expect(rulesOf(judgedBy(shop, WEEKDAYS))).toEqual([]);
  });

  test('a backup that is late by weekdays is late', () => {
    const shop = { database: on('2026-11-19T20:00:00+03:00'), folders: FRIDAY };
    expect(rulesOf(judgedBy(shop, WEEKDAYS))).toEqual(['half-protected']);
  });
});

describe('a backup that is ignored', () => {
  const ignoring = (backup: 'database' | 'folders'): Exceptions => ({ ignored: { backup, setBy: 'x' } });

  test('changes nothing however old it is, and is named', () => {
    const verdict = judge(accountWith({ folders: aged(30 * DAY_MS) }), NOW_MS, {
      thresholds: THRESHOLDS,
      exceptions: ignoring('folders'),
    });
    expect(verdict.level).toBe('healthy');
    expect(verdict.reasons).toEqual([
      { rule: 'backup-ignored', level: 'note', backup: 'folders', setBy: 'x' },
    ]);
  });

  test('names the other one, where that one has stopped', () => {
    const given = { database: on('2026-11-23T06:00:00+03:00'), folders: FRIDAY };
    expect(judgedBy(given, ignoring('database')).reasons[0]).toMatchObject({
      rule: 'online-but-stale',
      backup: 'folders',
    });
    expect(judgedBy({ ...given, status: BACKING_UP }, ignoring('database')).reasons[0]).toMatchObject({
      rule: 'stuck-while-backing-up',
      backup: 'folders',
    });
  });

  test('the other one that never ran is critical, not unused', () => {
    const verdict = judgedBy({ database: aged(HOUR_MS), folders: NEVER }, ignoring('database'));
    expect(verdict.level).toBe('critical');
    expect(rulesOf(verdict)).toContain('never-backed-up');
  });
});

describe('a minimum client version', () => {
  test.each([
    ['4.9.9', '4.10.0', true],
    ['4.10.0', '4.10', false],
    ['4.10', '4.10.1', true],
    ['5', '4.10.1', false],
    ['v4', '4.10.1', false],
    ['4.9-beta', '4.10', true],
  ])('%s against %s: outdated %s', (clientVersion, version, isOutdated) => {
    const verdict = judgedBy(
      { database: on('2026-11-23T06:00:00+03:00'), folders: on('2026-11-23T06:00:00+03:00'), clientVersion },
      { minimumClientVersion: { version, setBy: 'x' } },
    );
    expect(verdict.level).toBe(isOutdated ? 'attention' : 'healthy');
  });
});
