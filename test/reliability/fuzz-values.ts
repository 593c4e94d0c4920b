import fc from 'fast-check';

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

/** Short and long, readable and not. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((parts) => parts.join('')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom(...PIECES), fc.nat(3_000)).map(([piece, times]) => piece.repeat(times)),
);

/** Anything that JSON can hold, with keys that are dangerous as keys. */
export const hostileValue = fc.oneof(
  { weight: 3, arbitrary: hostileText },
  fc.jsonValue(),
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 2 ** 53, '', [], {}, [[]], { id: {} }),
  fc.constantFrom('__proto__', 'constructor', 'prototype').map((key) => JSON.parse(`{"${key}":{"id":"x"}}`)),
);
