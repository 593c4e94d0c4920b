import { expect, test } from 'vitest';
import { LANGUAGES, wordsOf } from '../../src/words/words.ts';
import { madePhrases } from './phrases.ts';

// What the functions of a catalogue say, spelled out for people to read and compare; its fixed phrases stand in src/words.
// Times and numbers have tests of their own beside this one. After a change of copy: npx vitest run test/words -u
test.each(LANGUAGES)('every phrase that is made in %s reads as stored', async (language) => {
  const lines = madePhrases(wordsOf(language, language)).flatMap(([path, phrase]) => {
    const name = path.replace(/ \d+$/, '');
    return name === 'time' ? [] : [`${name}: ${phrase}\n`];
  });
  await expect([...new Set(lines)].join('')).toMatchFileSnapshot(`texts/${language}.txt`);
});
