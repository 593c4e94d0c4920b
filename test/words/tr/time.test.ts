import { describe, expect, test } from 'vitest';
import { forSoLong, inDays, time } from '../../../src/words/tr/cards.ts';

const MIN = 60_000;
const H = 60 * MIN;
const DAY = 24 * H;

describe('a length of time', () => {
  test.each([
    [-5 * MIN, '1\u00A0dakikadan az'],
    [MIN - 1, '1\u00A0dakikadan az'],
    [MIN, '1\u00A0dk'],
    [20 * MIN, '20\u00A0dk'],
    [H, '1\u00A0saat'],
    [49 * H - 1, '48\u00A0saat'],
    [49 * H, '2\u00A0gün\u00A01\u00A0saat'],
    [3 * DAY, '3\u00A0gün'],
    [3 * DAY + 8 * H, '3\u00A0gün\u00A08\u00A0saat'],
    [10 * DAY + 5 * H, '10\u00A0gün'],
    [1412 * DAY, '1.412\u00A0gün'],
    [Number.NaN, '1\u00A0dakikadan az'],
  ])('of %i ms reads %s', (ms, text) => {
    expect(time.duration(ms)).toBe(text);
  });

  test('has a rough form for headlines and a short one for lists', () => {
    expect(time.roughDuration(3 * DAY + 8 * H)).toBe('3\u00A0gün');
    expect(time.roughDuration(30 * H)).toBe('30\u00A0saat');
    expect(time.shortDuration(3 * DAY + 8 * H)).toBe('3\u00A0gün\u00A08\u00A0sa');
    expect(time.shortDuration(5 * H)).toBe('5\u00A0sa');
    expect(time.shortDuration(0)).toBe('1\u00A0dk altı');
  });

  test.each([
    [0, '1\u00A0dakikadan az süredir'],
    [20 * MIN, '20\u00A0dakikadır'],
    [30 * H, '30\u00A0saattir'],
    [3 * DAY + 8 * H, '3\u00A0gündür'],
  ])('of %i ms until now reads %s, in harmony with its unit', (ms, text) => {
    expect(forSoLong(ms)).toBe(text);
  });
});

test.each([
  [30_000, 'az önce'],
  [-H, 'az önce'],
  [12 * MIN, '12\u00A0dk önce'],
  [5 * H, '5\u00A0saat önce'],
])('%i ms before now is %s', (ms, text) => {
  expect(time.ago(ms)).toBe(text);
});

test('days have names where they are near', () => {
  expect([0, 1, 3].map(time.daysAgo)).toEqual(['bugün', 'dün', '3\u00A0gün önce']);
  expect([0, 1, 5].map(inDays)).toEqual(['bugün', 'yarın', '5\u00A0gün sonra']);
});

test.each([
  ['2027-06-09', '9 Haz 2027'],
  ['2026-08-30', '30 Ağu 2026'],
  ['2026-02-01', '1 Şub 2026'],
  ['yakında', 'yakında'],
])('the day %s reads %s', (day, text) => {
  expect(time.day(day)).toBe(text);
});

describe('a moment', () => {
  const nowMs = Date.parse('2026-11-21T02:40:00Z');

  test.each([
    ['2026-11-20T23:40:00Z', '+03:00', '21 Kas 02:40 UTC+03:00'],
    ['2026-11-20T15:40:00Z', 'Europe/Istanbul', '20 Kas 18:40 Europe/Istanbul'],
    ['2026-05-24T00:00:00Z', 'UTC', '24 May 2026 00:00 UTC'],
  ])('%s in %s reads %s', (iso, zoneId, text) => {
    expect(time.dateTime({ atMs: Date.parse(iso), zoneId, nowMs })).toBe(text);
  });

  test('without a time of day is a day', () => {
    expect(time.dayOf({ atMs: Date.parse('2026-11-20T21:00:00Z'), zoneId: '+03:00', nowMs })).toBe('21 Kas');
  });
});

test.each([
  [{ value: 48, unit: 'hour' }, '48\u00A0saat'],
  [{ value: 14, unit: 'day' }, '14\u00A0gün'],
  [{ value: 1.5, unit: 'hour' }, '1\u00A0saat\u00A030\u00A0dk'],
  [{ value: 26.505, unit: 'hour' }, '26\u00A0saat\u00A030\u00A0dk'],
] as const)('the limit %j reads %s', (threshold, text) => {
  expect(time.threshold({ ...threshold, setBy: 'X' })).toBe(text);
});

describe('an age beside a limit', () => {
  test.each([
    [26 * 3_600_000 + 40 * 60_000, 26.5, '26\u00A0saat\u00A040\u00A0dk'],
    [26 * 3_600_000 + 40 * 60_000, 26, '26\u00A0saat'],
    [50 * 3_600_000, 48, '2\u00A0gün\u00A02\u00A0saat'],
    [26 * 3_600_000 + 40 * 60_000, 48, '26\u00A0saat'],
  ])(
    'of %i ms, the limit being %d h, reads %s: never less than a limit that it reached',
    (ms, value, text) => {
      expect(time.durationOver(ms, { value, unit: 'hour', setBy: 'X' })).toBe(text);
    },
  );
});
