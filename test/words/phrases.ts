import type { Words } from '../../src/words/words.ts';
import { answerPhrases } from './phrases/answers.ts';
import { homePhrases } from './phrases/home.ts';
import { verdictPhrases } from './phrases/verdict.ts';
import { watchPhrases } from './phrases/watch.ts';

/** Every fixed phrase of a part of a catalogue, by its path. */
export function fixedPhrases(part: unknown, path = ''): [path: string, phrase: string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => fixedPhrases(value, `${path}/${key}`));
}

/** The results of a catalogue's functions for one set of values, by name. Every language gets the same values. */
export function madePhrases(words: Words): [path: string, phrase: string][] {
  const text = {
    ...verdictPhrases(words),
    ...answerPhrases(words),
    ...homePhrases(words),
    ...watchPhrases(words),
  };
  return Object.entries(text).flatMap(([name, phrases]) =>
    phrases.map((phrase, at): [string, string] => [phrases.length === 1 ? name : `${name} ${at}`, phrase]),
  );
}
