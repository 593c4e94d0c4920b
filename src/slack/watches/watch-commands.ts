import type { SlashCommand } from '@slack/bolt';
import { covers, isPrefix, type WatchedHere } from '../../watch/watch-list.ts';
import type { AuthorizedUser } from '../access.ts';
import { type Delivery, logWatchAudit } from '../audit-log.ts';
import { historyFor } from '../history/history.ts';
import { present } from '../kit/blocks.ts';
import { COMMAND, type Message, sentence } from '../kit/message.ts';
import { code, paragraph } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import { type ListenerDeps, StorageError } from '../listener-deps.ts';
import { normalize, readPatterns, type WatchWord } from '../lookup/input.ts';
import { questionText, readTypedBy } from '../lookup/names.ts';
import { formatInvalidCommand } from '../lookup/notices.ts';
import { muteOrNote } from '../quiet/quiet.ts';
import { summaryForPerson } from '../summary/summary.ts';
import { scheduleSummary } from '../summary/summary-time.ts';
import { watchedList } from '../summary/watched-list.ts';
import { openWatchForm } from './watch-form.ts';
import { namesOf, patternText, type WatchAnswer } from './watch-messages.ts';
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
  const answer = await answerTo(word, deps, asking).catch((error): WatchAnswer => {
    if (!(error instanceof StorageError)) throw error;
    return { message: sentence(user.words.command.storageFailed), result: 'unavailable' };
  });
  if (answer !== undefined && !answer.opensList) {
    const { message: said, ...answered } = answer;
    // Slack keeps no command, and the text of a note may be long.
    const isLost = (word.kind === 'mute' || word.kind === 'note') && answered.result !== `${word.kind}d`;
    const typed = code(`${COMMAND} ${sanitize(normalize(command.text), MAX_LENGTHS.line)}`);
    const message = isLost ? [...said, paragraph(`${user.words.command.youTyped} `, typed)] : said;
    return { message, after: async () => logWatchAudit(deps.log, asking, { by: word.kind, ...answered }) };
  }
  const opening = { ...asking, triggerId: command.trigger_id, responseUrl: command.response_url };
  return {
    after: () =>
      word.kind === 'watch'
        ? openWatchForm(deps, { ...opening, accounts: word.accounts })
        : openWatches(deps, opening, { by: word.kind, ...answer }),
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
      return unwatch(deps, asking, word.accounts);
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
      const { zone } = deps.contexts.private(person.userId);
      const at = word.at === 'none' ? word.at : { atMinute: word.at, zone };
      return scheduleSummary(deps, person, channelId, at);
    }
    default:
      return word satisfies never;
  }
}

/**
 * `unwatch 1004`: stops the watch of the channel and notifies it; without one, stops that of the person, each word by itself.
 * If that is not all that was meant, the list of watches opens and says why: everything can be stopped there.
 */
async function unwatch(
  deps: ListenerDeps,
  { person, channelId }: Asking,
  text: string,
): Promise<WatchAnswer | undefined> {
  const { watches, contexts } = deps;
  const { userId } = person;
  const context = contexts.private(userId);
  const { stoppedForYou, notWatched, partOf } = context.words.watches;
  const { patterns, rest } = readPatterns(text);
  if (patterns.includes('*')) return undefined;
  const { problem, accounts } = await readTypedBy(deps, person, rest, { isChange: true });
  if (problem !== undefined) return { message: formatInvalidCommand(problem, context), result: 'invalid' };
  /** Everything that each typed word may mean. */
  const meant = [...patterns.map((one) => [one]), ...accounts.map((one) => [...one.accountIds, one.typed])];
  if (meant.length === 0) return undefined;
  const listed = await watches.list([channelId, userId]);
  const found = meant.map((words) => watchedIn(listed, words));
  const ambiguous = found.find(({ ids }) => ids.length > 1);
  if (ambiguous !== undefined) {
    const question = questionText({ typed: text, accounts: ambiguous.ids }, context);
    return { message: sentence(question), result: 'ambiguous', opensList: true };
  }
  const stopping = listed.filter((one) => found.some(({ conversation }) => conversation === one));
  const removed: string[] = [];
  for (const one of stopping) {
    const ids = found.flatMap(({ conversation, ids }) => (conversation === one ? ids : []));
    removed.push(...(await watches.remove(one.channelId, [...new Set(ids)], userId)));
  }
  const accountIds = removed.filter((pattern) => !isPrefix(pattern));
  const ids = accounts.flatMap((one) => (one.accountIds.length === 0 ? [one.typed] : one.accountIds));
  /** The first prefix that still covers an account: where its watch was stopped, or else in any listed conversation. */
  const covering = (id: string) =>
    (removed.includes(id) ? stopping : listed)
      .flatMap((one) => one.watches.map(({ pattern }) => pattern))
      .find((one) => !isPrefix(id) && isPrefix(one) && !removed.includes(one) && covers(one, id));
  const still = Map.groupBy(ids, covering);
  const ended = removed.filter((id) => covering(id) === undefined);
  const stopped = ended.length > 0 && stoppedForYou(namesOf(ended, context));
  const result = removed.length > 0 ? 'stopped' : 'not-watched';
  const covered = [...still].map(
    ([one, all]) => one && partOf(namesOf(all, context), all.length, patternText(one, context.words)),
  );
  const isOver = (word: string) => removed.includes(word) || covering(word) !== undefined;
  const missed = meant.filter((words) => !words.some(isOver)).map((words) => words.at(-1));
  const none = missed.length > 0 && notWatched(sanitize(missed.join(', '), MAX_LENGTHS.typed));
  const message = sentence(present([stopped, covered, none]).join(' '));
  return { message, result, accountIds, opensList: present([covered, none]).length > 0 || undefined };
}

/** The first conversation in which any of the words is watched, and which are. A name may belong to thousands of accounts. */
function watchedIn(listed: readonly WatchedHere[], words: readonly string[]) {
  for (const conversation of listed) {
    const watched = new Set(conversation.watches.map(({ pattern }) => pattern));
    const ids = words.filter((word) => watched.has(word));
    if (ids.length > 0) return { conversation, ids };
  }
  return { ids: [] };
}
