import { describe, expect, test } from 'vitest';
import type { Account } from '../../src/account/account.ts';
import { judge } from '../../src/account/judge.ts';
import { type Incident, ownerAt, ownerFrom } from '../../src/watch/incident.ts';
import {
  type KnownState,
  type Observation,
  observe,
  observeFailure,
  type WatchReading,
} from '../../src/watch/observe.ts';
import { nextReadAt, readPace } from '../../src/watch/pace.ts';
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

const RULES = { thresholds: THRESHOLDS, exceptions: {} };
const found = (given: Partial<Account> = {}): WatchReading => ({
  kind: 'found',
  account: accountWith(given),
});
const read = (before: KnownState, reading: WatchReading, nowMs = NOW_MS): Observation =>
  observe(before, reading, RULES, nowMs);
/** The state after a first read. */
const known = (given: Partial<Account> = {}, readAtMs = NOW_MS - HOUR_MS): Observation =>
  read({}, found(given), readAtMs);
const both = (ageMs: number) => ({ database: aged(ageMs), folders: aged(ageMs) });

/** Late in half an hour. */
const FRESH = both(25.5 * HOUR_MS);
const ENDED = { packageEndsOn: '2026-11-20' };
const NOT_FOUND: WatchReading = { kind: 'not-found' };
/** Read an hour later, half an hour after it became late. */
const late = read(known(FRESH), found(FRESH), NOW_MS + HOUR_MS);
const taken = (observed: Observation): KnownState => ({
  ...observed,
  incident: observed.incident && { ...observed.incident, owner: ownerFrom('ada', NOW_MS) },
});

test('the first read takes the level from the dates, notifies nobody, and stores nothing personal', () => {
  const given = both(3 * DAY_MS);
  expect(read({}, found({ ...given, email: 'ada@example.com', sent: { email: 'x' } }))).toEqual({
    state: {
      level: 'critical',
      startedAtMs: NOW_MS - DAY_MS,
      readAtMs: NOW_MS,
      account: { ...accountWith(given), sent: { email: '…' } },
    },
    changes: [{ level: 'critical', startedAtMs: NOW_MS - DAY_MS, detectedAtMs: NOW_MS }],
    incident: { level: 'critical', startedAtMs: NOW_MS - 46 * HOUR_MS, detectedAtMs: 0 },
  });
  expect(known().incident).toBeUndefined();
});

test.each<Partial<Account>>([
  { email: 'ada@example.com' },
  { sent: { lastBackupDateDb: '0000-00-00' } },
  { sent: { dailyBackupCount: '-1' } },
  { sent: { email: 'null' } },
])('an account about which the service reports only %j has the level of its card', (given) => {
  const nothing = { status: { kind: 'not-reported' }, database: NEVER, folders: NEVER } as const;
  const card = judge(accountWith({ ...nothing, ...given }), NOW_MS, RULES);
  const first = read({}, found({ ...nothing, ...given }));
  expect(first.state.level).toBe(card.level);
  // Also when the stored account is judged again.
  expect(read(first, found({ ...nothing, ...given })).changes).toEqual([]);
});

test.each([2, 30, 80])(
  'a stored date of the year 2300, which counts as unreadable now, is no news: %s h',
  (hours) => {
    const folders = aged(hours * HOUR_MS);
    const before = known({ database: { kind: 'at', atMs: Date.UTC(2300), precision: 'second' }, folders });
    const after = read(before, found({ database: { kind: 'unreadable' }, folders }));
    expect(after).toMatchObject({ changes: [], state: { ...before.state, readAtMs: NOW_MS, account: {} } });
    expect(after.incident).toBe(before.incident);
  },
);

describe('a single read confirms', () => {
  test('that it is as it was after a gap in which backups may have run, of which a history knows nothing', () => {
    const nowMs = NOW_MS + 6 * HOUR_MS;
    const { changes } = read(known(both(HOUR_MS), NOW_MS), found(both(-5 * HOUR_MS)), nowMs);
    const since = { startedAtMs: NOW_MS, detectedAtMs: nowMs };
    expect(changes).toEqual([
      { level: 'unseen', ...since },
      { level: 'healthy', ...since },
    ]);
  });

  test('that the level got better; the incident keeps its owner', () => {
    const before = taken(known({ ...both(27 * HOUR_MS), ...ENDED }));
    const { incident } = read(before, found(both(27 * HOUR_MS)));
    expect(before.incident?.level).toBe('critical');
    expect(incident).toEqual({ ...before.incident, level: 'attention' });
  });

  test('that the first backup has run', () => {
    const never = known({ database: NEVER, folders: NEVER });
    expect(never.incident?.level).toBe('critical');
    expect(read(never, found()).incident?.resolvedAtMs).toBeDefined();
  });

  test('that an incident can no longer wait until the morning', () => {
    const ended = { ...both(47.5 * HOUR_MS), ...ENDED };
    const before = taken(known({ ...both(HOUR_MS), ...ENDED }));
    expect(before.incident).toMatchObject({ level: 'critical', canWait: true });
    const { incident } = read(known(ended), found(ended), NOW_MS + HOUR_MS);
    expect(incident).toMatchObject({ detectedAtMs: NOW_MS + HOUR_MS });
    expect(incident?.canWait).toBeUndefined();
    expect(read(before, found({ ...both(HOUR_MS), ...ENDED })).incident).toBe(before.incident);
  });
});

describe('an account that is bad, and was healthy in between without a read', () => {
  const bad = taken(known(both(30 * HOUR_MS)));
  const ran = both(-2 * HOUR_MS);
  const lateAgainMs = NOW_MS + 28 * HOUR_MS;

  test.each([
    ['attention', lateAgainMs + HOUR_MS],
    ['critical', lateAgainMs + 30 * HOUR_MS],
  ])('has a new incident without an owner: %s', (level, nowMs) => {
    const { state, incident } = read(bad, found(ran), nowMs);
    expect(incident).toEqual({ level, startedAtMs: lateAgainMs, detectedAtMs: nowMs });
    expect(state).toMatchObject({ level, readAtMs: nowMs });
  });

  test('has a new incident after an unknown time, once a second read confirms it', () => {
    const unknown = observeFailure(bad, NOW_MS, NOW_MS + DAY_MS);
    expect(unknown).toMatchObject({ state: { level: 'unknown' }, incident: bad.incident });
    const seen = read(unknown ?? {}, found(ran), lateAgainMs + HOUR_MS);
    expect(seen.incident).toBe(bad.incident);
    const sureMs = lateAgainMs + HOUR_MS + 5 * MINUTE_MS;
    const incident = { level: 'attention', startedAtMs: lateAgainMs, detectedAtMs: sureMs };
    expect(read(seen, found(ran), sureMs).incident).toEqual(incident);
  });

  test('has a new incident since its own dates once its level is known, if the first one began as unknown', () => {
    const laterMs = NOW_MS + 2 * HOUR_MS;
    const unknown = taken(read(read({}, NOT_FOUND), NOT_FOUND, laterMs));
    const doubtful = read(unknown, found(FRESH), laterMs);
    expect(doubtful.incident).toBe(unknown.incident);
    const sureMs = laterMs + 5 * MINUTE_MS;
    const incident = { level: 'attention', startedAtMs: NOW_MS + HOUR_MS / 2, detectedAtMs: sureMs };
    expect(read(doubtful, found(FRESH), sureMs).incident).toEqual(incident);
  });

  test('keeps its incident if it was bad all the time', () => {
    expect(read(bad, found(both(30 * HOUR_MS)), NOW_MS + HOUR_MS).incident).toBe(bad.incident);
    const { incident } = read(bad, found(both(30 * HOUR_MS)), NOW_MS + DAY_MS);
    expect(incident).toMatchObject({ level: 'critical', startedAtMs: bad.incident?.startedAtMs });
  });
});

describe('a second read five minutes later has to confirm', () => {
  test.each([
    ['an account that is not found', NOT_FOUND, 'unknown'],
    ['an account that may not be seen', { kind: 'forbidden' }, 'unknown'],
    ['a backup that never ran although it did', found({ database: NEVER, folders: NEVER }), 'critical'],
    ['a backup that ran before the one that was known', found(both(50 * HOUR_MS)), 'critical'],
  ] as const)('%s', (_name, reading, level) => {
    const first = read(known(), reading);
    expect(first).toMatchObject({
      state: { level: 'healthy', candidate: { level, seenAtMs: NOW_MS } },
      changes: [],
    });
    expect(first.incident).toBeUndefined();
    const pace = readPace({ healthy: 1, unknown: 0, attention: 0, critical: 0 }, 5);
    expect(nextReadAt(first.state, RULES, NOW_MS, pace, 0)).toBe(NOW_MS + 5 * MINUTE_MS);
    expect(read(first, reading, NOW_MS + 4 * MINUTE_MS).incident).toBeUndefined();
    expect(read(first, reading, NOW_MS + 5 * MINUTE_MS)).toMatchObject({
      state: { level },
      changes: [{ level, detectedAtMs: NOW_MS + 5 * MINUTE_MS }],
      incident: { level, detectedAtMs: NOW_MS + 5 * MINUTE_MS },
    });
  });

  test('and is not expected when the next read shows the known level again', () => {
    const doubtful = read(known(), NOT_FOUND);
    expect(read(doubtful, found(), NOW_MS + 5 * MINUTE_MS).state.candidate).toBeUndefined();
  });
});

describe('changed limits', () => {
  const hours = (limit: number) => ({
    thresholds: { ...THRESHOLDS, late: { value: limit, unit: 'hour', setBy: 'rules' } as const },
    exceptions: {},
  });

  test('that make an account worse notify nobody, as if the watch had just begun', () => {
    const { state, changes, incident } = observe(known(FRESH), found(FRESH), hours(20), NOW_MS);
    const startedAtMs = NOW_MS - 5.5 * HOUR_MS;
    // The past stays as it was judged then.
    expect(changes).toEqual([{ level: 'attention', startedAtMs: NOW_MS - HOUR_MS, detectedAtMs: NOW_MS }]);
    expect(state).toMatchObject({ level: 'attention', startedAtMs });
    expect(incident).toEqual({ level: 'attention', startedAtMs, detectedAtMs: 0 });
  });

  test('that make an account better resolve its incident', () => {
    const { incident } = observe(late, found(FRESH), hours(40), NOW_MS + 2 * HOUR_MS);
    expect(incident).toEqual({ ...late.incident, resolvedAtMs: NOW_MS + 2 * HOUR_MS });
  });

  test('do not hide a change that comes from age', () => {
    const { incident } = observe(known(FRESH), found(FRESH), hours(20), NOW_MS + DAY_MS);
    expect(incident).toMatchObject({ level: 'critical', detectedAtMs: NOW_MS + DAY_MS });
  });
});

describe('an account whose reads fail while others get answers', () => {
  const dayLaterMs = NOW_MS + DAY_MS;

  test('is unknown after a day, since its last answer', () => {
    expect(observeFailure(known(), NOW_MS, dayLaterMs - 1)).toBeUndefined();
    const startedAtMs = NOW_MS - HOUR_MS;
    expect(observeFailure(known(), NOW_MS, dayLaterMs)).toEqual({
      state: { level: 'unknown', startedAtMs, readAtMs: startedAtMs, zoneId: 'Europe/Istanbul' },
      changes: [{ level: 'unseen', startedAtMs, detectedAtMs: dayLaterMs }],
      incident: { level: 'unknown', startedAtMs, detectedAtMs: dayLaterMs },
    });
  });

  test('is not unknown when it was not read for two days', () => {
    expect(observeFailure(known(), NOW_MS + 2 * DAY_MS, NOW_MS + 2 * DAY_MS)).toBeUndefined();
  });

  test('stays unknown, and has no state if it was never read', () => {
    const unknown = read({}, NOT_FOUND);
    expect(unknown.incident).toEqual({ level: 'unknown', startedAtMs: NOW_MS, detectedAtMs: 0 });
    expect(observeFailure(unknown, NOW_MS, NOW_MS + 5 * DAY_MS)).toBeUndefined();
    expect(observeFailure({}, NOW_MS, NOW_MS + 5 * DAY_MS)).toBeUndefined();
  });
});

test('an incident has its owner for 12 hours', () => {
  const incident = taken(late).incident as Incident;
  expect(ownerAt(incident, NOW_MS + 12 * HOUR_MS - 1)?.userId).toBe('ada');
  expect(ownerAt(incident, NOW_MS + 12 * HOUR_MS)).toBeUndefined();
});
