import * as english from './en.ts';
import * as turkish from './tr.ts';

/**
 * Everything people read, in one language: the English catalogue is the shape of all of them, so that a phrase that is
 * missing in another one does not compile, nor one too many. Grammar, plurals, numbers and dates all live behind it.
 * Texts that come from outside (an id, a status word) are passed in clean and cut; what comes out is plain text, to be
 * escaped by the code that puts it into markup.
 */
export type Words = typeof english;

const WORDS = { en: english, tr: turkish } satisfies Record<string, Words>;

export type Language = keyof typeof WORDS;

export const LANGUAGES = Object.keys(WORDS) as readonly Language[];

/** The words for a locale such as `tr-TR`; in the other language for one that is not known, or not ours. */
export const wordsOf = (locale: string | undefined, otherwise: Language): Words =>
  WORDS[languageOf(locale ?? '') ?? otherwise];

/** The language of a locale such as `tr-TR` or `tr_TR`; undefined for one that is not ours. */
export function languageOf(locale: string): Language | undefined {
  const [language] = locale.toLowerCase().split(/[-_]/, 1);
  return LANGUAGES.find((ours) => ours === language);
}
