import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAccount } from '../../src/service/parse-account.ts';

/** The account, and the fields that were sent but cannot be read. */
function read(body: Record<string, unknown>, zoneId = '+03:00') {
  const unreadable: string[] = [];
  const sent = JSON.parse(JSON.stringify(body));
  const account = parseAccount('1001', sent, { id: zoneId, assumedFrom: 'setting' }, (field) => {
    if (field in sent) unreadable.push(field);
  });
  return { ...account, unreadable };
}

const parse = (date: string | null | undefined, time: string | null | undefined, zoneId?: string) =>
  read({ lastBackupDateDb: date, lastBackupTimeDb: time }, zoneId).database;
const at = (iso: string, precision: 'second' | 'day') => ({ kind: 'at', atMs: Date.parse(iso), precision });

const ZERO_DATES = [
  ...['0000-00-00', '0001-01-01', '1753-01-01', '1899-12-30', '1900-01-01', '1969-12-31', '1970-01-01'],
];

describe('the last backup', () => {
  test('combines date and time in the zone of the service; a missing date is not reported', () => {
    expect(parse('2028-02-29', '08:30:15')).toEqual(at('2028-02-29T05:30:15Z', 'second'));
    expect(parse(undefined, '08:30:15')).toEqual({ kind: 'not-reported' });
  });

  test.each([null, '', '   ', ...ZERO_DATES])('reads the date %o as "never", with any time', (date) => {
    expect(parse(date, '08:30:15')).toEqual({ kind: 'never' });
    expect(parse(date, null)).toEqual({ kind: 'never' });
  });

  test.each([
    ...['yesterday', '2026-02-30', '2025-02-29', '2026-13-01', '2026-1-2', '21.11.2026'],
    ...['2026-11-21T08:30:15', '1999-12-31', '1970-01-02', '1900-01-02', '2200-01-01', '9999-12-31'],
  ])('reads %s as unreadable', (date) => {
    expect(parse(date, '08:30:15')).toEqual({ kind: 'unreadable' });
  });

  test('whatever is sent, Slack can draw the time: ten digits of seconds', () => {
    const number = (max: number) => fc.integer({ min: 0, max }).map((value) => `${value}`.padStart(2, '0'));
    const year = fc.integer({ min: 0, max: 9_999 }).map((value) => `${value}`.padStart(4, '0'));
    const date = fc.tuple(year, number(13), number(32)).map((parts) => parts.join('-'));
    const time = fc.option(fc.tuple(number(25), number(60), number(60)).map((parts) => parts.join(':')));
    const zone = fc.constantFrom('Europe/Istanbul', '+14:00', '-12:00');
    fc.assert(
      fc.property(date, time, zone, (...sent) => {
        const last = parse(...sent);
        if (last.kind === 'at') expect(`${Math.floor(last.atMs / 1_000)}`).toMatch(/^\d{1,10}$/);
      }),
    );
    expect(parse('2199-12-31', '23:59:59')).toEqual(at('2199-12-31T20:59:59Z', 'second'));
  });

  test.each(['08:30', '08:30:00', '08:30:00.0000000', '08:30:00.9'])('reads %s as a time of day', (time) => {
    const { atMs } = parse('2026-11-21', time) as { atMs: number };
    expect(parse('2026-11-21', time)).toEqual({ kind: 'at', atMs, precision: 'second' });
    expect(Math.floor(atMs / 1_000) * 1_000).toBe(Date.parse('2026-11-21T05:30:00Z'));
  });

  test.each([undefined, null, '', '25:00:00', '24:00:00', '08:60', '08:60:00', '8:30:15', '08:30:', 'noon'])(
    'with the time %o is the start of the day',
    (time) => {
      expect(parse('2026-11-21', time)).toEqual(at('2026-11-20T21:00:00Z', 'day'));
    },
  );
});

describe('the end of a package', () => {
  test.each([
    ['2027-06-09', '2027-06-09'],
    [' 2027-06-09 ', '2027-06-09'],
    ['2027-06-09T00:00:00', '2027-06-09'],
    ['2027-06-09 23:59:59', '2027-06-09'],
    ['2027-06-09T00:00', '2027-06-09'],
    ['2027-06-09T00:00:00.0000000', '2027-06-09'],
    ['2027-06-08T21:00:00.000Z', '2027-06-09'],
    ['2027-06-09T00:00:00Z', '2027-06-09'],
    ['2027-06-09T23:30:00+00:00', '2027-06-10'],
    ['9999-12-31T23:59:59Z', '9999-12-31'],
  ])('reads %s as %s in the zone +03:00', (sent, date) => {
    expect(read({ endDate: sent })).toMatchObject({ packageEndsOn: date, unreadable: [] });
  });

  test.each([
    '',
    ' ',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00Z',
    '1970-01-01T00:00:00',
  ])('reads %j as no end', (sent) => {
    expect(read({ endDate: sent }, '-05:00')).toMatchObject({ packageEndsOn: undefined, unreadable: [] });
  });

  test.each([
    '01.01.2023',
    'soon',
    '2023-02-30T00:00:00',
    '2023-01-01T25:00:00',
    '20230101',
    `2023-01-01T${'0'.repeat(40)}`,
  ])('reads %j as unreadable', (sent) => {
    expect(read({ endDate: sent })).toMatchObject({ packageEndsOn: sent, unreadable: ['endDate'] });
  });
});

function iso(zone: string, date: string, time?: string): string {
  const { atMs } = parse(date, time, zone) as { atMs: number };
  return new Date(atMs).toISOString();
}

test.each([
  ['just before clocks go forward', 'Europe/Berlin', '2026-03-29', '01:59:59', '2026-03-29T00:59:59.000Z'],
  ['a skipped time moves forward', 'Europe/Berlin', '2026-03-29', '02:30:00', '2026-03-29T01:30:00.000Z'],
  ['just after', 'Europe/Berlin', '2026-03-29', '03:00:00', '2026-03-29T01:00:00.000Z'],
  ['the first of a repeated time', 'Europe/Berlin', '2026-10-25', '02:30:00', '2026-10-25T00:30:00.000Z'],
  ['just after a repeated time', 'Europe/Berlin', '2026-10-25', '03:00:00', '2026-10-25T02:00:00.000Z'],
  ['repeated, in the west', 'America/Santiago', '2026-04-04', '23:30:00', '2026-04-05T02:30:00.000Z'],
  ['half an hour repeated', 'Australia/Lord_Howe', '2026-04-05', '01:45:00', '2026-04-04T14:45:00.000Z'],
  ['a skipped midnight', 'America/Santiago', '2026-09-06', undefined, '2026-09-06T04:00:00.000Z'],
  ['a repeated midnight', 'Asia/Beirut', '2026-10-24', '23:30:00', '2026-10-24T20:30:00.000Z'],
])('clock changes: %s: %s %s %s', (_what, zone, date, time, expected) => {
  expect(iso(zone, date, time)).toBe(expected);
});
