import { isPrefix } from '../../watch/patterns.ts';
import { accountInList } from '../card/account-name.ts';
import { CUTS } from '../kit/limits.ts';
import { type FormatContext, sentence } from '../kit/message.ts';
import { tidy } from '../kit/tidy.ts';
import type { ListenerDeps } from '../listener-deps.ts';

/** What is said where the watches cannot be read. */
export const unavailable = ({ words }: FormatContext) => ({
  message: sentence(words.watches.list.unavailable),
  result: 'unavailable' as const,
});

/** What accounts are called for everybody, and what patterns cover, fit to be shown. */
export const namesOf = (
  patterns: readonly string[],
  { names }: Pick<ListenerDeps, 'names'>,
  context: FormatContext,
): readonly string[] =>
  patterns.map((pattern) =>
    isPrefix(pattern)
      ? context.words.watches.patternOf(tidy(pattern, CUTS.typed))
      : accountInList(pattern, context, names.nameOf(pattern)),
  );
