import { expect, test } from 'vitest';
import { parseEndDate } from '../../../src/backup-service/parse/parse-dates.ts';

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
])('%s ends on %s in a zone of +03:00', (sent, date) => {
  expect(parseEndDate(sent, '+03:00')).toEqual({ kind: 'day', date });
});

test.each(['', ' ', '0000-00-00', '0001-01-01T00:00:00', '0001-01-01T00:00:00Z', '1970-01-01T00:00:00'])(
  '%j is no end',
  (sent) => {
    expect(parseEndDate(sent, '-05:00')).toEqual({ kind: 'none' });
  },
);

test.each([
  '01.01.2023',
  'soon',
  '2023-02-30T00:00:00',
  '2023-01-01T25:00:00',
  '20230101',
  `2023-01-01T${'0'.repeat(900)}`,
])('%j cannot be read', (sent) => {
  expect(parseEndDate(sent, '+03:00')).toEqual({ kind: 'unreadable' });
});
