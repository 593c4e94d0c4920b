import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Account, GENERAL_INFO_FIELDS, type LastBackup } from '../../src/account/account.ts';
import { headlineOf } from '../../src/account/headline.ts';
import { judge } from '../../src/account/judge.ts';
import { BACKUP_KINDS, VERDICT_LEVELS, type Verdict } from '../../src/account/verdict.ts';
import { runs } from '../support/runs.ts';
import { aged, DAY_MS, HOUR_MS, judged, NOW_MS, reasonsBy, THRESHOLDS } from './accounts.ts';

const status: fc.Arbitrary<Account['status']> = fc.oneof(
  fc.record({ kind: fc.constantFrom('online', 'offline', 'backing-up', 'unknown'), sent: fc.string() }),
  fc.constant({ kind: 'not-reported' }),
);

const lastBackup: fc.Arbitrary<LastBackup> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -2 * HOUR_MS, max: 5 * DAY_MS }).map(aged) },
  fc.record({
    kind: fc.constant('at'),
    // Any valid date; the parser reads others as unreadable.
    atMs: fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
    precision: fc.constantFrom('second', 'day'),
  }),
  fc.record({ kind: fc.constantFrom('never', 'unreadable', 'not-reported') }),
);

const anyAccount: fc.Arbitrary<Account> = fc.record(
  {
    id: fc.string(),
    zone: fc.record({
      id: fc.oneof(fc.constantFrom('Europe/Istanbul', 'Europe/Berlin', '+03:00', 'UTC'), fc.string()),
      assumedFrom: fc.constantFrom('setting', 'login', 'nothing'),
    }),
    status,
    database: lastBackup,
    folders: lastBackup,
    packageName: fc.string(),
    packageEndsOn: fc.oneof(
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
      fc.string(),
    ),
    dailyBackupCount: fc.double(),
    todayBackupCount: fc.double(),
    darkMode: fc.boolean(),
    sent: fc.dictionary(fc.constantFrom(...GENERAL_INFO_FIELDS), fc.string()),
  },
  { requiredKeys: ['id', 'zone', 'status', 'database', 'folders', 'sent'] },
);

const rank = (verdict: Verdict) => VERDICT_LEVELS.indexOf(verdict.level);

test('the verdict of a fresh account is healthy, with ages and the thresholds used', () => {
  expect(judged({})).toEqual({
    level: 'healthy',
    reasons: [],
    ageMs: { database: 2 * HOUR_MS, folders: 5 * HOUR_MS },
    status: 'online',
    thresholds: THRESHOLDS,
  });
});

describe('for any account', () => {
  const forAny = (check: (account: Account, verdict: Verdict) => void) =>
    fc.assert(
      fc.property(anyAccount, (account) =>
        check(account, judge(account, NOW_MS, { thresholds: THRESHOLDS })),
      ),
      runs(1_000),
    );

  test('the level is that of the worst reason', () => {
    forAny((_account, verdict) => {
      const levels = verdict.reasons.map((reason) => (reason.level === 'note' ? 'healthy' : reason.level));
      const worst = VERDICT_LEVELS.find((level) => levels.includes(level)) ?? 'healthy';
      expect(verdict.level).toBe(worst);
      expect(levels).toEqual(
        levels.toSorted((a, b) => VERDICT_LEVELS.indexOf(a) - VERDICT_LEVELS.indexOf(b)),
      );
    });
  });

  test('healthy means that a backup is known, and every known one is younger than the late limit', () => {
    forAny((account, verdict) => {
      if (verdict.level !== 'healthy') return;
      const ages = Object.values(verdict.ageMs);
      const known = [account.database, account.folders].filter(({ kind }) => kind !== 'never');
      expect(ages.length).toBeGreaterThan(0);
      expect(ages).toHaveLength(known.length);
      expect(ages.every((ageMs) => ageMs >= 0 && ageMs < 26 * HOUR_MS)).toBe(true);
    });
  });

  test('a reason leads the headline, whatever the rules of the account', () => {
    const setBy = 'rules.yaml';
    const exceptions = fc.record({
      weekdaysOnly: fc.constantFrom(undefined, { setBy }),
      ignored: fc.constantFrom(undefined, ...BACKUP_KINDS.map((backup) => ({ backup, setBy }))),
    });
    fc.assert(
      fc.property(anyAccount, exceptions, (account, given) => {
        const headline = headlineOf(judge(account, NOW_MS, { thresholds: THRESHOLDS, exceptions: given }));
        const lead = headline.kind === 'with-doubt' ? headline.lead : headline;
        expect(lead.kind === 'bare' && lead.level !== 'healthy').toBe(false);
      }),
      runs(1_000),
    );
  });

  test('the passing of time never improves the verdict, unless a clock was ahead', () => {
    fc.assert(
      fc.property(anyAccount, fc.integer({ min: 0, max: 30 * DAY_MS }), (account, laterMs) => {
        const before = judge(account, NOW_MS, { thresholds: THRESHOLDS });
        fc.pre(reasonsBy('clock-wrong', before).length === 0);
        const after = judge(account, NOW_MS + laterMs, { thresholds: THRESHOLDS });
        expect(rank(after)).toBeLessThanOrEqual(rank(before));
      }),
      runs(1_000),
    );
  });
});
