import { expect, test } from 'vitest';
import { dayEndMs, dayNumber, isoDay } from '../../src/domain/day-number.ts';

const between = (zone: string, from: string, to: string) =>
  dayNumber(Date.parse(to), zone) - dayNumber(Date.parse(from), zone);

test('days are counted from midnight to midnight in the zone, whatever clocks do in between', () => {
  expect(between('+03:00', '2026-11-20T23:59:59+03:00', '2026-11-21T00:00:00+03:00')).toBe(1);
  expect(between('UTC', '2026-11-20T23:59:59+03:00', '2026-11-21T00:00:00+03:00')).toBe(0);
  expect(between('Europe/Berlin', '2026-10-24T00:00:00+02:00', '2026-10-26T00:30:00+01:00')).toBe(2);
  expect(between('Europe/Berlin', '2026-03-28T00:00:00+01:00', '2026-03-30T00:30:00+02:00')).toBe(2);
});

test('a zone this machine does not know counts as UTC, and no date has no day', () => {
  expect(between('Mars/Olympus', '2026-11-20T23:59:59Z', '2026-11-21T00:00:00Z')).toBe(1);
  expect(dayNumber(Number.NaN, 'UTC')).toBeNaN();
  expect(dayNumber(0, 'UTC')).toBe(0);
});

test.each([
  ['+03:00', '2026-11-21T00:00:00+03:00', '2026-11-22T00:00:00+03:00'],
  ['Europe/Berlin', '2026-03-29T00:00:00+01:00', '2026-03-30T00:00:00+02:00'],
  ['Europe/Berlin', '2026-10-25T00:00:00+02:00', '2026-10-26T00:00:00+01:00'],
  ['Australia/Lord_Howe', '2026-04-05T00:00:00+11:00', '2026-04-06T00:00:00+10:30'],
])('in %s the day that begins at %s ends at %s', (zone, start, end) => {
  expect(dayEndMs(Date.parse(start), zone)).toBe(Date.parse(end));
});

test('a day is written as in ISO 8601, and no date is none', () => {
  expect(isoDay(Date.parse('2026-11-21T00:00:00+03:00'), '+03:00')).toBe('2026-11-21');
  expect(isoDay(Number.NaN, 'UTC')).toBeUndefined();
});
