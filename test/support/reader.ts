import { wordsOf } from '../../src/words/words.ts';

const wanted = process.env.TEST_LANGUAGE ?? 'en';
if (wanted !== 'en' && wanted !== 'tr') throw new Error(`TEST_LANGUAGE is en or tr, not ${wanted}`);

/** The languages of test runs. Add a new language of the app once tests expect its words. */
type TestLanguage = 'en' | 'tr';

/** The language of every person and bot in the tests. `TEST_LANGUAGE=tr` runs all tests in Turkish. */
export const LANGUAGE: TestLanguage = wanted;
export const LOCALE = { en: 'en-GB', tr: 'tr-TR' }[LANGUAGE];
export const words = wordsOf(LANGUAGE, LANGUAGE);
