import fc from 'fast-check';
import { hostileTexts } from './hostile-texts.ts';

/** Pieces that mean something to Slack, to JavaScript, to a terminal or to a database. */
const PIECES = [
  '<!channel>',
  '<@U0ADA000001>',
  '<#C0ONCALL001|oncall>',
  '<https://example.test|link>',
  '@here',
  '*_~`',
  '```',
  '&amp;',
  '<',
  '>',
  '|',
  '\u202e',
  '\u0000',
  '\u001b[31m',
  '\r\n',
  '\t',
  '\ud800',
  '\ufeff',
  'e\u0301',
  'İ',
  '“',
  '”',
  '"',
  "'",
  '👩‍👩‍👧‍👦',
  '１００１',
  '1001',
  'load-1',
  'share',
  'help',
  '../..',
  "'; drop table pins; --",
  '$' + '{7*7}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  ',',
  ' ',
];

const LONG_PIECES = [
  '<a:|',
  '&lt;a:|',
  '&amp;',
  '\uFDFA',
  '....',
  'a\u0316\u0301',
  '1-',
  '[at]  ',
  '(',
  '"a',
];

/** Short and long, readable and not. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom(...PIECES), fc.nat(3_000)).map(([piece, times]) => piece.repeat(times)),
);

const LONGEST_MESSAGE = 40_000;

const longPiece = fc
  .array(fc.constantFrom(...PIECES, ...LONG_PIECES), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''));
const repeated = (piece: string, length: number) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** As long as a message can be: what is known to be hard, one piece over and over, or one in another. */
export const longText = fc.oneof(
  fc.constantFrom(...Object.values(hostileTexts(LONGEST_MESSAGE))),
  fc
    .tuple(longPiece, hostileText)
    .map(([piece, end]) => repeated(piece, LONGEST_MESSAGE - 100) + end.slice(0, 100)),
  fc
    .tuple(longPiece, longPiece)
    .map(([open, close]) => repeated(open, LONGEST_MESSAGE / 2) + repeated(close, LONGEST_MESSAGE / 2)),
);

/** Anything that JSON can hold, with keys that are dangerous as keys. */
export const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 2 ** 53, '', [], {}, [[]], { id: {} }),
  fc.constantFrom('__proto__', 'constructor', 'prototype').map((key) => JSON.parse(`{"${key}":{"id":"x"}}`)),
);
