import type { SlashCommand } from '@slack/bolt';
import { covers, isPrefix, type WatchedHere } from '../../watch/watch-list.ts';
import type { AuthorizedUser } from '../access.ts';
import { type Delivery, logWatchAudit } from '../audit-log.ts';
import { historyFor } from '../history/history.ts';
import { COMMAND, type Message, sentence } from '../kit/message.ts';
import { code, paragraph } from '../kit/rich-text.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import { type ListenerDeps, StorageError } from '../listener-deps.ts';
import { normalize, readPatterns, type WatchWord } from '../lookup/input.ts';
import { questionText, readTypedBy, type TypedAccount } from '../lookup/names.ts';
import { formatInvalidCommand } from '../lookup/notices.ts';
import { muteOrNote } from '../quiet/quiet.ts';
import { summaryForPerson, watchedList } from '../summary/summary.ts';
import { scheduleSummary } from '../summary/summary-time.ts';
import type { Opening } from '../windows.ts';
import { openWatchForm } from './watch-form.ts';
import { namesOf, type WatchAnswer } from './watch-messages.ts';
import { openWatches } from './watches-list.ts';

/** The command of a person. */
export type Commanded = AuthorizedUser & { readonly command: SlashCommand };

/** The answer to a command, and what happens after it. `message` is absent if the answer is a window. */
export interface CommandAnswer {
  readonly message?: Message;
  readonly after: (delivery: Delivery) => Promise<void>;
}

type Asking = Opening & { readonly channelId: string };

/** Answers the commands about watches. `watch`, `watches`, and `unwatch` alone, open a window that shows what is watched. */
export async function answerWatchWord(
  deps: ListenerDeps,
  { command, ...user }: Commanded,
  word: WatchWord,
): Promise<CommandAnswer> {
  const { channel_id: channelId, trigger_id: triggerId, response_url: responseUrl } = command;
  const asking = { ...user, channelId, triggerId, responseUrl };
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
  return {
    after: () =>
      word.kind === 'watch'
        ? openWatchForm(deps, { ...asking, accounts: word.accounts })
        : openWatches(deps, asking, { by: word.kind, ...answer }),
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
    case 'full':
      return watchedList(deps, person, channelId, word);
    case 'summary': {
      if (word.at === undefined) return summaryForPerson(deps, person, channelId);
      const zone = deps.zoneOf(person.userId);
      const at = word.at === 'none' ? word.at : { atMinute: word.at, ...(zone && { zone }) };
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
  const asked = [...patterns.map((typed) => ({ typed, accountIds: [] })), ...accounts];
  if (asked.length === 0) return undefined;
  const listed = await watches.list([channelId, userId]);
  const found = asked.map((one) => watchedIn(listed, one));
  const ambiguous = found.find(({ watched }) => watched.length > 1);
  if (ambiguous !== undefined) {
    const question = questionText({ typed: text, accountIds: ambiguous.watched }, context);
    return { message: sentence(question), result: 'ambiguous', opensList: true };
  }
  const removed: string[] = [];
  for (const [conversation, those] of Map.groupBy(found, (one) => one.conversation)) {
    const stopping = [...new Set(those.flatMap(({ watched }) => watched))];
    if (conversation) removed.push(...(await watches.remove(conversation.channelId, stopping, userId)));
  }
  const told = Map.groupBy(found, ({ id, prefixes }) => {
    const covering = prefixes.find((prefix) => !removed.includes(prefix));
    return covering ?? (removed.includes(id) ? 'stopped' : 'missed');
  });
  const texts = [...told].map(([how, those]) => {
    const ids = [...new Set(those.map(({ id }) => id))];
    const names = namesOf(ids, context);
    if (how === 'stopped') return stoppedForYou(names);
    return how === 'missed' ? notWatched(names) : partOf(names, ids.length, namesOf([how], context));
  });
  return {
    message: sentence(texts.join(' ')),
    result: removed.length > 0 ? 'stopped' : 'not-watched',
    accountIds: removed.filter((pattern) => !isPrefix(pattern)),
    opensList: [...told.keys()].some((how) => how !== 'stopped'),
  };
}

/**
 * What a typed word means here: what is `watched` in the first conversation that watches any of it, and the `prefixes` that
 * cover it there, or else in any conversation.
 */
function watchedIn(listed: readonly WatchedHere[], { typed, accountIds }: Omit<TypedAccount, 'mayBeId'>) {
  const words = new Set([...accountIds, typed]);
  const patternsIn = ({ watches }: WatchedHere) => watches.map(({ pattern }) => pattern);
  const conversation = listed.find((one) => patternsIn(one).some((pattern) => words.has(pattern)));
  const patterns = (conversation ? [conversation] : listed).flatMap(patternsIn);
  const watched = patterns.filter((pattern) => words.has(pattern));
  const ids = accountIds.length > 0 ? accountIds : [typed].filter((word) => !isPrefix(word));
  const prefixes = patterns.filter((one) => isPrefix(one) && ids.some((id) => covers(one, id)));
  const [id = typed] = watched.length > 0 || accountIds.length > 1 ? watched : accountIds;
  return { id, conversation, watched, prefixes };
}
