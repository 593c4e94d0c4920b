import { describe, expect, test } from 'vitest';
import { isWireTime, parseLastBackup, parseWireDate } from '../../../src/backup-service/parse/parse-dates.ts';

const parse = (date: string | null | undefined, time: string | null | undefined) =>
  parseLastBackup({ date, time }, '+03:00');
const at = (iso: string, precision: 'second' | 'day') => ({ kind: 'at', atMs: Date.parse(iso), precision });

const ZERO_DATES = [
  '0000-00-00',
  '0001-01-01',
  '1753-01-01',
  '1899-12-30',
  '1900-01-01',
  '1969-12-31',
  '1970-01-01',
];

describe('the last backup', () => {
  test('date and time together are a moment in the zone of the service', () => {
    expect(parse('2026-11-21', '08:30:15')).toEqual(at('2026-11-21T05:30:15Z', 'second'));
  });

  test('spaces around do no harm', () => {
    expect(parse(' 2026-11-21 ', ' 08:30:15 ')).toEqual(at('2026-11-21T05:30:15Z', 'second'));
  });

  test.each([null, '', '   ', ...ZERO_DATES])(
    'the date %o is the service saying "never", whatever the time',
    (date) => {
      expect(parse(date, '08:30:15')).toEqual({ kind: 'never' });
      expect(parse(date, null)).toEqual({ kind: 'never' });
    },
  );

  test('a date that was not sent, or had a wrong type, is not reported', () => {
    expect(parse(undefined, '08:30:15')).toEqual({ kind: 'not-reported' });
  });

  test.each([
    'yesterday',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-1-2',
    '21.11.2026',
    '2026-11-21T08:30:15',
    '1999-12-31',
    '1970-01-02',
    '1900-01-02',
  ])('%s is no date that can be read', (date) => {
    expect(parse(date, '08:30:15')).toEqual({ kind: 'unreadable' });
  });

  test('29 February is a day in a leap year', () => {
    expect(parse('2028-02-29', '00:00:00')).toEqual(at('2028-02-28T21:00:00Z', 'second'));
  });

  test.each(['08:30', '08:30:00', '08:30:00.0000000', '08:30:00.9'])('%s is a time of day', (time) => {
    const { atMs } = parse('2026-11-21', time) as { atMs: number };
    expect(parse('2026-11-21', time)).toEqual({ kind: 'at', atMs, precision: 'second' });
    expect(Math.floor(atMs / 1_000) * 1_000).toBe(Date.parse('2026-11-21T05:30:00Z'));
  });

  test('the first day that can be one of a backup is 1 January 2000', () => {
    expect(parse('2000-01-01', '08:30')).toEqual(at('2000-01-01T05:30:00Z', 'second'));
  });

  test.each([undefined, null, '', '25:00:00', '24:00:00', '08:60', '08:60:00', '8:30:15', '08:30:', 'noon'])(
    'with the time %o the day stands, from its start',
    (time) => {
      expect(parse('2026-11-21', time)).toEqual(at('2026-11-20T21:00:00Z', 'day'));
    },
  );

  test('23:59:59 is a time, 23:59:60 is none', () => {
    expect([isWireTime('23:59:59'), isWireTime('23:59:60')]).toEqual([true, false]);
  });
});

test('a date of the wire is a day, none, or unreadable', () => {
  expect([parseWireDate('2026-12-31'), parseWireDate('0000-00-00'), parseWireDate('31/12')]).toEqual([
    { kind: 'day', date: '2026-12-31' },
    { kind: 'none' },
    { kind: 'unreadable' },
  ]);
});
