import { expect, test } from 'vitest';
import * as english from '../../src/words/en.ts';
import * as turkish from '../../src/words/tr.ts';
import { wordsOf } from '../../src/words/words.ts';

test.each([
  ['tr-TR', 'en', turkish],
  ['tr', 'en', turkish],
  ['TR_tr', 'en', turkish],
  ['en-GB', 'tr', english],
  ['en-US', 'tr', english],
  ['de-DE', 'tr', turkish],
  ['de-DE', 'en', english],
  ['', 'tr', turkish],
  ['constructor', 'tr', turkish],
  [undefined, 'tr', turkish],
  [undefined, 'en', english],
] as const)(
  'a person with the locale %s reads their own language if it is ours, otherwise %s',
  (locale, otherwise, words) => {
    expect(wordsOf(locale, otherwise)).toBe(words);
  },
);
