import { describe, expect, test } from 'vitest';
import { firstDay, provenDays } from '../../../src/watch/history/account-days.ts';
import { historyOf } from '../../../src/watch/history/history.ts';
import { heldSpans, provenSpans } from '../../../src/watch/history/proven-spans.ts';
import {
  observeFailure,
  observeReading,
  type WatchReading,
  type WatchState,
} from '../../../src/watch/observe-reading.ts';
import {
  accountWith,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  NEVER,
  NOW_MS,
  THRESHOLDS,
} from '../../account/accounts.ts';

const TERMS = { thresholds: THRESHOLDS, exceptions: {} };
const at = (iso: string) => Date.parse(iso);
const found = (ranAtMs: number, zoneId = 'Europe/Istanbul'): WatchReading => {
  const last = { kind: 'at', atMs: ranAtMs, precision: 'second' } as const;
  const zone = { id: zoneId, assumedFrom: 'setting' } as const;
  return { kind: 'found', account: accountWith({ database: last, folders: last, zone }) };
};
const read = (known: WatchState | undefined, reading: WatchReading, nowMs: number) =>
  observeReading(known, reading, TERMS, nowMs).state;
const FRESH = read(undefined, found(NOW_MS - HOUR_MS), NOW_MS);

describe('what a read proves', () => {
  test('an account that is not found counts as unknown from the first read that said so, once a second one has', () => {
    const seenAtMs = NOW_MS + HOUR_MS;
    const candidate = read(FRESH, { kind: 'not-found' }, seenAtMs);
    expect(provenSpans(FRESH, candidate, TERMS)).toEqual([]);
    const unknown = read(candidate, { kind: 'not-found' }, seenAtMs + 5 * MINUTE_MS);
    expect(provenSpans(candidate, unknown, TERMS)).toEqual([
      { level: 'healthy', fromMs: NOW_MS, toMs: seenAtMs },
      { level: 'unknown', fromMs: seenAtMs, toMs: seenAtMs + 5 * MINUTE_MS },
    ]);
    expect(heldSpans(unknown, seenAtMs + HOUR_MS, TERMS)).toMatchObject([{ level: 'unknown' }]);
  });

  test('what one read alone has seen is as if it had not been', () => {
    const candidate = read(FRESH, { kind: 'forbidden' }, NOW_MS + HOUR_MS);
    const fine = read(candidate, found(NOW_MS - HOUR_MS), NOW_MS + 2 * HOUR_MS);
    expect(provenSpans(candidate, fine, TERMS)).toEqual([
      { level: 'healthy', fromMs: NOW_MS, toMs: NOW_MS + 2 * HOUR_MS },
    ]);
  });

  test('after a day without an answer, the next one tells how it was since its last backup', () => {
    const silent = observeFailure(FRESH, NOW_MS + HOUR_MS, NOW_MS + 25 * HOUR_MS)?.state;
    expect(silent && provenSpans(FRESH, silent, TERMS)).toEqual([]);
    expect(silent && heldSpans(silent, NOW_MS + 25 * HOUR_MS, TERMS)).toEqual([]);
    const [ranAtMs, nowMs] = [NOW_MS + 20 * HOUR_MS, NOW_MS + 30 * HOUR_MS];
    const candidate = read(silent, found(ranAtMs), nowMs);
    const fine = read(candidate, found(ranAtMs), nowMs + 5 * MINUTE_MS);
    expect(provenSpans(candidate, fine, TERMS)).toEqual([
      { level: 'healthy', fromMs: ranAtMs, toMs: nowMs },
      { level: 'healthy', fromMs: nowMs, toMs: nowMs + 5 * MINUTE_MS },
    ]);
  });

  test('a backup of which only the day is known ran when it was seen', () => {
    const reading: WatchReading = {
      kind: 'found',
      account: accountWith({
        database: { kind: 'at', atMs: at('2026-11-21T00:00:00+03:00'), precision: 'day' },
        folders: NEVER,
      }),
    };
    const never: WatchReading = { kind: 'found', account: accountWith({ database: NEVER, folders: NEVER }) };
    const nowMs = NOW_MS + 30 * MINUTE_MS;
    const bad = read(undefined, never, NOW_MS);
    expect(provenSpans(bad, read(bad, reading, nowMs), TERMS)).toEqual([
      { level: 'critical', fromMs: NOW_MS, toMs: nowMs },
    ]);
  });

  test('nothing for a clock that was set back', () => {
    expect(provenSpans(FRESH, { ...FRESH, readAtMs: NOW_MS - HOUR_MS }, TERMS)).toEqual([]);
  });
});

describe('days', () => {
  test('other limits change nothing of what was judged by the ones before', () => {
    const first = read(FRESH, found(NOW_MS - HOUR_MS), NOW_MS + 25 * HOUR_MS);
    const later = read(first, found(NOW_MS - HOUR_MS), NOW_MS + 26 * HOUR_MS);
    const late = { ...TERMS, thresholds: { ...THRESHOLDS, late: { ...THRESHOLDS.late, value: 2 } } };
    expect(provenDays(first, later, late)).toEqual([
      { day: 20779, times: { critical: 0, attention: HOUR_MS, unknown: 0, healthy: 0 } },
    ]);
  });

  test.each([
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Africa/Casablanca', '2026-02-15', 25],
    ['Africa/Casablanca', '2026-03-22', 23],
    ['Atlantic/Azores', '2026-03-29', 23],
  ])('in %s the %s has %d hours', (zoneId, iso, hours) => {
    const startMs = at(`${iso}T12:00Z`) - 2 * DAY_MS;
    const before = read(undefined, found(startMs - 10 * DAY_MS, zoneId), startMs);
    const newest = read(before, found(startMs - 10 * DAY_MS, zoneId), startMs + 4 * DAY_MS);
    const day = at(iso) / DAY_MS;
    const found4 = provenDays(before, newest, TERMS);
    expect(found4.find((one) => one.day === day)?.times.critical).toBe(hours * HOUR_MS);
    const history = historyOf([firstDay(before)], { zoneId, nowMs: startMs + 4 * DAY_MS, length: 14 });
    expect(history.days.find((one) => one.day === day)).toMatchObject({
      sign: 'not-seen',
      notSeenMs: hours * HOUR_MS,
    });
  });

  test('weeks begin on Monday', () => {
    const day = (iso: string, critical: number) => ({
      day: at(iso) / DAY_MS,
      times: { critical, attention: 0, unknown: 0, healthy: DAY_MS - critical },
    });
    const stored = [
      day('2026-11-14', 0),
      day('2026-11-15', 14 * MINUTE_MS),
      day('2026-11-17', 15 * MINUTE_MS),
    ];
    const { weeks } = historyOf(stored, { zoneId: 'UTC', nowMs: at('2026-11-21T12:00Z'), length: 14 });
    expect(weeks.map((days) => days.map(({ sign }) => sign))).toEqual([
      ['not-counted'],
      [...Array.from({ length: 5 }, () => 'not-counted'), 'healthy', 'healthy'],
      ['not-seen', 'critical', 'not-seen', 'not-seen', 'not-seen', 'not-seen'],
    ]);
  });
});
