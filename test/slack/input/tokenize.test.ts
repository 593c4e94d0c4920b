import { expect, test } from 'vitest';
import { tokenize } from '../../../src/slack/lookup/parse-command.ts';

test('words, quoted words and a quote without an end are told apart', () => {
  expect(tokenize('1001, "Acme Ltd";\'b c\' (d). "e f')).toEqual([
    { kind: 'bare', text: '1001', typed: '1001' },
    { kind: 'quoted', text: 'Acme Ltd', typed: '"Acme Ltd"' },
    { kind: 'quoted', text: 'b c', typed: "'b c'" },
    { kind: 'bare', text: 'd', typed: '(d).' },
    { kind: 'unclosed', text: '"e f', typed: '"e f' },
  ]);
});

test('punctuation around a word goes, inside it stays', () => {
  const texts = tokenize('([1001]), A(1) a.b. ? ...').map(({ text }) => text);
  expect(texts).toEqual(['1001', 'A(1)', 'a.b', '?', '.']);
});

test.each([["'a ".repeat(30_000)], ['('.repeat(45_000) + ')'.repeat(45_000)], ['"'.repeat(90_000)]])(
  'hostile text is read without getting lost in it',
  (text) => {
    expect(tokenize(text).length).toBeGreaterThan(0);
  },
);
