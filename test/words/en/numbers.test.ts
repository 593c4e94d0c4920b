import { expect, test } from 'vitest';
import { counted, listAndMore, numbers } from '../../../src/words/en/cards.ts';

test.each([
  [0, '0'],
  [-0, '0'],
  [182_431, '182,431'],
  [1.5, '1.5'],
  [1.005, '1.01'],
  [0.0005, '0.0005'],
  [0.012345, '0.01'],
  [-0.001234, '-0.0012'],
  [1e-9, '1E-9'],
  [999_999_999_999_999, '999,999,999,999,999'],
  [1e15, '1E15'],
  [-1e300, '-1E300'],
])('%d reads %s, and never fills the card with digits', (value, text) => {
  expect(numbers.count(value)).toBe(text);
});

test('a count agrees with its noun', () => {
  expect([0, 1, 2, 1.5].map((value) => counted(value, 'day', 'days'))).toEqual([
    '0 days',
    '1 day',
    '2 days',
    '1.5 days',
  ]);
});

test('a list reads like a sentence', () => {
  expect(numbers.list(['1001'])).toBe('1001');
  expect(numbers.list(['1001', '1002', '1003'])).toBe('1001, 1002 and 1003');
});

test('a percentage has no blank', () => {
  expect(numbers.percent(96)).toBe('96%');
});

test('a list counts the items that it does not name', () => {
  expect(listAndMore(['1001'], 0)).toBe('1001');
  expect(listAndMore(['1001'], 1)).toBe('1001 and 1 more');
  expect(listAndMore(['1001', '1002'], 2)).toBe('1001, 1002 and 2 more');
});
