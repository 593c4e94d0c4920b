import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judge } from '../../src/account/judge.ts';
import { accountWith, DAY_MS, NOW_MS, THRESHOLDS } from './accounts.ts';

/** A limit that no package is beyond. */
const packageEndsSoon = { value: 10_000, unit: 'day', setBy: 'x' } as const;

/** As the verdict says them. */
function daysLeft(zoneId: string, packageEndsOn: string | undefined, nowMs: number): number | undefined {
  const account = accountWith({ zone: { id: zoneId, assumedFrom: 'setting' }, packageEndsOn });
  const { reasons } = judge(account, nowMs, { thresholds: { ...THRESHOLDS, packageEndsSoon } });
  for (const reason of reasons) {
    if (reason.rule === 'package-ends-soon') return reason.daysLeft;
    if (reason.rule === 'package-ended') return -reason.daysAgo;
  }
  return undefined;
}

describe('the days left of a package', () => {
  test('agree with plain calendar arithmetic at any moment, in any zone, across every clock change', () => {
    // Santiago, Cairo and Beirut change their clocks at midnight, so that some days there have none.
    const zones = [
      'Europe/Istanbul',
      'Europe/Berlin',
      'America/Santiago',
      'Africa/Cairo',
      'Asia/Beirut',
      'Pacific/Apia',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...zones, 'Australia/Lord_Howe', 'UTC', '+03:00', '-09:30'),
        fc.integer({ min: Date.parse('2012-01-01'), max: Date.parse('2035-01-01') }),
        fc.integer({ min: -800, max: 800 }),
        (zone, nowMs, days) => {
          const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(
            nowMs,
          );
          const endsOn = new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
          expect(daysLeft(zone, endsOn, nowMs)).toBe(days);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('are not known without an end date, or with one that is no date', () => {
    expect(daysLeft('UTC', undefined, NOW_MS)).toBeUndefined();
    expect(daysLeft('UTC', '2026-02-31', NOW_MS)).toBeUndefined();
    expect(daysLeft('UTC', 'soon', NOW_MS)).toBeUndefined();
  });

  test('are counted in UTC where the zone is not known to this machine', () => {
    expect(daysLeft('Mars/Olympus', '2026-11-20', Date.parse('2026-11-21T23:59:00Z'))).toBe(-1);
    expect(daysLeft('Z', '2026-11-21', Date.parse('2026-11-21T23:59:00Z'))).toBe(0);
  });
});
