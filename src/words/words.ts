import { english } from './en.ts';
import { turkish } from './tr.ts';

/**
 * Everything people read, in one language: the English catalogue is the shape of all of them, so that a phrase that is
 * missing in another one does not compile, nor one too many. Grammar, plurals, numbers and dates all live behind it.
 * Texts that come from outside (an id, a status word) are passed in clean and cut; what comes out is plain text, to be
 * escaped by the code that puts it into markup.
 */
export type Words = typeof english;

const WORDS = { en: english, tr: turkish } satisfies Record<string, Words>;

export type Language = keyof typeof WORDS;

/** The words for a locale such as `tr-TR`; in the other language for one that is not known, or not ours. */
export function wordsOf(locale: string | undefined, otherwise: Language): Words {
  const language = locale?.toLowerCase().split(/[-_]/, 1)[0];
  return WORDS[language !== undefined && isOurs(language) ? language : otherwise];
}

const isOurs = (language: string): language is Language => Object.hasOwn(WORDS, language);
