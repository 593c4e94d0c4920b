import { fitsGlob, toGlob } from '../../domain/glob.ts';
import type { WatchedHere } from '../../domain/watch/watch-list.ts';
import { accountInList } from '../../formatters/account/account-name.ts';
import { type FormatContext, type Message, sentence } from '../../formatters/message.ts';
import {
  formatNotWatched,
  formatPartOf,
  formatWatchStopped,
} from '../../formatters/watches/watch-messages.ts';
import type { ListenerDeps } from '../listener-deps.ts';

/** Stops the watch of one account, if it is watched there by itself. Resolves with what its stopper reads. */
export async function stopOne(
  deps: Pick<ListenerDeps, 'watches' | 'names'>,
  stop: { readonly userId: string; readonly channelId: string; readonly accountId: string },
  reader: FormatContext,
): Promise<{ readonly message: Message; readonly result: string }> {
  const { userId, channelId, accountId } = stop;
  const listed = await deps.watches.list([channelId]);
  if (listed === 'unavailable') return unavailable(reader);
  const names = namesOf([accountId], deps, reader);
  if (!listed.some(({ accounts }) => accounts.some((account) => account.accountId === accountId))) {
    const covered = coveredBy(listed, [accountId]);
    return covered === undefined
      ? { message: formatNotWatched(accountId, reader), result: 'not-watched' }
      : { message: formatPartOf(names[0] ?? '', covered.pattern, reader), result: 'part-of' };
  }
  const removed = await deps.watches.remove(channelId, [accountId], userId);
  if (removed === 'unavailable') return unavailable(reader);
  return { message: formatWatchStopped(names, reader), result: 'stopped' };
}

/** What is said where the watches cannot be read. */
export const unavailable = ({ words }: FormatContext) => ({
  message: sentence(words.watches.list.unavailable),
  result: 'unavailable' as const,
});

/** The first of the accounts that a pattern watches. */
export function coveredBy(
  listed: readonly WatchedHere[],
  ids: readonly string[],
): { readonly accountId: string; readonly pattern: string } | undefined {
  for (const { pattern } of listed.flatMap(({ patterns = [] }) => patterns)) {
    const accountId = ids.find((id) => fitsGlob(toGlob(pattern), [...id]));
    if (accountId !== undefined) return { accountId, pattern };
  }
  return undefined;
}

/** What accounts are called for everybody, fit to be shown. */
export const namesOf = (
  ids: readonly string[],
  { names }: Pick<ListenerDeps, 'names'>,
  context: FormatContext,
): readonly string[] => ids.map((id) => accountInList(id, context, names.nameOf(id)));
