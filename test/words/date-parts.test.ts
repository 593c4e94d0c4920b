import { expect, test } from 'vitest';
import { datePartsIn } from '../../src/words/date-parts.ts';

const AT_MS = Date.parse('2027-06-08T23:05:00Z');

test.each([
  ['en-US', { day: '9', month: 'Jun', year: '2027', hour: '02', minute: '05' }],
  ['tr-TR', { day: '9', month: 'Haz', year: '2027', hour: '02', minute: '05' }],
])('a moment in %s', (locale, parts) => {
  expect(datePartsIn(locale)(AT_MS, '+03:00')).toEqual(parts);
});

test('every month has its name', () => {
  const partsOf = datePartsIn('en-US');
  const names = Array.from({ length: 12 }, (_, month) => partsOf(Date.UTC(2026, month, 15), 'UTC').month);
  expect(names.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec');
});

test('a zone that does not exist is the caller’s mistake', () => {
  expect(() => datePartsIn('en-US')(AT_MS, 'Mars/Olympus')).toThrow(RangeError);
});
