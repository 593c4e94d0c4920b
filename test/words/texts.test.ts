import { expect, test } from 'vitest';
import { LANGUAGES, wordsOf } from '../../src/words/words.ts';
import { madePhrases } from './phrases.ts';

// The results of a catalogue's functions, stored for people to read and compare; its fixed phrases are in src/words. Times
// and numbers have their own tests. After a change of text: npx vitest run test/words -u
test.each(LANGUAGES)('every phrase with values in %s reads as stored', async (language) => {
  const lines = madePhrases(wordsOf(language, language)).flatMap(([path, phrase]) => {
    const name = path.replace(/ \d+$/, '');
    return name === 'time' ? [] : [`${name}: ${phrase}\n`];
  });
  await expect([...new Set(lines)].join('')).toMatchFileSnapshot(`texts/${language}.txt`);
});
