import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlausibleId } from '../../../src/account/outcome.ts';
import { parseCommand } from '../../../src/slack/lookup/input.ts';

/** Text made of what goes wrong: our words, quotes, dashes, markup, entities, invisible and control characters. */
const typedText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'share',
          'paylaş',
          'help',
          '#',
          '“',
          '”',
          '"',
          "'",
          '—',
          '-',
          ' ',
          '\u00A0',
          ',',
          ';',
          '(',
          ')',
          '.',
          '?',
        ),
        fc.constantFrom(
          '<mailto:',
          '<http://',
          '<@U1',
          '<#',
          '<!',
          '|',
          '>',
          '&amp;',
          '&lt;',
          '&gt;',
          '&',
          '@',
          '`',
        ),
        fc.constantFrom(
          '\u200B',
          '\u200D',
          '\u3164',
          '\u0301',
          '\u0338',
          '\u0000',
          '\uD800',
          '😀',
          '1001',
          'Ş',
          '/',
        ),
        fc.string({ maxLength: 5 }),
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join('')),
);

test('whatever is typed, no command throws and only plausible ids come out, ten at most', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const parsed = parseCommand(text);
      if (parsed.kind !== 'lookup') return;
      expect(parsed.ids.length).toBeGreaterThan(0);
      expect(parsed.ids.length).toBeLessThanOrEqual(10);
      expect(new Set(parsed.ids).size).toBe(parsed.ids.length);
      for (const id of parsed.ids) expect(isPlausibleId(id), id).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('an id that came out is the same id when it is typed once more', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const parsed = parseCommand(text);
      for (const id of parsed.kind === 'lookup' ? parsed.ids : []) {
        const again = [`"${id}"`, `'${id}'`, id].map((typed) => parseCommand(typed));
        expect(again).toContainEqual(expect.objectContaining({ kind: 'lookup', ids: [id] }));
      }
    }),
    { numRuns: 2_000 },
  );
});
