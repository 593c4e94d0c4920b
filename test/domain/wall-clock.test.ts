import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isZone, wallClock } from '../../src/domain/wall-clock.ts';

const at = (text: string) => Date.parse(text);

test.each([
  ['UTC', { year: 2026, month: 11, day: 21, hour: 23, minute: 40 }],
  ['+03:00', { year: 2026, month: 11, day: 22, hour: 2, minute: 40 }],
  ['-03:30', { year: 2026, month: 11, day: 21, hour: 20, minute: 10 }],
  ['Europe/Istanbul', { year: 2026, month: 11, day: 22, hour: 2, minute: 40 }],
  ['Asia/Kathmandu', { year: 2026, month: 11, day: 22, hour: 5, minute: 25 }],
])('what a wall clock shows in %s', (zone, shown) => {
  expect(wallClock(at('2026-11-21T23:40:00Z'), zone)).toEqual(shown);
});

test('midnight is hour 0, and clocks go back', () => {
  expect(wallClock(at('2026-10-24T22:00:00Z'), 'Europe/Berlin')).toMatchObject({ day: 25, hour: 0 });
  expect(wallClock(at('2026-10-25T00:30:00Z'), 'Europe/Berlin')).toMatchObject({ hour: 2, minute: 30 });
  expect(wallClock(at('2026-10-25T01:30:00Z'), 'Europe/Berlin')).toMatchObject({ hour: 2, minute: 30 });
});

test('an offset is reckoned as Intl does it', () => {
  const offset = fc
    .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map(([sign, hours, minutes]) => `${sign}${two(hours)}:${two(minutes)}`);
  const moment = fc.integer({ min: 0, max: 9_999_999_999_999 });
  fc.assert(
    fc.property(moment, offset, (atMs, timeZone) => {
      const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
      const { year, month, day } = wallClock(atMs, timeZone) ?? { year: 0, month: 0, day: 0 };
      expect(`${year}-${two(month)}-${two(day)}`).toBe(format.format(atMs));
    }),
  );
});

const two = (value: number) => String(value).padStart(2, '0');

describe('no such thing', () => {
  test.each(['Mars/Olympus', '+24:00', '+03:60', 'Z', ''])('as the zone "%s"', (zone) => {
    expect(wallClock(0, zone)).toBeUndefined();
    expect(isZone(zone)).toBe(false);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 9e15])('as the moment %d', (atMs) => {
    expect(wallClock(atMs, 'Europe/Istanbul')).toBeUndefined();
    expect(wallClock(atMs, '+03:00')).toBeUndefined();
  });

  test('but zones that exist are known', () => {
    expect(['UTC', '+03:00', 'Europe/Istanbul'].map(isZone)).toEqual([true, true, true]);
  });
});
