import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePinName } from '../../../src/slack/card/pins.ts';
import { parseCommand } from '../../../src/slack/lookup/input.ts';

test.each([
  ['Acme', 'Acme'],
  ['  Acme Ltd ', 'Acme Ltd'],
  ['“Acme Ltd”', 'Acme Ltd'],
  ['Acme.', 'Acme'],
  ['a—b', 'a-b'],
  ['A,B', 'A,B'],
  ['Şişli 7/A', 'Şişli 7/A'],
  ['share it', 'share it'],
  ['Yol Yardım', 'Yol Yardım'],
  ['Ve Tekstil', 'Ve Tekstil'],
  ['Bora Bora', 'Bora Bora'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['😀'.repeat(40), '😀'.repeat(40)],
])('%j is the name %j', (typed, name) => {
  expect(parsePinName(typed)).toBe(name);
});

test.each([
  ...['', ' ', '\u200B', 'help', 'SHARE', 'watch', 'Watch Tower', 'izlenenler', '?', '<!channel>', '<@U1>'],
  ...['@ada', 'a\u0007b', 'x'.repeat(41), '"" x"'],
])('%j is not a name', (typed) => {
  expect(parsePinName(typed)).toBeUndefined();
});

test('every name is read back from quotes unchanged', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 45, unit: 'binary' }), (typed) => {
      const name = parsePinName(typed);
      if (name === undefined) return;
      expect([...name].length).toBeLessThanOrEqual(40);
      expect(parseCommand(`"${name}"`)).toEqual({ kind: 'lookup', ids: [name] });
      expect(parsePinName(name)).toBe(name);
    }),
  );
});
