import type { Language } from '../../src/words/language.ts';
import { wordsOf } from '../../src/words/language.ts';

const wanted = process.env.TEST_LANGUAGE ?? 'en';
if (wanted !== 'en' && wanted !== 'tr') throw new Error(`TEST_LANGUAGE is en or tr, not ${wanted}`);

/** What those who read in the tests read, and the default of every bot in them. `TEST_LANGUAGE=tr` runs all of them in Turkish. */
export const LANGUAGE: Language = wanted;
export const LOCALE = { en: 'en-GB', tr: 'tr-TR' }[LANGUAGE];
export const words = wordsOf(LANGUAGE, LANGUAGE);

/** What is expected in the language of this run. */
export const said = <Expected>(inLanguages: Readonly<Record<Language, Expected>>): Expected =>
  inLanguages[LANGUAGE];
