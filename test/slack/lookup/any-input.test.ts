import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlausibleId } from '../../../src/account/outcome.ts';
import { asTyped } from '../../../src/slack/kit/message.ts';
import { normalize, parseCommand, readPatterns } from '../../../src/slack/lookup/input.ts';
import { runs } from '../../support/runs.ts';

/** Text made of difficult pieces: our words, quotes, dashes, markup, entities, invisible and control characters. */
const PIECES = [
  ...'share paylaş help # “ ” " \' — - , ; ( ) . ?'.split(' '),
  ...'<mailto: <http:// <@U1 <# <! | > &amp; &lt; &gt; & @ `'.split(' '),
  ...[' ', '\u00A0', '\u200B', '\u200D', '\u3164', '\u0301', '\u0338', '\u0000', '\uD800'],
  ...'😀 1001 Ş /'.split(' '),
];
const typedText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 })), { maxLength: 60 })
    .map((parts) => parts.join('')),
);

test('any text gives at most ten plausible ids, and never throws', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const parsed = parseCommand(text);
      if (parsed.kind !== 'lookup') return;
      expect(parsed.ids.length).toBeGreaterThan(0);
      expect(parsed.ids.length).toBeLessThanOrEqual(10);
      expect(new Set(parsed.ids).size).toBe(parsed.ids.length);
      for (const id of parsed.ids) expect(isPlausibleId(id), id).toBe(true);
    }),
    runs(2_000),
  );
});

test('an id that was read is read again as the same id', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const parsed = parseCommand(text);
      for (const id of parsed.kind === 'lookup' ? parsed.ids : []) {
        const again = [`"${id}"`, `'${id}'`, id].map((typed) => parseCommand(typed));
        expect(again).toContainEqual(expect.objectContaining({ kind: 'lookup', ids: [id] }));
      }
    }),
    runs(2_000),
  );
});

test.each([
  ['„a“ «b» ‘c’ ＂d＂', '"a" "b" \'c\' "d"'],
  ['a—b–c−d‐e', 'a-b-c-d-e'],
  ['a\u00A0b\u3000c\nd', 'a b c d'],
  ['a\u00ADb\u200Dc\uFE0F', 'abc'],
  ['&amp;amp;lt;', '<'],
  ['R&D &lt; &amp;', 'R&D < &'],
  ['<https://a.example/b|a.example/b>', 'a.example/b'],
  ['<https://a.example>', '<https://a.example>'],
  ['<@U1|ada>', '<@U1|ada>'],
])('normalizes %j to %j', (text, folded) => {
  expect(normalize(text)).toBe(folded);
});

test.each([
  'all',
  'help',
  'full',
  've',
  'share',
  '#7',
  '(7)',
  'A.',
  '20*',
  'a b',
  '1,2',
  '1004',
  'Müşteri-7',
])('the id %s, as it has to be typed, is read as itself', (id) => {
  expect(parseCommand(asTyped(id))).toMatchObject({ kind: 'lookup', ids: [id] });
  expect(readPatterns(asTyped(id)).patterns).toEqual([]);
});

test('deep nesting loses its characters instead of taking a round per level', () => {
  const folded = normalize(`${'<a:|'.repeat(500)}1001${'>'.repeat(500)}`);
  expect(folded).not.toMatch(/[<>&]/);
  expect(normalize(folded)).toBe(folded);
});

test('text that skips normalizing equals its normalized form', () => {
  // A soft hyphen leaves no trace, but makes the text take the long way.
  const ascii = fc.string({ unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(ascii, (text) => {
      expect(normalize(text)).toBe(normalize(`\u00AD${text}`));
    }),
  );
});
