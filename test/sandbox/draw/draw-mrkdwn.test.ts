import { describe, expect, test } from 'vitest';
import { drawMessage } from '../../../sandbox/draw/draw-message.ts';
import { bold, cyan, dim, italic, reader, struck, underline } from './reader.ts';

const drawPlain = (text: string, width = 72) => drawMessage({ text }, { ...reader, width });
const drawColored = (text: string) => drawMessage({ text }, { ...reader, color: true });

describe('marks', () => {
  test.each([
    ['*bold*', 'bold', bold('bold')],
    ['_soft_', 'soft', italic('soft')],
    ['~gone~', '~gone~', struck('gone')],
    ['`a <b> *c*`', '`a <b> *c*`', cyan('a <b> *c*')],
    ['(*a*, _b_)', '(a, b)', `(${bold('a')}, ${italic('b')})`],
    ['*a _b_*', 'a b', `${bold('a ')}${italic(bold('b'))}`],
  ])('%s', (text, plain, colored) => {
    expect(drawPlain(text)).toBe(plain);
    expect(drawColored(text)).toBe(colored);
  });

  test.each([
    '2 * 3 * 4',
    'snake_case_name',
    'a*b*c',
    'a*b* c',
    '* a *',
    '*open',
    '**',
    '~ ~',
    'a `b',
    '*a\nb*',
  ])('%s stays as it is', (text) => {
    expect(drawPlain(text)).toBe(text);
    expect(drawColored(text)).toBe(text);
  });

  test('escaped signs are signs again, once', () => {
    expect(drawPlain('a &lt;b&gt; &amp;amp; *&amp;* &quot;')).toBe('a <b> &amp; & &quot;');
  });

  test('a known emoji name is an emoji, also in bold; an unknown one, a word of the language and a time are not', () => {
    expect(drawPlain(':warning: *:rotating_light:* :acme: :constructor: 10:20:30')).toBe(
      '⚠️ 🚨 :acme: :constructor: 10:20:30',
    );
  });
});

describe('links and mentions', () => {
  test.each([
    ['<https://example.com>', 'https://example.com'],
    ['<https://example.com/a_b_c|the *page*>', 'the *page* (https://example.com/a_b_c)'],
    ['<https://example.com|https://example.com>', 'https://example.com'],
    ['<mailto:a@example.com|a@example.com>', 'a@example.com'],
    ['<mailto:a@example.com|write>', 'write (a@example.com)'],
    ['<https://example.com?a=1&amp;b=2>', 'https://example.com?a=1&b=2'],
    ['<@U123>', '@U123'],
    ['<@U1>', '@Ada Byron'],
    ['<@U123|ayse>', '@ayse'],
    ['<#C123|ops>', '#ops'],
    ['<#C123>', '#C123'],
    ['<#C1>', '#oncall'],
    ['<#C123|>', '#C123'],
    ['<!here>', '@here'],
    ['<!subteam^S123>', '@S123'],
    ['<!subteam^S123|@ops>', '@ops'],
    ['*<!date^0^{date_num}|x>*', '1970-01-01'],
    ['_on <!date^0^{date_num}_{time_secs}|x>_', 'on 1970-01-01_02:00:00'],
    ['<!date^0^{date_num}^https://example.com|x>', '1970-01-01 (https://example.com)'],
    ['<!date^soon^{ago}|3 &lt; 4>', '3 < 4'],
    ['<!date^^{ago}|never>', 'never'],
  ])('%s reads %s', (text, drawn) => expect(drawPlain(text)).toBe(drawn));

  test('a link is underlined, its address dimmed', () => {
    expect(drawColored('<https://example.com|page>')).toBe(
      `${underline('page')}${dim(' (https://example.com)')}`,
    );
  });
});

describe('lines', () => {
  test('a list item is set under itself when it is folded', () => {
    expect(drawPlain('• one two three\n1. one two three', 11)).toBe(
      ['• one two', '  three', '1. one two', '   three'].join('\n'),
    );
  });

  test('a quote keeps its bar', () => {
    expect(drawPlain('&gt; one *two* three\nfour', 10)).toBe(['▎ one two', '▎ three', 'four'].join('\n'));
    expect(drawPlain('>one')).toBe('▎ one');
  });

  test('a block of code keeps its lines and its stars', () => {
    expect(drawPlain('see\n```\na *b*\n  &lt;c&gt;\n```\nthen')).toBe(
      ['see', '│ a *b*', '│   <c>', 'then'].join('\n'),
    );
  });

  test('empty lines and double spaces stay', () => expect(drawPlain('a  b\n\nc')).toBe('a  b\n\nc'));
});
