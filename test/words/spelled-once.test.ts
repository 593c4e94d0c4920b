import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as english from '../../src/words/en.ts';
import { fixedPhrases, madePhrases } from './phrases.ts';

const root = join(import.meta.dirname, '../..');

/** Values in phrases here: a number, a text from outside in quotes, the placeholders of phrases/. */
const VALUE = /\d[\d.,:+]*|“[^”]*”|UTC|\b[xyzX]\b|@x|Acme/;

const wordsIn = (text: string) => text.match(/\p{L}[\p{L}’'-]*/gu)?.length ?? 0;

/** Fixed pieces of phrases: four words at the beginning of a sentence, five inside. Shorter ones occur anywhere. */
const PIECES = [
  ...new Set(
    [...fixedPhrases(english), ...madePhrases(english)]
      .flatMap(([, phrase]) => phrase.split(VALUE))
      .map((piece) => piece.trim().replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
      .filter((piece) => wordsIn(piece) >= (/^\p{Lu}/u.test(piece) ? 4 : 5)),
  ),
];

test('a sentence of the UI is spelled out only in test/words', () => {
  expect(PIECES.length).toBeGreaterThan(100);
  const files = globSync('test/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !file.startsWith('test/words/'),
  );
  const spelled = files.flatMap((file) => {
    // A regular expression escapes characters of a sentence.
    const source = readFileSync(join(root, file), 'utf8').replaceAll('\\', '');
    return PIECES.filter((piece) => source.includes(piece)).map((piece) => `${file}: ${piece}`);
  });
  expect(spelled).toEqual([]);
});
