import { foldName } from '../../account/names.ts';
import { isPlausibleId } from '../../account/outcome.ts';
import { hasWildcard } from '../../account/terms.ts';
import { normalize } from './normalize.ts';

/** In place of accounts, all of the list. */
const ALL = ['all', 'hepsi', 'tümü', 'tumu'].map(foldName);
const PATTERNS_AT_MOST = 10;

/**
 * Patterns that were typed in place of accounts, such as `20*`; `all` alone is `*`. Undefined: none was typed. `mixed`: with
 * other words beside them, or more than ten.
 */
export function readPatterns(text: string): readonly string[] | 'mixed' | undefined {
  const typed = normalize(text);
  if (ALL.includes(foldName(typed))) return ['*'];
  const words = [...new Set(typed.split(/[\s,;]+/u).filter((word) => word !== ''))];
  if (!words.some(hasWildcard)) return undefined;
  const isRight = words.every((word) => hasWildcard(word) && (isPlausibleId(word) || word === '*'));
  return isRight && words.length <= PATTERNS_AT_MOST ? words : 'mixed';
}
