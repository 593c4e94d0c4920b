import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalize } from '../../../src/slack/lookup/input.ts';

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
])('%j becomes %j', (text, folded) => {
  expect(normalize(text)).toBe(folded);
});

test('levels of nesting that nobody types lose their signs instead of costing a round each', () => {
  const folded = normalize(`${'<a:|'.repeat(500)}1001${'>'.repeat(500)}`);
  expect(folded).not.toMatch(/[<>&]/);
  expect(normalize(folded)).toBe(folded);
});

test('folding what is folded changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = normalize(text);
      expect(normalize(folded)).toBe(folded);
    }),
  );
});

test('what is told at a glance to need no folding is what folding would leave', () => {
  // A soft hyphen goes without a trace, but has to be looked for.
  const ascii = fc.string({ unit: 'grapheme-ascii' });
  fc.assert(
    fc.property(ascii, (text) => {
      expect(normalize(text)).toBe(normalize(`\u00AD${text}`));
    }),
  );
});
