import { accountInList } from '../card/account-name.ts';
import { type FormatContext, sentence } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';

/** What is said where the watches cannot be read. */
export const unavailable = ({ words }: FormatContext) => ({
  message: sentence(words.watches.list.unavailable),
  result: 'unavailable' as const,
});

/** What accounts are called for everybody, fit to be shown. */
export const namesOf = (
  ids: readonly string[],
  { names }: ListenerDeps,
  context: FormatContext,
): readonly string[] => ids.map((id) => accountInList(id, context, names.nameOf(id)));
