import type { PinChange } from '../../words/home-words.ts';
import type { Words } from '../../words/words.ts';
import { idInList } from '../account/id-in-list.ts';
import { CUTS } from '../kit/limits.ts';
import { tidy } from '../kit/tidy.ts';

/** What became of a change to a pin, as a sentence: everything in it that somebody typed is made fit to be shown. */
export function pinChangeText(
  {
    change,
    accountId,
    name,
  }: { readonly change: PinChange; readonly accountId: string; readonly name?: string },
  words: Words,
): string {
  const shown =
    change.kind === 'name-taken'
      ? { ...change, name: tidy(change.name, CUTS.pinName), accountId: idInList(change.accountId) }
      : change;
  return words.pins.change(shown, idInList(accountId), tidy(name ?? '', CUTS.pinName) || undefined);
}
