import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { covers, isTooMany, MAX_WATCHES, patternsCovering } from '../../src/watch/watch-list.ts';

describe('what a pattern covers', () => {
  test.each([
    ['1004', '1004', true],
    ['1004', '10041', false],
    ['*', '1004', true],
    ['20*', '2001', true],
    ['20*', '20', true],
    ['20*', '120', false],
    ['ÇA*', 'ÇA-1', true],
    ['ça*', 'ÇA-1', false],
    ['2%*', '2001', false],
    ['2_*', '2001', false],
    ['😀*', '😀1', true],
  ])('%s covers %s: %s', (pattern, id, isCovered) => {
    expect(covers(pattern, id)).toBe(isCovered);
    expect(patternsCovering(id).includes(pattern)).toBe(isCovered);
  });

  test('the patterns that cover an id are listed exactly, and are few', () => {
    const id = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((text) => !text.includes('*'));
    const pattern = fc
      .tuple(id, fc.nat(20))
      .map(([text, length]) => `${[...text].slice(0, length).join('')}*`);
    fc.assert(
      fc.property(id, fc.oneof(id, pattern), (one, other) => {
        expect(patternsCovering(one).includes(other)).toBe(covers(other, one));
        expect(patternsCovering(one)).toHaveLength([...one].length + 2);
      }),
    );
  });

  test('a conversation at the limit accepts what it already watches, and nothing else', () => {
    const watched = Array.from({ length: MAX_WATCHES }, (_, index) => `${index}`);
    expect(isTooMany(watched, ['1', '2'])).toBe(false);
    expect(isTooMany(watched, ['1', '20*'])).toBe(true);
    expect(isTooMany(watched.slice(1), ['20*'])).toBe(false);
    expect(isTooMany([...watched, 'of', '1.x'], ['of'])).toBe(false);
  });
});
