import { expect, test } from 'vitest';
import { SPELLINGS } from '../../src/slack/lookup/input.ts';
import { command as english } from '../../src/words/en/failures.ts';
import { command as turkish } from '../../src/words/tr/failures.ts';
import { readDocument } from './markdown.ts';

const commands = Object.entries(SPELLINGS).map(([command, spellings]) => ({ command, spellings }));

/** Words in a form that can be compared. */
const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ı', 'i')
    .split(/[^\p{L}]+/u);
const codeIn = (document: string) =>
  [...readDocument(document).matchAll(/`([^`\n]+)`/gu)].flatMap(([, code = '']) => wordsIn(code));

test.each(commands)('$command is in the guide, with one Turkish spelling', ({ command, spellings }) => {
  expect(codeIn('docs/using.md')).toContain(command);
  const turkishWords = spellings.filter((spelling) => spelling !== command);
  expect(turkishWords.filter((word) => codeIn('docs/using-details.md').includes(word))).toHaveLength(1);
});

test.each(commands.filter(({ command }) => command !== 'help'))(
  '$command is in the help of each language',
  ({ command, spellings }) => {
    for (const [{ help }, isOfIt] of [
      [english, (word: string) => word === command],
      [turkish, (word: string) => word !== command && spellings.includes(word)],
    ] as const) {
      const words = help.examples.flatMap(({ typed, gives }) => wordsIn(`${typed} ${gives}`));
      expect(words.some(isOfIt)).toBe(true);
    }
  },
);
