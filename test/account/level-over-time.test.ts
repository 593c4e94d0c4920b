import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LastBackup } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import { levelSince, nextChangeAt } from '../../src/account/level-over-time.ts';
import type { AccountRules } from '../../src/account/verdict.ts';
import { runs } from '../support/runs.ts';
import {
  accountWith,
  aged,
  BACKING_UP,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  NEVER,
  NOW_MS,
  ONLINE,
  THRESHOLDS,
} from './accounts.ts';

const RULES: AccountRules = { thresholds: THRESHOLDS, exceptions: {} };
const WEEKDAYS: AccountRules = { thresholds: THRESHOLDS, exceptions: { weekdaysOnly: { setBy: 'rules' } } };
const both = (database: LastBackup, folders = database) => ({ database, folders });
const at = (iso: string) => Date.parse(iso);

const lastBackup = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2 * HOUR_MS, max: 5 * DAY_MS }).map(aged) },
  fc.integer({ min: 0, max: 5 }).map(
    (days): LastBackup => ({
      kind: 'at',
      atMs: at('2026-11-21T00:00:00+03:00') - days * DAY_MS,
      precision: 'day',
    }),
  ),
  fc.constant(NEVER),
);
const account = fc
  .record({
    database: lastBackup,
    folders: lastBackup,
    status: fc.constantFrom(ONLINE, BACKING_UP),
    packageEndsOn: fc.constantFrom(
      '2026-11-20',
      '2026-11-21',
      '2026-11-24',
      '2026-12-06',
      '2027-03-01',
      'soon',
    ),
  })
  .map(accountWith);
const rules = fc.constantFrom(RULES, WEEKDAYS);

describe('the next change of level', () => {
  test.each([
    ['26 h after a backup, when it turns late', both(aged(2 * HOUR_MS), aged(HOUR_MS)), 24],
    ['48 h after it, when it turns stale', both(aged(30 * HOUR_MS)), 18],
    ['the midnight from which a package ends soon', { packageEndsOn: '2026-12-06' }, 12],
    ['later by a weekend that does not count', both(aged(24 * HOUR_MS)), 50, WEEKDAYS],
  ])('is %s', (_what, given, inHours, by = RULES) => {
    expect(nextChangeAt(accountWith(given), NOW_MS, by)).toBe(NOW_MS + inHours * HOUR_MS);
  });

  test('is the first time at which the level differs', () => {
    fc.assert(
      fc.property(account, rules, fc.double({ min: 0, max: 1, noNaN: true }), (given, by, share) => {
        const next = nextChangeAt(given, NOW_MS, by);
        const untilMs = next ?? NOW_MS + 60 * DAY_MS;
        const between = NOW_MS + Math.floor(share * (untilMs - NOW_MS - 1));
        expect(judge(given, between, by).level).toBe(judge(given, NOW_MS, by).level);
        if (next !== undefined) expect(judge(given, next, by).level).not.toBe(judge(given, NOW_MS, by).level);
      }),
      runs(1_000),
    );
  });
});

describe('since when an account has its level', () => {
  test('a healthy one since the backup that made it healthy', () => {
    const given = accountWith({ database: aged(2 * HOUR_MS), folders: aged(70 * MINUTE_MS) });
    expect(levelSince(given, NOW_MS, RULES)).toBe(NOW_MS - 70 * MINUTE_MS);
  });

  test('one whose package ended since the midnight after its last day', () => {
    const given = accountWith({ packageEndsOn: '2026-11-19' });
    expect(levelSince(given, NOW_MS, RULES)).toBe(at('2026-11-20T00:00:00+03:00'));
  });

  test('it had the level all the time since', () => {
    fc.assert(
      fc.property(account, rules, fc.double({ min: 0, max: 1, noNaN: true }), (given, by, share) => {
        const since = levelSince(given, NOW_MS, by);
        fc.pre(since !== undefined && since <= NOW_MS);
        const between = since + Math.ceil(share * (NOW_MS - since));
        expect(judge(given, between, by).level).toBe(judge(given, NOW_MS, by).level);
      }),
      runs(1_000),
    );
  });
});
