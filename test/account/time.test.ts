import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayEndMs, dayNumber, isoDay, isZone, weekdayMs, zoneOffsetMs } from '../../src/account/time.ts';
import { runs } from '../support/runs.ts';
import { DAY_MS, HOUR_MS } from './accounts.ts';

test('counts days by the calendar at any time, in any zone, across every clock change', () => {
  // Clocks in Santiago, Cairo and Beirut change at midnight, which does not exist on some days there.
  const zones = ['Europe/Istanbul', 'Europe/Berlin', 'America/Santiago', 'Africa/Cairo', 'Asia/Beirut'];
  const zone = fc.constantFrom(...zones, 'Pacific/Apia', 'Australia/Lord_Howe', 'UTC', '+03:00', '-09:30');
  const time = fc.integer({ min: Date.parse('2012-01-01'), max: Date.parse('2035-01-01') });
  fc.assert(
    fc.property(zone, time, (timeZone, atMs) => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(atMs);
      expect(dayNumber(atMs, timeZone)).toBe(Date.parse(day) / DAY_MS);
      expect(isoDay(atMs, timeZone)).toBe(day);
    }),
    runs(2_000),
  );
});

test('treats an unknown zone as UTC, and an invalid date as no day', () => {
  expect(dayNumber(Date.parse('2026-11-20T23:59:59Z'), 'Mars/Olympus')).toBe(20_777);
  expect(dayNumber(Number.NaN, 'UTC')).toBeNaN();
  expect(dayNumber(0, 'UTC')).toBe(0);
  expect(isoDay(Number.NaN, 'UTC')).toBeUndefined();
  expect(isoDay(1e300, '+03:00')).toBeUndefined();
});

test.each([
  ['UTC', 0],
  ['+03:00', 3],
  ['-03:30', -3.5],
  ['Europe/Istanbul', 3],
  ['Asia/Kathmandu', 5.75],
])('returns how far clocks in %s are ahead of UTC', (zone, hours) => {
  expect(zoneOffsetMs(zone, Date.parse('2026-11-21T23:40:00Z'))).toBe(hours * HOUR_MS);
});

test.each([
  ['+03:00', '2026-11-21T00:00:00+03:00', '2026-11-22T00:00:00+03:00'],
  ['Europe/Berlin', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
  ['Europe/Berlin', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
  ['Australia/Lord_Howe', '2026-04-05T00:00:00+11:00', '2026-04-06T00:00:00+10:30'],
])('finds the end of a day: in %s, the one that begins at %s ends at %s', (zone, start, end) => {
  expect(dayEndMs(Date.parse(start), zone)).toBe(Date.parse(end));
});

test('an invalid start of a day does not throw', () => {
  for (const startMs of [Number.NaN, 1e300, -1e300]) dayEndMs(startMs, '+03:00');
});

describe('a zone', () => {
  test.each(['UTC', '+03:00', '-03:30', 'Europe/Istanbul', 'Etc/GMT+10'])('is %s', (zone) => {
    expect(isZone(zone)).toBe(true);
  });

  test.each([
    ...['Mars/Olympus', 'valueOf', '__proto__', '+24:00', '+03:60', 'Z', 'GMT+03:00x', 'GMT+03x', '+3'],
    ...['3', ''],
  ])('is not "%s"', (zone) => {
    expect(isZone(zone)).toBe(false);
  });
});

const hours = (from: string, to: string, zone = 'Europe/Istanbul') =>
  weekdayMs(Date.parse(from), Date.parse(to), zone) / HOUR_MS;

test.each([
  ['within a day', '2026-11-18T08:00+03:00', '2026-11-18T20:00+03:00', 12],
  ['over a weekend', '2026-11-20T20:00+03:00', '2026-11-23T08:00+03:00', 12],
  ['from a Saturday', '2026-11-21T10:00+03:00', '2026-11-23T08:00+03:00', 8],
  ['to a Sunday', '2026-11-20T20:00+03:00', '2026-11-22T10:00+03:00', 4],
  ['on a weekend alone', '2026-11-21T10:00+03:00', '2026-11-22T10:00+03:00', 0],
  ['two weeks', '2026-11-09T00:00+03:00', '2026-11-23T00:00+03:00', 240],
])('counts the weekdays %s', (_, from, to, expected) => {
  expect(hours(from, to)).toBe(expected);
});

test('counts no hour that the clocks skip on a weekday', () => {
  expect(hours('2026-04-23T22:00+02:00', '2026-04-24T05:00+03:00', 'Africa/Cairo')).toBe(6);
});

test('a weekend begins at midnight in the zone', () => {
  expect(hours('2026-11-20T20:00Z', '2026-11-20T23:00Z', 'UTC')).toBe(3);
  expect(hours('2026-11-20T20:00Z', '2026-11-20T23:00Z', '+03:00')).toBe(1);
});

test('weekdays are never negative and never longer than the whole time', () => {
  const timeText = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(timeText, fc.integer({ min: 0, max: 400 * DAY_MS }), (fromMs, spanMs) => {
      const counted = weekdayMs(fromMs, fromMs + spanMs, 'Europe/Berlin');
      expect(counted).toBeGreaterThanOrEqual(0);
      expect(counted).toBeLessThanOrEqual(spanMs);
    }),
  );
});
