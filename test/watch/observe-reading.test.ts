import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { nextReadAt, readPace } from '../../src/watch/next-read.ts';
import {
  observeFailure,
  observeReading,
  type WatchReading,
  type WatchState,
} from '../../src/watch/observe-reading.ts';
import {
  accountWith,
  aged,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  NEVER,
  NOW_MS,
  THRESHOLDS,
} from '../account/accounts.ts';

const TERMS = { thresholds: THRESHOLDS, exceptions: {} };
const found = (given: Partial<Account> = {}): WatchReading => ({
  kind: 'found',
  account: accountWith(given),
});
const observe = (known: WatchState | undefined, reading: WatchReading, nowMs = NOW_MS) =>
  observeReading(known, reading, TERMS, nowMs);
/** What is known after a first read. */
const known = (given: Partial<Account> = {}, readAtMs = NOW_MS - HOUR_MS): WatchState =>
  observe(undefined, found(given), readAtMs).state;

const FRESH = { database: aged(24 * HOUR_MS), folders: aged(25.5 * HOUR_MS) };
const LATE = NOW_MS + HOUR_MS;

describe('an account that is bad, and was all right in between without being read', () => {
  const bad = known({ database: aged(30 * HOUR_MS), folders: aged(30 * HOUR_MS) });
  const ran = { database: aged(-2 * HOUR_MS), folders: aged(-2 * HOUR_MS) };
  const lateAgainMs = NOW_MS + 28 * HOUR_MS;

  test.each([
    ['attention', 'attention', lateAgainMs + HOUR_MS],
    ['attention', 'critical', lateAgainMs + 30 * HOUR_MS],
  ])('is bad anew: %s, %s', (from, to, nowMs) => {
    expect(bad.level).toBe(from);
    const { state, change } = observe(bad, found(ran), nowMs);
    expect(change).toEqual({ from, to, startedAtMs: lateAgainMs, isAnew: true });
    expect(state).toMatchObject({ level: to, readAtMs: nowMs });
  });

  test('it begins anew after a time of not knowing, once a second read says the same', () => {
    const unknown = observeFailure(bad, NOW_MS, NOW_MS + DAY_MS)?.state;
    expect(unknown?.level).toBe('unknown');
    const seen = observe(unknown, found(ran), lateAgainMs + HOUR_MS).state;
    expect(observe(seen, found(ran), lateAgainMs + HOUR_MS + 5 * MINUTE_MS).change).toEqual({
      ...{ from: 'unknown', to: 'attention', startedAtMs: lateAgainMs, isAnew: true },
    });
  });

  test('is not, if it has been bad all the time', () => {
    const same = { database: aged(30 * HOUR_MS), folders: aged(30 * HOUR_MS) };
    expect(observe(bad, found(same), NOW_MS + HOUR_MS).change).toBeUndefined();
    expect(observe(bad, found(same), NOW_MS + DAY_MS).change).toMatchObject({ isAnew: undefined });
  });
});

describe('the first read', () => {
  test('sets the baseline and is no change, however bad', () => {
    const given = { database: aged(3 * DAY_MS), folders: aged(3 * DAY_MS) };
    const { state, change } = observe(
      undefined,
      found({ ...given, email: 'ada@example.com', sent: { email: 'x' } }),
    );
    expect(change).toBeUndefined();
    expect(state).toEqual({
      level: 'critical',
      startedAtMs: NOW_MS - DAY_MS,
      readAtMs: NOW_MS,
      account: accountWith(given),
    });
  });
});

describe('certain at once', () => {
  test('that a backup is late, since the minute it was', () => {
    expect(observe(known(FRESH), found(FRESH), LATE).change).toEqual({
      from: 'healthy',
      to: 'attention',
      startedAtMs: NOW_MS + HOUR_MS / 2,
    });
  });

  test('that a backup ran, since it ran', () => {
    const late = observe(known(FRESH), found(FRESH), LATE).state;
    const ran = { database: aged(-90 * MINUTE_MS), folders: aged(-100 * MINUTE_MS) };
    expect(observe(late, found(ran), NOW_MS + 2 * HOUR_MS).change).toEqual({
      from: 'attention',
      to: 'healthy',
      startedAtMs: NOW_MS + 100 * MINUTE_MS,
    });
  });

  test('that a backup ran and is late again, after a long time without a read', () => {
    const later = NOW_MS + 60 * HOUR_MS;
    const ran = { database: aged(-30 * HOUR_MS), folders: aged(-30 * HOUR_MS) };
    expect(observe(known(FRESH), found(ran), later).change).toMatchObject({
      to: 'attention',
      startedAtMs: NOW_MS + 56 * HOUR_MS,
    });
  });
});

describe('the start of what was found late', () => {
  test('is when the account began not to be all right', () => {
    const later = NOW_MS + 30 * HOUR_MS;
    const { state, change } = observe(known(FRESH), found(FRESH), later);
    expect(change).toEqual({ from: 'healthy', to: 'critical', startedAtMs: NOW_MS + HOUR_MS / 2 });
    expect(state.startedAtMs).toBeGreaterThan(NOW_MS + 20 * HOUR_MS);
  });
});

describe('certain after a second read five minutes later', () => {
  test.each([
    ['an account that is not found', { kind: 'not-found' }, 'unknown'],
    ['an account that may not be seen', { kind: 'forbidden' }, 'unknown'],
    ['a backup that never ran although it did', found({ database: NEVER, folders: NEVER }), 'critical'],
    [
      'a backup that ran before the one that was known',
      found({ database: aged(50 * HOUR_MS), folders: aged(50 * HOUR_MS) }),
      'critical',
    ],
  ] as const)('%s', (_name, reading, to) => {
    const first = observe(known(), reading);
    expect(first.change).toBeUndefined();
    expect(first.state).toMatchObject({ level: 'healthy', candidate: { level: to, seenAtMs: NOW_MS } });
    const pace = readPace({ healthy: 1, unknown: 0, attention: 0, critical: 0 }, 5);
    expect(nextReadAt(first.state, TERMS, NOW_MS, pace, 0)).toBe(NOW_MS + 5 * MINUTE_MS);
    expect(observe(first.state, reading, NOW_MS + 4 * MINUTE_MS).change).toBeUndefined();
    expect(observe(first.state, reading, NOW_MS + 5 * MINUTE_MS).change).toMatchObject({
      from: 'healthy',
      to,
    });
  });

  test('another level is forgotten when the next read shows the known one', () => {
    const doubtful = observe(known(), { kind: 'not-found' }).state;
    expect(observe(doubtful, found(), NOW_MS + 5 * MINUTE_MS).state.candidate).toBeUndefined();
  });
});

describe('other limits', () => {
  const hours = (late: number) => ({
    thresholds: { ...THRESHOLDS, late: { value: late, unit: 'hour', setBy: 'rules' } as const },
    exceptions: {},
  });

  test('that make an account worse are a new baseline and no change', () => {
    const { state, change } = observeReading(known(FRESH), found(FRESH), hours(20), NOW_MS);
    expect(change).toBeUndefined();
    expect(state).toMatchObject({ level: 'attention', startedAtMs: NOW_MS - 5.5 * HOUR_MS });
  });

  test('that make it better are a change', () => {
    const late = observe(known(FRESH), found(FRESH), LATE).state;
    const { change } = observeReading(late, found(FRESH), hours(40), LATE + MINUTE_MS);
    expect(change).toEqual({ from: 'attention', to: 'healthy', startedAtMs: LATE + MINUTE_MS });
  });

  test('hide no change that comes from age', () => {
    const later = NOW_MS + 24 * HOUR_MS;
    expect(observeReading(known(FRESH), found(FRESH), hours(20), later).change).toMatchObject({
      to: 'critical',
    });
  });
});

describe('an account whose reads fail while others get answers', () => {
  test('is unknown after a day, since its last answer', () => {
    expect(observeFailure(known(), NOW_MS, NOW_MS + 24 * HOUR_MS - 1)).toBeUndefined();
    const startedAtMs = NOW_MS - HOUR_MS;
    expect(observeFailure(known(), NOW_MS, NOW_MS + 24 * HOUR_MS)).toEqual({
      state: { level: 'unknown', startedAtMs, readAtMs: startedAtMs, zoneId: 'Europe/Istanbul' },
      change: { from: 'healthy', to: 'unknown', startedAtMs },
    });
  });

  test('is not unknown because nobody asked for two days', () => {
    const laterMs = NOW_MS + 2 * DAY_MS;
    expect(observeFailure(known(), laterMs, laterMs)).toBeUndefined();
  });

  test('stays unknown, and nothing is known of one that was never read', () => {
    const unknown = observe(undefined, { kind: 'not-found' }).state;
    expect(observeFailure(unknown, NOW_MS, NOW_MS + 5 * DAY_MS)).toBeUndefined();
    expect(observeFailure(undefined, NOW_MS, NOW_MS + 5 * DAY_MS)).toBeUndefined();
  });
});
