import { accountInList } from '../../formatters/account/account-name.ts';
import type { FormatContext } from '../../formatters/message.ts';
import { formatPatternsStopped, formatWatchStopped } from '../../formatters/watches/watch-messages.ts';
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

/** What accounts are called for everybody, fit to be shown. */
export const namesOf = (
  ids: readonly string[],
  { names }: Pick<ListenerDeps, 'names'>,
  context: FormatContext,
): readonly string[] => ids.map((id) => accountInList(id, context, names.nameOf(id)));
