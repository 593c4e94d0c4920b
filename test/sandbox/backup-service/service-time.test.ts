import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  dateAtOffset,
  isoAtOffset,
  offsetMsOf,
  timeAtOffset,
} from '../../../sandbox/backup-service/service-time.ts';

const NEW_YEAR_MS = Date.UTC(2027, 0, 1);

describe('an offset', () => {
  test.each([
    ['+03:00', 10_800_000],
    ['-03:30', -12_600_000],
    ['+00:00', 0],
    ['+05:45', 20_700_000],
    ['+14:00', 50_400_000],
  ])('%s is read', (utcOffset, ms) => {
    expect(offsetMsOf(utcOffset)).toBe(ms);
  });

  test.each(['', 'Z', '3', '+3:00', '+0300', '03:00', '+15:00', '+03:60', 'Europe/Istanbul', '+03:00 '])(
    '%j is refused',
    (utcOffset) => {
      expect(() => offsetMsOf(utcOffset)).toThrow(RangeError);
    },
  );
});

test('dates and times are those of the wall at the offset, over the turn of the year', () => {
  expect(dateAtOffset(NEW_YEAR_MS - 1000, '+03:00')).toBe('2027-01-01');
  expect(timeAtOffset(NEW_YEAR_MS - 1000, '+03:00')).toBe('02:59:59');
  expect(dateAtOffset(NEW_YEAR_MS, '-03:30')).toBe('2026-12-31');
  expect(timeAtOffset(NEW_YEAR_MS, '-03:30')).toBe('20:30:00');
});

test('an ISO time names the same moment whatever the offset', () => {
  const moments = fc.date({ min: new Date('1970-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
  const offsets = fc.constantFrom('+03:00', '-03:30', '+00:00', '+05:45', '+14:00', '-12:00');
  fc.assert(
    fc.property(moments, offsets, (moment, utcOffset) => {
      const iso = isoAtOffset(moment.getTime(), utcOffset);
      expect(iso.endsWith(utcOffset)).toBe(true);
      expect(Date.parse(iso)).toBe(moment.getTime());
    }),
  );
});
