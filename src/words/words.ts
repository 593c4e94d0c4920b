import * as english from './en.ts';
import * as turkish from './tr.ts';

/**
 * Everything that people read, in one language. The English catalogue is the type of all others, so a phrase that is
 * missing or superfluous in another language does not compile. Grammar, plurals, numbers and dates are all behind it. Text
 * from outside (an id, a status word) comes in sanitized. Phrases are plain text; the code that puts one into markup
 * escapes it. Titles of windows, and their buttons, have at most 24 characters (Slack).
 */
export type Words = typeof english;

const WORDS = { en: english, tr: turkish } satisfies Record<string, Words>;

export type Language = keyof typeof WORDS;

export const LANGUAGES = Object.keys(WORDS) as readonly Language[];

/** The words for a locale such as `tr-TR`; `otherwise` for a locale that is unknown or not ours. */
export const wordsOf = (locale: string | undefined, otherwise: Language): Words =>
  WORDS[languageOf(locale ?? '') ?? otherwise];

/** The language of a locale such as `tr-TR` or `tr_TR`. Undefined: not ours. */
export function languageOf(locale: string): Language | undefined {
  const [language] = locale.toLowerCase().split(/[-_]/, 1);
  return LANGUAGES.find((ours) => ours === language);
}
