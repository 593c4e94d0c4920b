import { describe, expect, test } from 'vitest';
import { paintRow, span, unbroken } from '../../../sandbox/draw/styled-text.ts';
import { wrapLines } from '../../../sandbox/draw/wrap-lines.ts';

const wrap = (text: string, width: number, prefix: { first?: string; rest?: string } = {}) =>
  wrapLines([{ spans: [span(text)], ...prefix }], width).map((row) => paintRow(row, false));

describe('a line', () => {
  test.each<[string, string, string[]]>([
    ['that fits exactly', 'one two', ['one two']],
    ['that is one too long', 'one twos', ['one', 'twos']],
    ['of a word too long', 'abcdefghij k', ['abcdefg', 'hij k']],
    ['with a word too long after another', 'a bcdefghij', ['a', 'bcdefgh', 'ij']],
    ['of emoji, two columns each', '🚨🚨🚨🚨', ['🚨🚨🚨', '🚨']],
    ['with spaces at its start', '  a', ['  a']],
    ['with more spaces at its start than there is room', '       a', ['a']],
    ['with spaces at its end', 'a      ', ['a']],
    ['of nothing', '', ['']],
    ['held together', unbroken('a b c d'), ['a b c d']],
  ])('%s', (_name, text, rows) => expect(wrap(text, 7)).toEqual(rows));

  test('keeps a word together that has two looks', () => {
    const spans = [span('one '), span('tw', 'bold'), span('o.')];
    expect(wrapLines([{ spans }], 7).map((row) => paintRow(row, false))).toEqual(['one', 'two.']);
  });

  test('has its sign before the first row and the room for it before the others', () => {
    expect(wrap('one two', 5, { first: '• ', rest: '  ' })).toEqual(['• one', '  two']);
    expect(wrap('one two', 5, { first: '▎ ' })).toEqual(['▎ one', '▎ two']);
  });
});
