import type { SlashCommand } from '@slack/bolt';
import { covers, isPrefix, type WatchedHere } from '../../watch/watch-list.ts';
import type { AuthorizedUser } from '../access.ts';
import { type Delivery, logWatchAudit } from '../audit-log.ts';
import { historyFor } from '../history/history.ts';
import { button, present, row } from '../kit/blocks.ts';
import { STOP_WATCH } from '../kit/ids.ts';
import { COMMAND, type Message, notice, sentence } from '../kit/message.ts';
import { bold, code, paragraph, plain } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { readPatterns, type WatchWord } from '../lookup/input.ts';
import { questionText, readTypedBy } from '../lookup/names.ts';
import { formatInvalidCommand } from '../lookup/notices.ts';
import { muteOrNote } from '../quiet/quiet.ts';
import { summaryForPerson } from '../summary/summary.ts';
import { scheduleSummary } from '../summary/summary-time.ts';
import { watchedList } from '../summary/watched-list.ts';
import { openWatchForm } from './watch-form.ts';
import { namesOf, patternText, unavailable, type WatchAnswer } from './watch-messages.ts';
import { openWatches } from './watches-list.ts';

/** The command of a person. */
export type Commanded = AuthorizedUser & { readonly command: SlashCommand };

/** The answer to a command, and what happens after it. `message` is absent if the answer is a window. */
export interface CommandAnswer {
  readonly message?: Message;
  readonly after: (delivery: Delivery) => Promise<void>;
}

type Asking = AuthorizedUser & { readonly channelId: string };

/** Answers the commands about watches. `watch`, `watches`, and `unwatch` alone, open a window that shows what is watched. */
export async function answerWatchWord(
  deps: ListenerDeps,
  { command, ...user }: Commanded,
  word: WatchWord,
): Promise<CommandAnswer> {
  const asking = { ...user, channelId: command.channel_id };
  const answer = await answerTo(word, deps, asking);
  if (answer !== undefined) {
    const { message, ...answered } = answer;
    return { message, after: async () => logWatchAudit(deps.log, asking, { by: word.kind, ...answered }) };
  }
  const opening = { ...asking, triggerId: command.trigger_id, responseUrl: command.response_url };
  return {
    after: () =>
      word.kind === 'watch'
        ? openWatchForm(deps, { ...opening, accounts: word.accounts })
        : openWatches(deps, opening, word.kind),
  };
}

/** Undefined: the command opens a window. */
async function answerTo(
  word: WatchWord,
  deps: ListenerDeps,
  asking: Asking,
): Promise<WatchAnswer | undefined> {
  const { person, channelId } = asking;
  switch (word.kind) {
    case 'watch':
    case 'watches':
      return undefined;
    case 'unwatch':
      return word.accounts === '' ? undefined : unwatch(deps, asking, word.accounts);
    case 'history':
      return historyFor(deps, person, word.accounts);
    case 'mute':
    case 'unmute':
    case 'note':
    case 'unnote':
      return muteOrNote(deps, asking, word);
    case 'bad':
    case 'ending':
      return watchedList(deps, person, channelId, word);
    case 'summary': {
      if (word.at === undefined) return summaryForPerson(deps, person, channelId);
      const at = word.at === 'none' ? word.at : { atMinute: word.at };
      return scheduleSummary(deps, person, channelId, at);
    }
    default:
      return word satisfies never;
  }
}

/**
 * `unwatch 1004`: stops the watch of the channel and notifies it; without one, stops that of the person. `unwatch all` asks
 * before it stops everything there.
 */
async function unwatch(
  deps: ListenerDeps,
  { person, channelId }: Asking,
  text: string,
): Promise<WatchAnswer> {
  const { watches, contexts } = deps;
  const { userId } = person;
  const context = contexts.private(userId);
  const called = (patterns: readonly string[]) => namesOf(patterns, context);
  const { words } = context;
  const { stopAll, stoppedForYou, notWatched, notWatchedNext } = words.watches;
  const shownText = sanitize(text, MAX_LENGTHS.typed);
  const { patterns, rest } = readPatterns(text);
  const { problem, accounts } = await readTypedBy(deps, person, rest);
  if (problem !== undefined) return { message: formatInvalidCommand(problem, context), result: 'invalid' };
  /** Everything that each typed word may mean. */
  const meant = [
    ...patterns.map((pattern) => [pattern]),
    ...accounts.map((one) => [...one.accountIds, one.typed]),
  ];
  const all = meant.flat();
  const listed = await watches.list([channelId, userId], userId);
  if (listed === 'unavailable') return unavailable(context);
  const here = listed.filter((one) => [channelId, userId].includes(one.channelId));
  const [first] = here;
  if (patterns.includes('*') && first !== undefined) {
    const watched = called(first.watches.map(({ pattern }) => pattern));
    const question = first.channelId === userId ? stopAll.forYou(watched) : stopAll.here(watched);
    const stop = { ...button(STOP_WATCH, stopAll.button, first.channelId), style: 'danger' } as const;
    return { message: [...sentence(question), ...row(stop)], result: 'asked' };
  }

  /** An account that a prefix watches cannot be stopped alone. */
  const partOf = ({ ids, pattern }: NonNullable<ReturnType<typeof coveredIn>>) => {
    const typedPattern = pattern === '*' ? 'all' : sanitize(pattern, MAX_LENGTHS.typed);
    const what = words.watches.partOf(called(ids), ids.length, patternText(pattern, words));
    return notice(what, words.watches.partOfNext, `${COMMAND} unwatch ${typedPattern}`);
  };
  const conversation = listed.find((one) => watchedIn(one, all).length > 0);
  if (conversation === undefined || !here.includes(conversation)) {
    const covered = coveredIn(here, all);
    if (covered !== undefined) return { message: partOf(covered), result: 'part-of' };
    const none = notice(notWatched(shownText || '–'), notWatchedNext, `${COMMAND} watches`);
    if (conversation === undefined) return { message: none, result: 'not-watched' };
    // The person watches them in another channel, and has to stop them there.
    const ids = watchedIn(conversation, all);
    const what = bold(words.watches.elsewhere(called(ids), ids.length));
    const where = { type: 'channel', channel_id: conversation.channelId } as const;
    const next = [plain(`\n${words.watches.elsewhereNext} `), code(`${COMMAND} unwatch ${shownText}`)];
    return { message: [paragraph(what, ': ', where, ...next)], result: 'not-watched' };
  }
  const found = meant.map((words) => watchedIn(conversation, words));
  const ambiguous = found.find((ids) => ids.length > 1);
  if (ambiguous !== undefined) {
    const question = questionText({ typed: text, accounts: ambiguous }, context);
    return { message: sentence(question), result: 'ambiguous' };
  }
  const removed = await watches.remove(conversation.channelId, [...new Set(found.flat())], userId);
  if (removed === 'unavailable') return unavailable(context, 'notSaved');
  const accountIds = removed.filter((pattern) => !isPrefix(pattern));
  const left = conversation.watches.filter(({ pattern }) => !removed.includes(pattern));
  const still = coveredIn([{ ...conversation, watches: left }], accountIds);
  const ended = removed.filter((id) => !still?.ids.includes(id));
  const message = present([
    ended.length > 0 && sentence(stoppedForYou(called(ended))),
    still && partOf(still),
  ]);
  return { message, result: 'stopped', accountIds };
}

/** Which of the words are watched in a conversation. A name may belong to thousands of accounts. */
function watchedIn(conversation: WatchedHere, words: readonly string[]): readonly string[] {
  const watched = new Set(conversation.watches.map(({ pattern }) => pattern));
  return words.filter((word) => watched.has(word));
}

/** The first prefix of these conversations that covers any of the accounts, and those that it covers. */
function coveredIn(conversations: readonly WatchedHere[], accountIds: readonly string[]) {
  const patterns = conversations.flatMap(({ watches }) => watches.map(({ pattern }) => pattern));
  return patterns
    .filter(isPrefix)
    .map((pattern) => ({ pattern, ids: accountIds.filter((id) => covers(pattern, id)) }))
    .find(({ ids }) => ids.length > 0);
}
