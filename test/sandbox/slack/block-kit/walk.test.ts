import { expect, test } from 'vitest';
import { pointerTo, walk } from '../../../../sandbox/slack/block-kit/walk.ts';

test('every object is found, outermost first, with the way to it', () => {
  const pointers = [...walk([{ a: { b: [1, null, {}] } }, 'x'], '/blocks')].map(({ pointer }) => pointer);
  expect(pointers).toEqual(['/blocks/0', '/blocks/0/a', '/blocks/0/a/b/2']);
});

test('a slash and a tilde in a key are written as RFC 6901 says', () => {
  expect(pointerTo('/a', 'b/c~d')).toBe('/a/b~1c~0d');
});
