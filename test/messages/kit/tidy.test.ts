import { expect, test } from 'vitest';
import {
  sanitize,
  sanitizeKeepingEnd,
  sanitizeShowingInvisible,
  truncate,
} from '../../../src/slack/kit/text.ts';

test('text within its limit stays whole, one more character is cut with a mark', () => {
  expect(truncate('abcde', 5)).toBe('abcde');
  expect(truncate('abcdef', 5)).toBe('abcd…');
});

test('a cut never splits what reads as one character', () => {
  expect(truncate('ab👍🏽cd', 5)).toBe('ab…');
  expect(truncate('ab👍🏽cd', 7)).toBe('ab👍🏽…');
  expect(truncate('🇹🇷🇹🇷🇹🇷', 6)).toBe('🇹🇷…');
  expect(truncate('e\u0301e\u0301e\u0301', 4)).toBe('e\u0301…');
});

test('nothing hangs before the mark', () => {
  expect(truncate('abc def', 5)).toBe('abc…');
});

test('white space of every kind becomes one space', () => {
  expect(sanitize('\r\n a\t\u00A0\u2028b\u2003\nc ', 20)).toBe('a b c');
});

test.each(['a  b', ' a b', 'a b ', 'a\tb', 'a\nb'])(
  'white space among plain letters becomes one space: %j',
  (text) => {
    expect(sanitize(text, 20)).toBe('a b');
  },
);

test.each([
  ['direction marks', 'a\u202Eb\u2066c\u2069\u200E\u200F\u061C'],
  ['zero-width characters', 'a\u200Bb\u200D\u2060c\uFEFF'],
  ['control characters', 'a\u0000b\u001Bc\u0085\u007F'],
  ['fillers that draw nothing', 'a\u3164b\u115F\u00ADc\u034F'],
  ['tags', 'a\u{E0041}b\u{E007F}c'],
])('%s are taken out', (_, text) => {
  expect(sanitize(text, 20).replaceAll(' ', '')).toBe('abc');
});

test('what is taken out elsewhere is spelt out where it is looked for', () => {
  expect(sanitizeShowingInvisible('a\u202Eb\u0000c', 40)).toBe('a[U+202E]b[U+0000]c');
});

test('an emoji keeps its colour, a broken surrogate is replaced', () => {
  expect(sanitize('⚠️ a\uD800b', 20)).toBe('⚠️ a\uFFFDb');
});

test('a heap of accents cannot climb out of its line', () => {
  expect(sanitize(`a${'\u0301'.repeat(5000)}b`, 20).normalize('NFD')).toBe(`a${'\u0301'.repeat(4)}b`);
});

test('a long id in a list keeps its beginning and its end', () => {
  expect(sanitizeKeepingEnd(`customer-${'x'.repeat(60)}-0001`, 20)).toBe('customer-…xxxxx-0001');
  expect(sanitizeKeepingEnd('1001', 20)).toBe('1001');
  expect(sanitizeKeepingEnd('👍'.repeat(40), 9)).toBe('👍👍…👍👍');
});
