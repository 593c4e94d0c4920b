import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsPattern } from '../../src/account-rules/terms-of.ts';

const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '😀'), maxLength: 8 });
const id = fc.string({ unit: fc.constantFrom('a', 'b', '*', '😀'), maxLength: 8 });

/** What a pattern means, as a regular expression that may take its time. */
const meaning = (glob: string) => new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');

test('an id fits a pattern as * and ? say', () => {
  fc.assert(
    fc.property(pattern, id, (glob, text) => {
      expect(fitsPattern(glob, text)).toBe(meaning(glob).test(text));
    }),
    { numRuns: 2_000 },
  );
});
