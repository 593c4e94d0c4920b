import fc from 'fast-check';

/** Pieces with a meaning for Slack, JavaScript, a terminal or a database. First single characters. */
const PIECES = [
  ...'<>|\u202e\u0000\t\ud800\ufeffİ“”"\', ',
  ...['<!channel>', '<@U0ADA000001>', '<#C0ONCALL001|oncall>', '<https://example.test|link>', '@here'],
  ...['*_~`', '```', '&amp;', '\u001b[31m', '\r\n', 'e\u0301', '👩‍👩‍👧‍👦', '$' + '{7*7}', '../..'],
  ...['１００１', '1001', 'load-1', 'share', 'help', "'; drop table pins; --"],
  ...['__proto__', 'constructor', 'toString', 'null', 'NaN'],
];

const LONG_PIECES = [
  ...['<a:|', '&lt;a:|', '&amp;', '\uFDFA', '....', 'a\u0316\u0301', '1-', '[at]  ', '(', '"a'],
];

/** Short and long text, readable or not. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom(...PIECES), fc.nat(3_000)).map(([piece, times]) => piece.repeat(times)),
);

export const LONGEST_MESSAGE = 40_000;
const HALF = LONGEST_MESSAGE / 2;

const filled = (piece: string, end = '', length = LONGEST_MESSAGE) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length - end.length) + end;

/** Texts that are slow to read, by the reason. */
const HARD_TEXTS = {
  'links in links': '<a:|'.repeat(LONGEST_MESSAGE / 5) + '>'.repeat(LONGEST_MESSAGE / 5),
  'escaped links in links': '&lt;a:|'.repeat(LONGEST_MESSAGE / 11) + '&gt;'.repeat(LONGEST_MESSAGE / 11),
  'a character that becomes eighteen': filled('\uFDFA'),
  'links in links around such characters':
    '<a:|'.repeat(LONGEST_MESSAGE / 10) + '\uFDFA'.repeat(HALF) + '>'.repeat(LONGEST_MESSAGE / 10),
  'entities of entities': `&${'amp;'.repeat(LONGEST_MESSAGE / 4 - 1)}`,
  'blanks and no end': filled(' ', 'x'),
  'dots and no end': filled('.', 'x'),
  'dots around ids': filled('1001...'),
  apostrophes: filled("'a "),
  'quotes that do not close': filled('"a'),
  'brackets in brackets': '('.repeat(HALF) + ')'.repeat(HALF),
  'one long id': filled('1-'),
  'many ids': filled('1001 '),
  'combining marks out of order': filled('a\u0316\u0301\u0316\u0301\u0315'),
  'invisible characters': filled('\u200B\u2066'),
  'halves of characters': filled('\uD800'),
  'families of emoji': filled('👩‍👩‍👧‍👦'),
  'an address escaped over and over': filled('[at] @ [at]  '),
};

const longPiece = fc
  .array(fc.constantFrom(...PIECES, ...LONG_PIECES), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''));

/** As long as a message can be: known hard texts, one piece repeated, or one inside another. */
export const longText = fc.oneof(
  fc.constantFrom(...Object.values(HARD_TEXTS)),
  fc.tuple(longPiece, hostileText).map(([piece, end]) => filled(piece, end.slice(0, 100))),
  fc.tuple(longPiece, longPiece).map(([open, close]) => filled(open, '', HALF) + filled(close, '', HALF)),
);

/** Any JSON, with keys that are dangerous as keys. */
export const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 2 ** 53, '', [], {}, [[]], { id: {} }),
  fc.constantFrom('__proto__', 'constructor', 'prototype').map((key) => JSON.parse(`{"${key}":{"id":"x"}}`)),
);
