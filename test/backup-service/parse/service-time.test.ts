import { describe, expect, test } from 'vitest';
import { serviceTime } from '../../../src/backup-service/parse/parse-dates.ts';
import { isZone } from '../../../src/domain/zoned-time.ts';

const iso = (...args: Parameters<typeof serviceTime>) => new Date(serviceTime(...args)).toISOString();

describe('a date and time of the service as a moment', () => {
  test.each([
    ['Europe/Istanbul', '2026-11-21', '08:30:00', '2026-11-21T05:30:00.000Z'],
    ['+03:00', '2026-11-21', '08:30:00', '2026-11-21T05:30:00.000Z'],
    ['-03:30', '2026-11-21', '22:30:00', '2026-11-22T02:00:00.000Z'],
    ['UTC', '2026-02-28', '23:59:59', '2026-02-28T23:59:59.000Z'],
    ['Europe/Berlin', '2026-01-15', '12:00:00', '2026-01-15T11:00:00.000Z'],
    ['Europe/Berlin', '2026-07-15', '12:00:00', '2026-07-15T10:00:00.000Z'],
  ])('%s %s %s', (zone, date, time, expected) => {
    expect(iso(zone, date, time)).toBe(expected);
  });

  test('without a time of day it is the start of the day', () => {
    expect(iso('+03:00', '2026-11-21')).toBe('2026-11-20T21:00:00.000Z');
  });
});

describe('when clocks change', () => {
  test.each([
    ['just before they go forward', 'Europe/Berlin', '2026-03-29', '01:59:59', '2026-03-29T00:59:59.000Z'],
    [
      'a time that is skipped moves on',
      'Europe/Berlin',
      '2026-03-29',
      '02:30:00',
      '2026-03-29T01:30:00.000Z',
    ],
    ['just after', 'Europe/Berlin', '2026-03-29', '03:00:00', '2026-03-29T01:00:00.000Z'],
    [
      'a time shown twice is its first showing',
      'Europe/Berlin',
      '2026-10-25',
      '02:30:00',
      '2026-10-25T00:30:00.000Z',
    ],
    ['just after it was shown twice', 'Europe/Berlin', '2026-10-25', '03:00:00', '2026-10-25T02:00:00.000Z'],
    ['shown twice, west', 'America/Santiago', '2026-04-04', '23:30:00', '2026-04-05T02:30:00.000Z'],
    ['half an hour shown twice', 'Australia/Lord_Howe', '2026-04-05', '01:45:00', '2026-04-04T14:45:00.000Z'],
    ['a midnight that is skipped', 'America/Santiago', '2026-09-06', undefined, '2026-09-06T04:00:00.000Z'],
    ['a midnight shown twice', 'Asia/Beirut', '2026-10-24', '23:30:00', '2026-10-24T20:30:00.000Z'],
  ])('%s: %s %s %s', (_what, zone, date, time, expected) => {
    expect(iso(zone, date, time)).toBe(expected);
  });
});

test.each([
  ['Europe/Istanbul', true],
  ['+03:00', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('%s is a time zone: %s', (zone, expected) => {
  expect(isZone(zone)).toBe(expected);
});
