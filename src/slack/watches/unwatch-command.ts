import type { AckFn, RespondArguments } from '@slack/bolt';
import { covers, isPrefix, type WatchedHere } from '../../watch/watch-list.ts';
import type { AuthorizedUser } from '../access.ts';
import { logWatchAudit } from '../audit-log.ts';
import { type Message, messageOf, sentence } from '../kit/message.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { readPatterns } from '../lookup/input.ts';
import { questionText } from '../lookup/names.ts';
import { formatInvalidCommand } from '../lookup/notices.ts';
import { privately, toSlack } from '../reply.ts';
import {
  formatCovered,
  formatElsewhere,
  formatNotWatched,
  formatStopAll,
  formatWatchStopped,
  namesOf,
  unavailable,
} from './watch-messages.ts';

interface Asking extends AuthorizedUser {
  readonly channelId: string;
  /** What was typed after the word. */
  readonly text: string;
  readonly ack: AckFn<RespondArguments>;
}

/** What came of it, for the person and for the audit line. */
interface Unwatched {
  readonly message: Message;
  readonly result: string;
  readonly accountIds?: readonly string[];
}

/**
 * `unwatch 1004`: stops what is watched in the channel; where it is not, what the person watches. The channel reads who did
 * it. `unwatch all` asks whether to stop everything there.
 */
export async function answerUnwatch(deps: ListenerDeps, asking: Asking): Promise<void> {
  const { message, ...unwatched } = await unwatch(deps, asking);
  await asking.ack(toSlack(privately(message)));
  logWatchAudit(deps.log, asking, { by: 'unwatch', ...unwatched });
}

async function unwatch(deps: ListenerDeps, { person, channelId, text }: Asking): Promise<Unwatched> {
  const { names, watches, contexts } = deps;
  const { userId } = person;
  const context = contexts.private(userId);
  const called = (patterns: readonly string[]) => namesOf(patterns, deps, context);
  const { patterns, rest } = readPatterns(text);
  const typed = rest === '' ? undefined : await names.read(person, rest);
  if (typed?.kind === 'invalid')
    return { message: formatInvalidCommand(typed.problem, context), result: 'invalid' };
  /** For each word all that it may mean. */
  const meant = patterns.map((pattern): readonly string[] => [pattern]);
  if (typed?.kind === 'accounts')
    meant.push(
      ...typed.accounts.map((one) => (one.kind === 'id' ? [one.id] : [...one.accountIds, one.typed])),
    );
  const listed = await watches.list([channelId, userId], userId);
  if (listed === 'unavailable') return unavailable(context);
  const here = listed.filter((one) => [channelId, userId].includes(one.channelId));
  const [first] = here;
  if (patterns.includes('*') && first !== undefined)
    return {
      message: formatStopAll(first.channelId, called(first.watches.map(({ pattern }) => pattern)), context),
      result: 'asked',
    };

  const place = listed.find((one) => watchedIn(one, meant.flat()).length > 0);
  const covered = coveredIn(here, meant.flat());
  const isHere = place !== undefined && here.includes(place);
  if (!isHere && covered !== undefined)
    return { message: formatCovered(called(covered.ids), covered.pattern, context), result: 'part-of' };
  if (!isHere) {
    const message = place
      ? formatElsewhere(called(watchedIn(place, meant.flat())), { channelId: place.channelId, text }, context)
      : formatNotWatched(text, context);
    return { message, result: 'not-watched' };
  }
  const [ambiguous] = meant.map((words) => watchedIn(place, words)).filter((found) => found.length > 1);
  if (ambiguous !== undefined) {
    const question = questionText({ typed: text, accounts: ambiguous.map(names.named) }, context);
    return { message: sentence(question), result: 'ambiguous' };
  }
  const stopped = [...new Set(watchedIn(place, meant.flat()))];
  const removed = await watches.remove(place.channelId, stopped, userId);
  if (removed === 'unavailable') return unavailable(context);
  const accountIds = removed.filter((pattern) => !isPrefix(pattern));
  const left = place.watches.filter(({ pattern }) => !removed.includes(pattern));
  const still = coveredIn([{ ...place, watches: left }], accountIds);
  const ended = removed.filter((id) => still?.ids.includes(id) !== true);
  const messages = [
    ...(ended.length > 0 ? [formatWatchStopped(called(ended), context)] : []),
    ...(still ? [formatCovered(called(still.ids), still.pattern, context)] : []),
  ];
  return { message: messageOf(messages.flatMap(({ blocks }) => blocks)), result: 'stopped', accountIds };
}

/** Those of the words that are watched in a place. A name may belong to thousands of accounts. */
function watchedIn(place: WatchedHere, words: readonly string[]): readonly string[] {
  const watched = new Set(place.watches.map(({ pattern }) => pattern));
  return words.filter((word) => watched.has(word));
}

/** The accounts that the first pattern of these places covers that covers one at all. */
function coveredIn(places: readonly WatchedHere[], accountIds: readonly string[]) {
  const patterns = places.flatMap(({ watches }) => watches.map(({ pattern }) => pattern));
  return patterns
    .filter(isPrefix)
    .map((pattern) => ({ pattern, ids: accountIds.filter((id) => covers(pattern, id)) }))
    .find(({ ids }) => ids.length > 0);
}
