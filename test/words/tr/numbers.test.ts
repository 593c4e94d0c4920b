import { expect, test } from 'vitest';
import { listAndMore, numbers, soManyOf } from '../../../src/words/tr/cards.ts';

test.each([
  [0, '0'],
  [182_431, '182.431'],
  [1.5, '1,5'],
  [1.005, '1,01'],
  [999_999_999_999_999, '999.999.999.999.999'],
  [1e15, '1E15'],
  [-1e300, '-1E300'],
])('%d reads %s, and never fills the card with digits', (value, text) => {
  expect(numbers.count(value)).toBe(text);
});

test('the sign for percent stands before the number', () => {
  expect(numbers.percent(96)).toBe('%96');
});

test('a list reads like a sentence', () => {
  expect(numbers.list(['1001'])).toBe('1001');
  expect(numbers.list(['1001', '1002', '1003'])).toBe('1001, 1002 ve 1003');
});

test.each([
  '0’ı',
  '1’i',
  '2’si',
  '3’ü',
  '4’ü',
  '5’i',
  '6’sı',
  '7’si',
  '8’i',
  '9’u',
  '10’u',
  '11’i',
  '20’si',
  '30’u',
  '40’ı',
  '46’sı',
  '50’si',
  '60’ı',
  '70’i',
  '80’i',
  '90’ı',
  '100’ü',
  '110’u',
  '300’ü',
  '1.000’i',
  '1.100’ü',
  '20.000’i',
  '1.000.000’u',
  '1.000.000.000’ı',
])('this number of them: %s, by the sound of its last word', (text) => {
  expect(soManyOf(Number(text.replaceAll(/\D/g, '')))).toBe(text);
});

test('a list counts the items that it does not name', () => {
  expect(listAndMore(['1001'], 0)).toBe('1001');
  expect(listAndMore(['1001'], 1)).toBe('1001 ve 1 hesap daha');
  expect(listAndMore(['1001', '1002'], 2)).toBe('1001, 1002 ve 2 hesap daha');
});
