import { fitsGlob, toGlob } from '../../domain/glob.ts';
import type { WatchedHere } from '../../domain/watch/watch-list.ts';
import { accountInList } from '../../formatters/account/account-name.ts';
import { type FormatContext, type Message, sentence } from '../../formatters/message.ts';
import {
  formatNotWatched,
  formatPartOf,
  formatPatternsStopped,
  formatWatchStopped,
} from '../../formatters/watches/watch-messages.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { isUserPlace } from './watches.ts';

/** Stops watches, and says in the channel who did it. Resolves with the accounts that were watched there. */
export async function stopWatches(
  deps: Pick<ListenerDeps, 'watches' | 'messages' | 'names' | 'contexts'>,
  {
    userId,
    channelId,
    accountIds,
  }: { readonly userId: string; readonly channelId: string; readonly accountIds: readonly string[] },
): Promise<readonly string[] | 'unavailable'> {
  const removed = await deps.watches.remove(channelId, accountIds);
  if (removed === 'unavailable' || removed.length === 0 || isUserPlace(channelId)) return removed;
  const context = deps.contexts.channel(userId);
  // A channel that takes nothing keeps nobody from stopping its watches.
  await deps.messages.post(
    channelId,
    formatWatchStopped({ userId, names: namesOf(removed, deps, context) }, context),
  );
  return removed;
}

/** The same for a pattern. Resolves with how many accounts it covered; undefined: it was not watched there. */
export async function stopPattern(
  deps: Pick<ListenerDeps, 'watches' | 'messages' | 'contexts'>,
  {
    userId,
    channelId,
    pattern,
  }: { readonly userId: string; readonly channelId: string; readonly pattern: string },
): Promise<number | undefined | 'unavailable'> {
  const covered = await deps.watches.removePattern(channelId, pattern);
  if (covered === undefined || covered === 'unavailable' || isUserPlace(channelId)) return covered;
  const message = formatPatternsStopped({ userId, patterns: [pattern] }, deps.contexts.channel(userId));
  await deps.messages.post(channelId, message);
  return covered;
}

/** Stops the watch of one account, if it is watched there by itself. Resolves with what its stopper reads. */
export async function stopOne(
  deps: Pick<ListenerDeps, 'watches' | 'messages' | 'names' | 'contexts'>,
  stop: { readonly userId: string; readonly channelId: string; readonly accountId: string },
  reader: FormatContext,
): Promise<{ readonly message: Message; readonly result: string }> {
  const { userId, channelId, accountId } = stop;
  const unavailable = { message: sentence(reader.words.watches.list.unavailable), result: 'unavailable' };
  const listed = await deps.watches.list([channelId]);
  if (listed === 'unavailable') return unavailable;
  const names = namesOf([accountId], deps, reader);
  if (!listed.some(({ accounts }) => accounts.some((account) => account.accountId === accountId))) {
    const covered = coveredBy(listed, [accountId]);
    return covered === undefined
      ? { message: formatNotWatched(accountId, reader), result: 'not-watched' }
      : { message: formatPartOf(names[0] ?? '', covered.pattern, reader), result: 'part-of' };
  }
  const removed = await stopWatches(deps, { userId, channelId, accountIds: [accountId] });
  if (removed === 'unavailable') return unavailable;
  return { message: formatWatchStopped({ userId, names }, reader), result: 'stopped' };
}

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
