import { expect, test } from 'vitest';
import { cleanPayload, cleanText } from '../../../sandbox/draw/clean-text.ts';

test.each([
  ['a\u001B[31mb', 'a[31mb'],
  ['a\u009Bb\u0085c\u007Fd\u0000', 'abcd'],
  ['a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ['a\tb', 'a b'],
  ['\u202Eabc\u2066', 'abc'],
  ['\u{F0000}a', 'a'],
  ['Yedekleniyor 🔄 👩‍🚒', 'Yedekleniyor 🔄 👩‍🚒'],
])('%j becomes %j', (text, cleaned) => expect(cleanText(text)).toBe(cleaned));

test('every text of a payload is cleaned, nothing else is touched', () => {
  expect(cleanPayload({ a: ['\u0007x', 3, true, null], b: { c: 'y\u001B' } })).toEqual({
    a: ['x', 3, true, null],
    b: { c: 'y' },
  });
});
