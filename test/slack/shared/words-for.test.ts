import { expect, test } from 'vitest';
import { createWordsFor } from '../../../src/slack/shared/words-for.ts';
import { english } from '../../../src/words/en.ts';
import { turkish } from '../../../src/words/tr.ts';

const LOCALES: Readonly<Record<string, string>> = { U1: 'tr-TR', U2: 'en-US', U3: 'de-DE' };
const wordsFor = (language: 'en' | 'tr') =>
  createWordsFor({ language, localeOf: (userId) => LOCALES[userId] });

test.each([
  ['U1', 'en', turkish],
  ['U2', 'tr', english],
  ['U3', 'tr', turkish],
  ['U4', 'tr', turkish],
  ['U4', 'en', english],
] as const)('%s, with %s for everybody else', async (userId, language, words) => {
  expect(wordsFor(language)(userId)).toBe(words);
});
