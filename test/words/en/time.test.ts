import { describe, expect, test } from 'vitest';
import { time } from '../../../src/words/en/cards.ts';

const MIN = 60_000;
const H = 60 * MIN;
const DAY = 24 * H;

describe('a length of time', () => {
  test.each([
    [-5 * MIN, 'under 1\u00A0min'],
    [0, 'under 1\u00A0min'],
    [MIN - 1, 'under 1\u00A0min'],
    [MIN, '1\u00A0min'],
    [20 * MIN, '20\u00A0min'],
    [H - 1, '59\u00A0min'],
    [H, '1\u00A0h'],
    [30 * H + 59 * MIN, '30\u00A0h'],
    [49 * H - 1, '48\u00A0h'],
    [49 * H, '2\u00A0days\u00A01\u00A0h'],
    [3 * DAY, '3\u00A0days'],
    [3 * DAY + 8 * H, '3\u00A0days\u00A08\u00A0h'],
    [10 * DAY - 1, '9\u00A0days\u00A023\u00A0h'],
    [10 * DAY + 5 * H, '10\u00A0days'],
    [412 * DAY, '412\u00A0days'],
    [Number.NaN, 'under 1\u00A0min'],
  ])('of %i ms reads %s', (ms, text) => {
    expect(time.duration(ms)).toBe(text);
  });

  test('has a rough form for headlines and a short one for lists', () => {
    expect(time.roughDuration(3 * DAY + 8 * H)).toBe('3\u00A0days');
    expect(time.roughDuration(30 * H)).toBe('30\u00A0h');
    expect(time.roughDuration(20 * MIN)).toBe('20\u00A0min');
    expect(time.shortDuration(3 * DAY + 8 * H)).toBe('3\u00A0d\u00A08\u00A0h');
    expect(time.shortDuration(49 * H)).toBe('2\u00A0d\u00A01\u00A0h');
  });

  test('stays short however absurd it is', () => {
    expect(time.duration(Number.MAX_VALUE)).toBe('2.08E300\u00A0days');
  });
});

test.each([
  [30_000, 'just now'],
  [-H, 'just now'],
  [12 * MIN, '12\u00A0min ago'],
  [5 * H, '5\u00A0h ago'],
])('%i ms before now is %s', (ms, text) => {
  expect(time.ago(ms)).toBe(text);
});

test.each([
  [0, 'today'],
  [1, 'yesterday'],
  [3, '3\u00A0days ago'],
])('%i days before today is %s', (days, text) => {
  expect(time.daysAgo(days)).toBe(text);
});

test.each([
  ['2027-06-09', '9 Jun 2027'],
  ['2026-09-30', '30 Sep 2026'],
  ['yakında', 'yakında'],
  ['2026-13-45', '2026-13-45'],
])('the day %s reads %s', (day, text) => {
  expect(time.day(day)).toBe(text);
});

describe('a moment', () => {
  const nowMs = Date.parse('2026-11-21T02:40:00Z');

  test.each([
    ['2026-11-20T23:40:00Z', '+03:00', '21 Nov 02:40 UTC+03:00'],
    ['2026-11-20T23:40:00Z', 'UTC', '20 Nov 23:40 UTC'],
    ['2026-11-20T21:00:00Z', '+03:00', '21 Nov 00:00 UTC+03:00'],
    ['2026-11-20T23:40:00Z', 'America/New_York', '20 Nov 18:40 America/New_York'],
    ['2026-05-26T00:00:00Z', 'UTC', '26 May 00:00 UTC'],
    ['2026-05-24T00:00:00Z', 'UTC', '24 May 2026 00:00 UTC'],
  ])('%s in %s reads %s', (iso, zoneId, text) => {
    expect(time.dateTime({ atMs: Date.parse(iso), zoneId, nowMs })).toBe(text);
  });

  test('follows the clocks of its zone across a change', () => {
    const at = (iso: string) => time.dateTime({ atMs: Date.parse(iso), zoneId: 'Europe/Berlin', nowMs });
    expect(at('2026-10-25T00:30:00Z')).toBe('25 Oct 02:30 Europe/Berlin');
    expect(at('2026-10-25T01:30:00Z')).toBe('25 Oct 02:30 Europe/Berlin');
    expect(at('2026-10-25T02:30:00Z')).toBe('25 Oct 03:30 Europe/Berlin');
  });

  test('without a time of day is a day', () => {
    expect(time.dayOf({ atMs: Date.parse('2026-11-20T21:00:00Z'), zoneId: '+03:00', nowMs })).toBe('21 Nov');
  });
});

test.each([
  ['+03:00', 'UTC+03:00'],
  ['-11:30', 'UTC-11:30'],
  ['+00:00', 'UTC'],
  ['Z', 'UTC'],
  ['UTC', 'UTC'],
  ['Europe/Istanbul', 'Europe/Istanbul'],
  ['Mars/Olympus_Mons', 'UTC'],
])('the zone %s is called %s', (zone, text) => {
  expect(time.zone(zone)).toBe(text);
});

test.each([
  [{ value: 48, unit: 'hour' }, '48\u00A0h'],
  [{ value: 14, unit: 'day' }, '14\u00A0days'],
  [{ value: 1, unit: 'day' }, '1\u00A0day'],
  [{ value: 1.5, unit: 'hour' }, '1\u00A0h\u00A030\u00A0min'],
  [{ value: 26.505, unit: 'hour' }, '26\u00A0h\u00A030\u00A0min'],
] as const)('the limit %j reads %s', (threshold, text) => {
  expect(time.threshold({ ...threshold, setBy: 'X' })).toBe(text);
});

describe('an age beside a limit', () => {
  test.each([
    [26 * 3_600_000 + 40 * 60_000, 26.5, '26\u00A0h\u00A040\u00A0min'],
    [26 * 3_600_000 + 40 * 60_000, 26, '26\u00A0h'],
    [50 * 3_600_000, 48, '2\u00A0days\u00A02\u00A0h'],
    [26 * 3_600_000 + 40 * 60_000, 48, '26\u00A0h'],
  ])(
    'of %i ms, the limit being %d h, reads %s: never less than a limit that it reached',
    (ms, value, text) => {
      expect(time.durationOver(ms, { value, unit: 'hour', setBy: 'X' })).toBe(text);
    },
  );
});
