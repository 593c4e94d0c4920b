import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { nextReadAt, readPace } from '../../src/watch/next-read.ts';
import { observe, observeFailure, type WatchReading, type WatchState } from '../../src/watch/observe.ts';
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
const read = (known: WatchState | undefined, reading: WatchReading, nowMs = NOW_MS) =>
  observe(known, reading, TERMS, nowMs);
/** What is known after a first read. */
const known = (given: Partial<Account> = {}, readAtMs = NOW_MS - HOUR_MS): WatchState =>
  read(undefined, found(given), readAtMs).state;

const FRESH = { database: aged(24 * HOUR_MS), folders: aged(25.5 * HOUR_MS) };
const LATE = NOW_MS + HOUR_MS;

describe('an account that is bad, and was all right in between without being read', () => {
  const bad = known({ database: aged(30 * HOUR_MS), folders: aged(30 * HOUR_MS) });
  const ran = { database: aged(-2 * HOUR_MS), folders: aged(-2 * HOUR_MS) };
  const lateAgainMs = NOW_MS + 28 * HOUR_MS;

  test.each([
    ['attention', 'attention', lateAgainMs + HOUR_MS],
    ['attention', 'critical', lateAgainMs + 30 * HOUR_MS],
  ])('is bad again: %s, %s', (from, to, nowMs) => {
    expect(bad.level).toBe(from);
    const { state, event } = read(bad, found(ran), nowMs);
    expect(event).toEqual({
      from,
      to,
      startedAtMs: lateAgainMs,
      unhealthySinceMs: NOW_MS - 4 * HOUR_MS,
      isAnew: true,
    });
    expect(state).toMatchObject({ level: to, readAtMs: nowMs });
  });

  test('it begins again after a time of not knowing, once a second read says the same', () => {
    const unknown = observeFailure(bad, NOW_MS, TERMS, NOW_MS + DAY_MS)?.state;
    expect(unknown?.level).toBe('unknown');
    const seen = read(unknown, found(ran), lateAgainMs + HOUR_MS).state;
    expect(read(seen, found(ran), lateAgainMs + HOUR_MS + 5 * MINUTE_MS).event).toEqual({
      ...{ from: 'unknown', to: 'attention', startedAtMs: lateAgainMs, isAnew: true },
      unhealthySinceMs: NOW_MS - HOUR_MS,
    });
  });

  test('is not, if it has been bad all the time', () => {
    const same = { database: aged(30 * HOUR_MS), folders: aged(30 * HOUR_MS) };
    expect(read(bad, found(same), NOW_MS + HOUR_MS).event).toBeUndefined();
    expect(read(bad, found(same), NOW_MS + DAY_MS).event).toMatchObject({ isAnew: undefined });
  });
});

describe('the first read', () => {
  test('sets the baseline, which is no news, however bad', () => {
    const given = { database: aged(3 * DAY_MS), folders: aged(3 * DAY_MS) };
    const { state, event } = read(
      undefined,
      found({ ...given, email: 'ada@example.com', sent: { email: 'x' } }),
    );
    expect(event).toEqual({
      ...{ from: 'critical', to: 'critical', isFirst: true },
      startedAtMs: NOW_MS - 46 * HOUR_MS,
    });
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
    expect(read(known(FRESH), found(FRESH), LATE).event).toEqual({
      from: 'healthy',
      to: 'attention',
      startedAtMs: NOW_MS + HOUR_MS / 2,
    });
  });

  test('that a backup ran, since it ran', () => {
    const late = read(known(FRESH), found(FRESH), LATE).state;
    const ran = { database: aged(-90 * MINUTE_MS), folders: aged(-100 * MINUTE_MS) };
    expect(read(late, found(ran), NOW_MS + 2 * HOUR_MS).event).toEqual({
      from: 'attention',
      to: 'healthy',
      startedAtMs: NOW_MS + 100 * MINUTE_MS,
      unhealthySinceMs: NOW_MS + HOUR_MS / 2,
    });
  });

  test('that a backup ran and is late again, after a long time without a read', () => {
    const later = NOW_MS + 60 * HOUR_MS;
    const ran = { database: aged(-30 * HOUR_MS), folders: aged(-30 * HOUR_MS) };
    expect(read(known(FRESH), found(ran), later).event).toMatchObject({
      to: 'attention',
      startedAtMs: NOW_MS + 56 * HOUR_MS,
    });
  });
});

describe('the start of what was found late', () => {
  test('is when the account began not to be all right', () => {
    const later = NOW_MS + 30 * HOUR_MS;
    const { state, event } = read(known(FRESH), found(FRESH), later);
    expect(event).toEqual({ from: 'healthy', to: 'critical', startedAtMs: NOW_MS + HOUR_MS / 2 });
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
    const first = read(known(), reading);
    expect(first.event).toBeUndefined();
    expect(first.state).toMatchObject({ level: 'healthy', candidate: { level: to, seenAtMs: NOW_MS } });
    const pace = readPace({ healthy: 1, unknown: 0, attention: 0, critical: 0 }, 5);
    expect(nextReadAt(first.state, TERMS, NOW_MS, pace, 0)).toBe(NOW_MS + 5 * MINUTE_MS);
    expect(read(first.state, reading, NOW_MS + 4 * MINUTE_MS).event).toBeUndefined();
    expect(read(first.state, reading, NOW_MS + 5 * MINUTE_MS).event).toMatchObject({
      from: 'healthy',
      to,
    });
  });

  test('another level is forgotten when the next read shows the known one', () => {
    const doubtful = read(known(), { kind: 'not-found' }).state;
    expect(read(doubtful, found(), NOW_MS + 5 * MINUTE_MS).state.candidate).toBeUndefined();
  });
});

describe('other limits', () => {
  const hours = (late: number) => ({
    thresholds: { ...THRESHOLDS, late: { value: late, unit: 'hour', setBy: 'rules' } as const },
    exceptions: {},
  });

  test('that make an account worse are a new baseline and no change', () => {
    const { state, event } = observe(known(FRESH), found(FRESH), hours(20), NOW_MS);
    expect(event).toBeUndefined();
    expect(state).toMatchObject({ level: 'attention', startedAtMs: NOW_MS - 5.5 * HOUR_MS });
  });

  test('that make it better are a change', () => {
    const late = read(known(FRESH), found(FRESH), LATE).state;
    const { event } = observe(late, found(FRESH), hours(40), LATE + MINUTE_MS);
    expect(event).toEqual({
      ...{ from: 'attention', to: 'healthy', startedAtMs: LATE + MINUTE_MS },
      unhealthySinceMs: NOW_MS + HOUR_MS / 2,
    });
  });

  test('hide no change that comes from age', () => {
    const later = NOW_MS + 24 * HOUR_MS;
    expect(observe(known(FRESH), found(FRESH), hours(20), later).event).toMatchObject({
      to: 'critical',
    });
  });
});

describe('an account whose reads fail while others get answers', () => {
  test('is unknown after a day, since its last answer', () => {
    expect(observeFailure(known(), NOW_MS, TERMS, NOW_MS + 24 * HOUR_MS - 1)).toBeUndefined();
    const startedAtMs = NOW_MS - HOUR_MS;
    expect(observeFailure(known(), NOW_MS, TERMS, NOW_MS + 24 * HOUR_MS)).toEqual({
      state: { level: 'unknown', startedAtMs, readAtMs: startedAtMs, zoneId: 'Europe/Istanbul' },
      changes: [{ level: 'unseen', startedAtMs, detectedAtMs: NOW_MS + 24 * HOUR_MS, reasons: [] }],
      event: { from: 'healthy', to: 'unknown', startedAtMs },
    });
  });

  test('is not unknown because nobody asked for two days', () => {
    const laterMs = NOW_MS + 2 * DAY_MS;
    expect(observeFailure(known(), laterMs, TERMS, laterMs)).toBeUndefined();
  });

  test('stays unknown, and nothing is known of one that was never read', () => {
    const unknown = read(undefined, { kind: 'not-found' }).state;
    expect(observeFailure(unknown, NOW_MS, TERMS, NOW_MS + 5 * DAY_MS)).toBeUndefined();
    expect(observeFailure(undefined, NOW_MS, TERMS, NOW_MS + 5 * DAY_MS)).toBeUndefined();
  });
});
