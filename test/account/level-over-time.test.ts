import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Account, LastBackup } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import { answerSince, levelSince, nextChangeAt, stateSince } from '../../src/account/level-over-time.ts';
import type { Answer, Seen } from '../../src/account/outcome.ts';
import type { AccountRules } from '../../src/account/verdict.ts';
import { runs } from '../support/runs.ts';
import {
  accountWith,
  aged,
  BACKING_UP,
  DAY_MS,
  HOUR_MS,
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

test('since when an account has its level: it had the level all the time since', () => {
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

const STALE = accountWith(both(aged(3 * DAY_MS)));
const NEVER_RAN = accountWith(both(NEVER));

const critical = (startedAtMs: number): Seen => ({ level: 'critical', startedAtMs });

test.each<[string, Account, Partial<Answer>, number?]>([
  ['the dates of the account, watched or not', STALE, {}, NOW_MS - DAY_MS],
  ['unknown, if no date says it', NEVER_RAN, {}],
  ['when its watch saw it, if no date says it', NEVER_RAN, { seen: critical(NOW_MS - 9) }, NOW_MS - 9],
  ['the later of both: the watch', STALE, { seen: critical(NOW_MS - HOUR_MS) }, NOW_MS - HOUR_MS],
  ['the later of both: the dates', STALE, { seen: critical(NOW_MS - 2 * DAY_MS) }, NOW_MS - DAY_MS],
  ['unknown, if its watch saw another level', NEVER_RAN, { seen: { level: 'attention', startedAtMs: 1 } }],
  ['unknown for a healthy account', accountWith({}), {}],
  ['unknown for an earlier answer', STALE, { source: 'last-known' }],
  ['unknown, if the dates meant another level at the read', STALE, { readAtMs: NOW_MS - 2 * DAY_MS }],
])('since when an answer has its level: %s', (_, account, about, since) => {
  const verdict = judge(account, NOW_MS, { thresholds: THRESHOLDS });
  expect(answerSince({ account, verdict, readAtMs: NOW_MS, source: 'live', ...about })).toBe(since);
});

test('since when a watched account has its level: by its dates, or as its watch saw it', () => {
  const since = (account: Account, isSeen: boolean) =>
    stateSince(
      { startedAtMs: NOW_MS - HOUR_MS, readAtMs: NOW_MS, account },
      { thresholds: THRESHOLDS },
      isSeen,
    );
  expect(since(STALE, false)).toBe(NOW_MS - HOUR_MS);
  expect(since(NEVER_RAN, true)).toBe(NOW_MS - HOUR_MS);
  expect(since(NEVER_RAN, false)).toBeUndefined();
});
