import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/domain/account.ts';
import { differencesBetween, isNewBackup, sameNewest, snapshotOf } from '../../src/domain/compare-answers.ts';
import type { Answer } from '../../src/domain/outcome.ts';
import {
  accountWith,
  aged,
  HOUR_MS,
  judged,
  MINUTE_MS,
  NEVER,
  NOT_REPORTED,
  NOW_MS,
  OFFLINE,
  UNREADABLE,
} from './accounts.ts';

const answer = (given: Partial<Account> = {}, nowMs = NOW_MS): Answer => ({
  account: accountWith(given),
  verdict: judged(given, nowMs),
  readAtMs: nowMs,
  source: 'live',
});
const differences = (before: Partial<Account>, after: Partial<Account>, laterMs = 0) =>
  differencesBetween(snapshotOf(answer(before)), snapshotOf(answer(after, NOW_MS + laterMs)));

describe('a later answer held against an earlier one', () => {
  test('tells what got better, the verdict first, each age as it was told', () => {
    const laterMs = 30 * MINUTE_MS;
    const after = { folders: aged(-10 * MINUTE_MS) };
    expect(differences({ folders: aged(51 * HOUR_MS), status: OFFLINE }, after, laterMs)).toEqual([
      { kind: 'level', before: 'critical', after: 'healthy' },
      {
        kind: 'backup',
        backup: 'folders',
        before: { kind: 'time', atMs: NOW_MS - 51 * HOUR_MS, ageMs: 51 * HOUR_MS },
        after: { kind: 'time', atMs: NOW_MS + 10 * MINUTE_MS, ageMs: 20 * MINUTE_MS },
      },
      { kind: 'status', before: 'offline', after: 'online' },
    ]);
  });

  test('tells nothing where nothing happened: that old backups grow older is no news', () => {
    expect(differences({}, {}, HOUR_MS)).toEqual([]);
    const stale = { database: aged(80 * HOUR_MS), folders: aged(90 * HOUR_MS) };
    expect(differences(stale, stale, 5 * HOUR_MS)).toEqual([]);
  });

  test('tells that time alone made it worse', () => {
    const old = { database: aged(47 * HOUR_MS), folders: aged(47 * HOUR_MS) };
    expect(differences(old, old, 2 * HOUR_MS)).toEqual([
      { kind: 'level', before: 'attention', after: 'critical' },
    ]);
  });

  test('tells that a backup without a time has none for another reason', () => {
    expect(differences({ folders: NEVER }, { folders: UNREADABLE })).toContainEqual({
      kind: 'backup',
      backup: 'folders',
      before: { kind: 'never' },
      after: { kind: 'unreadable' },
    });
  });

  test('tells that a package was prolonged, given an end, or lost it', () => {
    const ends = (packageEndsOn: string) => ({ packageEndsOn });
    expect(differences(ends('2027-01-01'), ends('2028-01-01'))).toEqual([
      { kind: 'package-end', before: '2027-01-01', after: '2028-01-01' },
    ]);
    expect(differences({}, ends('2028-01-01'))).toEqual([
      { kind: 'package-end', before: undefined, after: '2028-01-01' },
    ]);
    expect(differences(ends('2028-01-01'), {})).toHaveLength(1);
    expect(differences({}, ends('soon'))).toContainEqual({
      kind: 'package-end',
      before: undefined,
      after: 'unreadable',
    });
  });
});

describe('backups by their times', () => {
  const same = (before: Partial<Account>, after: Partial<Account>, laterMs = HOUR_MS) =>
    sameNewest(snapshotOf(answer(before)), snapshotOf(answer(after, NOW_MS + laterMs)));
  const aDayOld = { database: aged(24 * HOUR_MS), folders: aged(30 * HOUR_MS) };

  test('while none has run, the newest is told with both its ages', () => {
    expect(same(aDayOld, aDayOld)).toMatchObject({
      before: { kind: 'time', ageMs: 24 * HOUR_MS },
      after: { kind: 'time', ageMs: 25 * HOUR_MS },
    });
  });

  test('once one has run, or where none ever did, there is nothing to tell', () => {
    expect(same(aDayOld, { ...aDayOld, folders: aged(0) })).toBeUndefined();
    expect(same({ database: NEVER, folders: NEVER }, { database: NEVER, folders: NEVER })).toBeUndefined();
  });

  test('one is new when it ran later than the one before, or is the first', () => {
    const at = (atMs: number) => ({ kind: 'time', atMs, ageMs: 0 }) as const;
    expect(isNewBackup(at(1), at(2))).toBe(true);
    expect(isNewBackup({ kind: 'never' }, at(2))).toBe(true);
    expect(isNewBackup(at(2), at(1))).toBe(false);
    expect(isNewBackup({ kind: 'unreadable' }, at(2))).toBe(false);
    expect(isNewBackup(at(2), { kind: 'never' })).toBe(false);
  });
});

describe('a backup in a snapshot', () => {
  const database = (given: Account['database']) => snapshotOf(answer({ database: given })).database;

  test.each([
    [NEVER, 'never'],
    [UNREADABLE, 'unreadable'],
    [NOT_REPORTED, 'not-reported'],
    [aged(-HOUR_MS), 'ahead'],
    [aged(HOUR_MS), 'time'],
  ] as const)('of %o is %s', (backup, kind) => {
    expect(database(backup)).toMatchObject({ kind });
  });

  test('without a time of day is so many days ago by the calendar of the zone', () => {
    const day = { kind: 'at', atMs: Date.parse('2026-11-19T00:00:00+03:00'), precision: 'day' } as const;
    expect(database(day)).toEqual({ kind: 'day', atMs: day.atMs, daysAgo: 2 });
  });

  test('is no other one for being told of another day later', () => {
    const day = { kind: 'at', atMs: Date.parse('2026-11-21T00:00:00+03:00'), precision: 'day' } as const;
    expect(differences({ database: day }, { database: day }, 13 * HOUR_MS)).toEqual([]);
    const never = { database: NEVER };
    expect(differences(never, never)).toEqual([]);
    expect(differences(never, { database: day })).toContainEqual({
      kind: 'backup',
      backup: 'database',
      before: { kind: 'never' },
      after: { kind: 'day', atMs: day.atMs, daysAgo: 0 },
    });
  });
});
