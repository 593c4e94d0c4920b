import { type Language, wordsOf } from '../words/language.ts';
import type { Words } from '../words/words.ts';

/** The words for one person, in the language of their Slack where that is known and ours. Never rejects. */
export type WordsFor = (userId: string) => Promise<Words>;

export interface WordsForDeps {
  /** The person's locale in Slack, from what is remembered of them: it must neither take long nor reject. */
  readonly localeOf: (userId: string) => Promise<string | undefined>;
  /** For everybody else. */
  readonly language: Language;
}

export function createWordsFor({ localeOf, language }: WordsForDeps): WordsFor {
  return async (userId) => wordsOf(await localeOf(userId), language);
}
