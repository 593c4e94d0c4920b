import { foldName } from '../../account/names.ts';
import { isPlausibleId } from '../../account/outcome.ts';
import { normalize } from './normalize.ts';

/** In place of accounts, all of the list. */
const ALL = ['all', 'hepsi', 'tümü', 'tumu'].map(foldName);
const PATTERNS_AT_MOST = 10;

/**
 * Patterns that were typed in place of accounts, such as `20*`; `all` alone is `*`. Undefined: none was typed. `mixed`: with
 * other words beside them, with a star that is not the last character, or more than ten.
 */
export function readPatterns(text: string): readonly string[] | 'mixed' | undefined {
  const typed = normalize(text);
  if (ALL.includes(foldName(typed))) return ['*'];
  const words = [...new Set(typed.split(/[\s,;]+/u).filter((word) => word !== ''))];
  if (!words.some((word) => word.includes('*'))) return undefined;
  const isRight = (word: string) => /^[^*]*\*$/.test(word) && (isPlausibleId(word) || word === '*');
  return words.every(isRight) && words.length <= PATTERNS_AT_MOST ? words : 'mixed';
}
