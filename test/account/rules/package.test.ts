import { describe, expect, test } from 'vitest';
import { judge } from '../../../src/account/judge.ts';
import {
  accountWith,
  aged,
  DAY_MS,
  HOUR_MS,
  judged,
  MINUTE_MS,
  NOW_MS,
  OFFLINE,
  rulesOf,
  THRESHOLDS,
} from '../accounts.ts';

/** The verdict at a moment of an account whose backups are always fresh. */
const at = (moment: string, packageEndsOn: string, zone = 'Europe/Istanbul') => {
  const nowMs = Date.parse(moment);
  const fresh = { kind: 'at', atMs: nowMs - HOUR_MS, precision: 'second' } as const;
  const account = accountWith({
    zone: { id: zone, assumedFrom: 'setting' },
    database: fresh,
    folders: fresh,
    packageEndsOn,
  });
  return judge(account, nowMs, { thresholds: THRESHOLDS });
};

describe('a package that ended', () => {
  test('its last day is covered to the last minute, in the zone of the service', () => {
    expect(at('2026-11-21T23:59:00+03:00', '2026-11-21').reasons).toMatchObject([
      { rule: 'package-ends-soon', daysLeft: 0 },
    ]);
  });

  test.each(['2026-11-22T00:00:00+03:00', '2026-11-22T00:01:00+03:00'])(
    'at %s it has ended yesterday',
    (moment) => {
      const verdict = at(moment, '2026-11-21');
      expect(verdict.level).toBe('critical');
      expect(verdict.reasons).toEqual([
        { rule: 'package-ended', level: 'critical', endedOn: '2026-11-21', daysAgo: 1 },
      ]);
    },
  );

  test('it leads before what it causes', () => {
    const verdict = judged({
      packageEndsOn: '2026-11-01',
      database: aged(3 * DAY_MS),
      folders: aged(3 * DAY_MS),
    });
    expect(rulesOf(verdict)).toEqual(['package-ended', 'online-but-stale', 'backup-stale', 'backup-stale']);
  });
});

describe('a package that ends soon', () => {
  test('15 days ahead nothing is said, to the last minute of that day', () => {
    expect(at('2026-11-06T23:59:00+03:00', '2026-11-21').reasons).toEqual([]);
  });

  test.each(['2026-11-07T00:00:00+03:00', '2026-11-07T00:01:00+03:00'])(
    'at %s it ends in 14 days',
    (moment) => {
      const verdict = at(moment, '2026-11-21');
      expect(verdict.level).toBe('attention');
      expect(verdict.reasons).toEqual([
        {
          rule: 'package-ends-soon',
          level: 'attention',
          endsOn: '2026-11-21',
          daysLeft: 14,
          threshold: THRESHOLDS.packageEndsSoon,
        },
      ]);
    },
  );

  test('the days are those of the service, not of the machine', () => {
    const moment = '2026-11-21T22:30:00Z';
    expect(at(moment, '2026-11-21', 'UTC').reasons).toMatchObject([
      { rule: 'package-ends-soon', daysLeft: 0 },
    ]);
    expect(at(moment, '2026-11-21', '+03:00').reasons).toMatchObject([{ rule: 'package-ended', daysAgo: 1 }]);
    expect(at(moment, '2026-11-21', 'Europe/Istanbul').reasons).toMatchObject([{ rule: 'package-ended' }]);
  });

  test('with a limit of 0 days only the last day counts', () => {
    const packageEndsSoon = { value: 0, unit: 'day', setBy: 'PACKAGE_ENDS_SOON_DAYS' } as const;
    const on = (packageEndsOn: string) =>
      rulesOf(
        judge(accountWith({ packageEndsOn }), NOW_MS, { thresholds: { ...THRESHOLDS, packageEndsSoon } }),
      );
    expect(on('2026-11-21')).toEqual(['package-ends-soon']);
    expect(on('2026-11-22')).toEqual([]);
  });

  test('an old backup leads before it', () => {
    const late = aged(30 * HOUR_MS);
    expect(
      rulesOf(judged({ status: OFFLINE, packageEndsOn: '2026-11-22', database: late, folders: late })),
    ).toEqual(['backup-late', 'backup-late', 'package-ends-soon']);
  });

  test('a package without an end date is no matter', () => {
    expect(judged({}).reasons).toEqual([]);
  });
});

// Berlin goes to summer time on 29 March 2026 and back on 25 October; Istanbul last did in March and November 2015.
describe.each([
  ['Europe/Berlin', 'a day of 23 hours', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['Europe/Berlin', 'a day of 25 hours', '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['Europe/Istanbul', 'a day of 23 hours', '2015-03-29', '2015-03-28T22:00:00Z', '2015-03-29T21:00:00Z'],
  ['Europe/Istanbul', 'a day of 25 hours', '2015-11-08', '2015-11-07T21:00:00Z', '2015-11-08T22:00:00Z'],
])('in %s across %s', (zone, _length, day, startsAt, endsAt) => {
  const minuteFrom = (moment: string, minutes: number) =>
    new Date(Date.parse(moment) + minutes * MINUTE_MS).toISOString();

  test('a package that ends that day is covered from its first minute to its last', () => {
    expect(at(minuteFrom(startsAt, -1), day, zone).reasons).toMatchObject([{ daysLeft: 1 }]);
    expect(at(startsAt, day, zone).reasons).toMatchObject([{ daysLeft: 0 }]);
    expect(at(minuteFrom(endsAt, -1), day, zone).reasons).toMatchObject([{ daysLeft: 0 }]);
    expect(at(endsAt, day, zone).reasons).toMatchObject([{ rule: 'package-ended', daysAgo: 1 }]);
  });

  test('the 14 days are counted by the calendar', () => {
    const endsOn = new Date(Date.parse(day) + 14 * DAY_MS).toISOString().slice(0, 10);
    expect(at(minuteFrom(startsAt, -1), endsOn, zone).reasons).toEqual([]);
    expect(at(startsAt, endsOn, zone).reasons).toMatchObject([{ daysLeft: 14 }]);
    expect(at(endsAt, endsOn, zone).reasons).toMatchObject([{ daysLeft: 13 }]);
  });

  test('the age of a backup is elapsed time: 26 hours are 26 hours', () => {
    const lateAt = (nowMs: number) => {
      const made = { kind: 'at', atMs: Date.parse(startsAt) - HOUR_MS, precision: 'second' } as const;
      const account = accountWith({
        zone: { id: zone, assumedFrom: 'setting' },
        status: OFFLINE,
        database: made,
        folders: made,
      });
      return judge(account, nowMs, { thresholds: THRESHOLDS });
    };
    const limitMs = Date.parse(startsAt) + 25 * HOUR_MS;
    expect(lateAt(limitMs - MINUTE_MS)).toMatchObject({ level: 'healthy' });
    expect(lateAt(limitMs)).toMatchObject({ level: 'attention', ageMs: { database: 26 * HOUR_MS } });
    expect(lateAt(limitMs + MINUTE_MS)).toMatchObject({ level: 'attention' });
  });
});

test('a package end that is no date needs attention', () => {
  expect(at('2026-11-21T12:00:00+03:00', '01.01.2023')).toMatchObject({
    level: 'attention',
    reasons: [{ rule: 'package-end-unreadable', level: 'attention', sent: '01.01.2023' }],
  });
});
