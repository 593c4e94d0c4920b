import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weekdayMs } from '../../src/account/time.ts';
import { DAY_MS, HOUR_MS } from './accounts.ts';

const hours = (from: string, to: string, zone = 'Europe/Istanbul') =>
  weekdayMs(Date.parse(from), Date.parse(to), zone) / HOUR_MS;

test.each([
  ['within a day', '2026-11-18T08:00+03:00', '2026-11-18T20:00+03:00', 12],
  ['over a weekend', '2026-11-20T20:00+03:00', '2026-11-23T08:00+03:00', 12],
  ['from a Saturday', '2026-11-21T10:00+03:00', '2026-11-23T08:00+03:00', 8],
  ['to a Sunday', '2026-11-20T20:00+03:00', '2026-11-22T10:00+03:00', 4],
  ['on a weekend alone', '2026-11-21T10:00+03:00', '2026-11-22T10:00+03:00', 0],
  ['two weeks', '2026-11-09T00:00+03:00', '2026-11-23T00:00+03:00', 240],
])('%s', (_, from, to, expected) => {
  expect(hours(from, to)).toBe(expected);
});

test('the zone says when the weekend begins', () => {
  expect(hours('2026-11-20T20:00Z', '2026-11-20T23:00Z', 'UTC')).toBe(3);
  expect(hours('2026-11-20T20:00Z', '2026-11-20T23:00Z', '+03:00')).toBe(1);
});

test('never negative and never more than the time between', () => {
  const timeText = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(timeText, fc.integer({ min: 0, max: 400 * DAY_MS }), (fromMs, spanMs) => {
      const counted = weekdayMs(fromMs, fromMs + spanMs, 'Europe/Berlin');
      expect(counted).toBeGreaterThanOrEqual(0);
      expect(counted).toBeLessThanOrEqual(spanMs);
    }),
  );
});
