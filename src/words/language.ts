import { english } from './en.ts';
import { turkish } from './tr.ts';
import type { Words } from './words.ts';

const WORDS = { en: english, tr: turkish } as const satisfies Readonly<Record<string, Words>>;

export type Language = keyof typeof WORDS;

/** The words for a locale such as `tr-TR`; in the other language for one that is not known, or not ours. */
export function wordsOf(locale: string | undefined, otherwise: Language): Words {
  const language = locale?.toLowerCase().split(/[-_]/, 1)[0];
  return WORDS[language !== undefined && isOurs(language) ? language : otherwise];
}

const isOurs = (language: string): language is Language => Object.hasOwn(WORDS, language);
