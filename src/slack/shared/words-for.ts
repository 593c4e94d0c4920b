import { type Language, wordsOf } from '../../words/language.ts';
import type { Words } from '../../words/words.ts';

/** The words for one person, in the language of their Slack where that is known and ours. */
export type WordsFor = (userId: string) => Words;

export interface WordsForDeps {
  /** The person’s locale in Slack, from what is remembered of them. */
  readonly localeOf: (userId: string) => string | undefined;
  /** For everybody else. */
  readonly language: Language;
}

export function createWordsFor({ localeOf, language }: WordsForDeps): WordsFor {
  return (userId) => wordsOf(localeOf(userId), language);
}
