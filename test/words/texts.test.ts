import { expect, test } from 'vitest';
import { LANGUAGES, wordsOf } from '../../src/words/words.ts';
import { fixedPhrases, madePhrases } from './phrases.ts';

// The one place in the tests where the texts of the UI are spelled out, for people to read and compare. Times and numbers
// have tests of their own beside this one. After a change of copy: npx vitest run test/words -u
test.each(LANGUAGES)('every phrase in %s reads as stored', async (language) => {
  const words = wordsOf(language, language);
  const texts = [...fixedPhrases(words), ...madePhrases(words).filter(([name]) => !name.startsWith('time '))];
  const lines = texts.map(([name, phrase]) => `${name}: ${phrase}\n`).join('');
  await expect(lines).toMatchFileSnapshot(`texts/${language}.txt`);
});
