import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { observe, type WatchState } from '../../src/watch/observe.ts';
import { nextReadAt, readPace, retryAt } from '../../src/watch/pace.ts';
import { accountWith, aged, DAY_MS, HOUR_MS, MINUTE_MS, NOW_MS, THRESHOLDS } from '../account/accounts.ts';

const RULES = { thresholds: THRESHOLDS, exceptions: {} };
const known = (given: Partial<Account> = {}): WatchState =>
  observe({}, { kind: 'found', account: accountWith(given) }, RULES, NOW_MS).state;
const NOT_FOUND = observe({}, { kind: 'not-found' }, RULES, NOW_MS).state;
const counted = (healthy: number, critical = 0) => ({ healthy, critical, attention: 0, unknown: 0 });
const MANY = readPace(counted(5_000), 5);

describe('the next read', () => {
  const plan = (state: WatchState, pace = MANY, chance = 0.5) =>
    nextReadAt(state, RULES, NOW_MS, pace, chance) - NOW_MS;
  const justBeforeLate = { database: aged(24 * HOUR_MS), folders: aged(25.5 * HOUR_MS) };
  const bad = (hours: number) => known({ database: aged(hours * HOUR_MS), folders: aged(hours * HOUR_MS) });

  test.each([
    ['after four hours, spread by a tenth to either side', plan(known(), MANY, 0), 3.6 * HOUR_MS],
    ['after an hour while few are watched', plan(known(), readPace(counted(1_000), 5)), HOUR_MS],
    ['a minute after the level changes by age', plan(known(justBeforeLate)), HOUR_MS / 2 + MINUTE_MS],
    ['every ten minutes on the first bad day', plan(bad(50)), 10 * MINUTE_MS],
    ['every half an hour after that', plan(bad(90)), 30 * MINUTE_MS],
    ['as for a healthy account when the level is unknown', plan(NOT_FOUND), 4 * HOUR_MS],
  ])('%s', (_name, inMs, expectedMs) => {
    expect(inMs).toBe(expectedMs);
  });

  test('is always in the future', () => {
    const ageMs = fc.integer({ min: 0, max: 4 * DAY_MS });
    fc.assert(
      fc.property(ageMs, ageMs, fc.double({ min: 0, max: 1, noNaN: true }), (database, folders, chance) => {
        expect(
          plan(known({ database: aged(database), folders: aged(folders) }), MANY, chance),
        ).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the pace', () => {
  test('stays within the allowed rate for any number of watched and bad accounts', () => {
    const counts = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(counts, counts, fc.integer({ min: 1, max: 100 }), (good, bad, perSecond) => {
        const { everyMs, badEveryMs, longBadEveryMs } = readPace(counted(good, bad), perSecond);
        const readsPerSecond = (good / everyMs + bad / badEveryMs) * 1_000;
        expect(readsPerSecond).toBeLessThanOrEqual(perSecond * 0.8 + 1e-9);
        expect(longBadEveryMs).toBeGreaterThanOrEqual(badEveryMs);
      }),
    );
  });

  test('plans reads in whole milliseconds: PostgreSQL saves no others', () => {
    const counts = fc.integer({ min: 0, max: 20_000 });
    fc.assert(
      fc.property(counts, counts, fc.double({ min: 0, max: 1, noNaN: true }), (good, bad, chance) => {
        const pace = readPace({ ...counted(good, bad), unknown: bad }, 5);
        for (const state of [known(), known({ database: aged(50 * HOUR_MS) }), NOT_FOUND])
          expect(nextReadAt(state, RULES, NOW_MS, pace, chance)).toSatisfy(Number.isInteger);
        for (const state of [known(), NOT_FOUND])
          expect(retryAt(state, NOW_MS - 30 * DAY_MS, NOW_MS, pace)).toSatisfy(Number.isInteger);
      }),
    );
  });

  test('is stretched no more than necessary', () => {
    expect(readPace(counted(18_500, 1_500), 5)).toEqual({
      everyMs: 4 * HOUR_MS,
      badEveryMs: 10 * MINUTE_MS,
      longBadEveryMs: 30 * MINUTE_MS,
      unknownEveryMs: 30 * MINUTE_MS,
    });
    const minutes = readPace(counted(0, 20_000), 5).badEveryMs / MINUTE_MS;
    expect(Math.round(minutes)).toBe(83);
  });

  test('leaves a tenth of the rate to unknown accounts while there are many', () => {
    const unknownOf = (unknown: number) => readPace({ ...counted(10_000), unknown }, 5).unknownEveryMs;
    expect(unknownOf(720)).toBe(30 * MINUTE_MS);
    expect(unknownOf(1_440)).toBe(HOUR_MS);
    expect(unknownOf(10_000)).toBe(4 * HOUR_MS);
  });
});

describe('after a read that failed', () => {
  const inMinutes = (state?: WatchState) => (failingForMs: number) =>
    (retryAt(state, NOW_MS - failingForMs, NOW_MS, MANY) - NOW_MS) / MINUTE_MS;
  const FAILING_FOR_MS = [0, 10 * MINUTE_MS, HOUR_MS, 30 * DAY_MS];

  test('an account is retried soon, and less often the longer it fails; not so if many are unknown', () => {
    for (const state of [known(), NOT_FOUND, undefined])
      expect(FAILING_FOR_MS.map(inMinutes(state))).toEqual([10, 10, 30, 30]);
    const crowded = readPace({ ...counted(5_000), unknown: 10_000 }, 5);
    expect(retryAt(NOT_FOUND, NOW_MS - 30 * DAY_MS, NOW_MS, crowded) - NOW_MS).toBe(4 * HOUR_MS);
  });
});
