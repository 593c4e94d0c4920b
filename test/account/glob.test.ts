import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitsGlob, toGlob } from '../../src/account/terms.ts';

const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?', '😀'), maxLength: 8 });
const id = fc.string({ unit: fc.constantFrom('a', 'b', '*', '😀'), maxLength: 8 });

/** What a pattern means, as a regular expression that may take its time. */
const meaning = (glob: string) => new RegExp(`^${glob.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'su');

test('an id fits a pattern as * and ? say', () => {
  fc.assert(
    fc.property(pattern, id, (glob, text) => {
      expect(fitsGlob(toGlob(glob), [...text])).toBe(meaning(glob).test(text));
    }),
    { numRuns: 2_000 },
  );
});

test('the longest id against a pattern full of * takes no more steps than their lengths multiplied', () => {
  const text = [...'-'.repeat(128)];
  let reads = 0;
  const counted = new Proxy(text, {
    get(target, key) {
      reads += 1;
      return Reflect.get(target, key);
    },
  });
  expect(fitsGlob(toGlob(`${'*-'.repeat(60)}db`), counted)).toBe(false);
  // Each step reads the length and one character.
  expect(reads).toBeLessThan(2 * 128 * 128);
});
