import type { SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import { fitsGlob, toGlob } from '../../domain/glob.ts';
import type { WatchedHere } from '../../domain/watch/watch-list.ts';
import { formatInvalidCommand } from '../../formatters/failure/invalid-command-message.ts';
import { CUTS } from '../../formatters/kit/limits.ts';
import { tidy } from '../../formatters/kit/tidy.ts';
import { type Message, notice, sentence } from '../../formatters/message.ts';
import { questionText } from '../../formatters/notices/name-messages.ts';
import {
  formatNotWatched,
  formatPartOf,
  formatPatternsStopped,
  formatWatchStopped,
} from '../../formatters/watches/watch-messages.ts';
import type { AuthorizedUser } from '../authorize/authorized-user.ts';
import type { WatchWord } from '../input/parse-command.ts';
import { readPatterns } from '../input/read-patterns.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logWatchAudit } from '../shared/audit-log.ts';
import { namesOf, stopPattern, stopWatches } from '../shared/stop-watches.ts';
import { summaryForPerson } from '../shared/summarize.ts';
import { openWatchForm } from '../views/watch-form.ts';
import { openWatches } from '../views/watches-list.ts';
import { privately, sendReply, toSlack } from '../web-api/reply.ts';
import { answerHistory } from './history-command.ts';

export type WatchCommandDeps = Pick<
  ListenerDeps,
  | 'watches'
  | 'store'
  | 'messages'
  | 'names'
  | 'termsOf'
  | 'zoneOf'
  | 'respond'
  | 'views'
  | 'contexts'
  | 'now'
  | 'log'
>;

interface Asking extends AuthorizedUser {
  readonly command: SlashCommand;
  readonly ack: SlackCommandMiddlewareArgs['ack'];
}

/** `watch`, `unwatch`, `watches` and `summary`: `watch` and `watches` open a window, which a command can do as a press can. */
export async function answerWatchWord(
  deps: WatchCommandDeps,
  asking: Asking,
  word: WatchWord,
): Promise<void> {
  const { command, ack, person } = asking;
  const { channel_id: channelId, trigger_id: triggerId } = command;
  const context = deps.contexts.private(person.userId);
  if (word.kind === 'unwatch') return unwatch(deps, asking, word.accounts);
  if (word.kind === 'summary') {
    const { message, result } = await summaryForPerson(deps, person, channelId);
    await ack(toSlack(privately(message)));
    logWatchAudit(deps.log, { ...asking, channelId }, { by: 'summary', result });
    return;
  }
  if (word.kind === 'history') return answerHistory(deps, { ...asking, channelId, text: word.accounts });
  await ack();
  const isOpen =
    word.kind === 'watch'
      ? await openWatchForm(deps, { person, triggerId, channelId, accounts: word.accounts })
      : await openWatches(deps, { person, triggerId, channelId });
  if (!isOpen) {
    const typed = `${context.command} ${tidy(command.text, CUTS.typed)}`;
    const message = notice(context.words.command.notOpened, context.words.command.askAgain, typed);
    await sendReply(deps.respond, command.response_url, privately(message));
  }
  logWatchAudit(
    deps.log,
    { ...asking, channelId },
    { by: word.kind, result: isOpen ? 'opened' : 'not-opened' },
  );
}

/** Stops what is watched in the channel; where it is not, what the person watches. The channel reads who did it. */
async function unwatch(deps: WatchCommandDeps, asking: Asking, text: string): Promise<void> {
  const { watches, contexts, log } = deps;
  const { command, ack, person } = asking;
  const { userId } = person;
  const channelId = command.channel_id;
  const context = contexts.private(userId);
  const answer = async (message: Message, result: string, accountIds: readonly string[] = []) => {
    await ack(toSlack(privately(message)));
    logWatchAudit(log, { ...asking, channelId }, { by: 'unwatch', result, accountIds });
  };
  const patterns = readPatterns(text);
  if (patterns === 'mixed') {
    const { what, next } = context.words.watches.problem.mixed;
    return answer(notice(what, next), 'mixed');
  }
  if (patterns !== undefined) return answerPatterns(patterns);
  const { pins: _pins, ...typed } = await deps.names.read(person, text);
  if (typed.kind === 'invalid') return answer(formatInvalidCommand(typed.problem, context), 'invalid');
  if (typed.kind !== 'accounts') return answer(formatNotWatched(text, context), 'not-watched');
  const listed = await watches.list([channelId, userId]);
  if (listed === 'unavailable')
    return answer(sentence(context.words.watches.list.unavailable), 'unavailable');
  const wanted = typed.accounts.map(
    (account) => new Set(account.kind === 'id' ? [account.id] : [...account.accountIds, account.typed]),
  );
  const place = listed.find((here) => wanted.some((ids) => watchedIn(here, ids).length > 0));
  if (place === undefined) {
    const covered = coveredBy(
      listed,
      wanted.flatMap((ids) => [...ids]),
    );
    if (covered === undefined) return answer(formatNotWatched(text, context), 'not-watched');
    const [account = ''] = namesOf([covered.accountId], deps, context);
    return answer(formatPartOf(account, covered.pattern, context), 'part-of');
  }
  const [ambiguous] = wanted.map((ids) => watchedIn(place, ids)).filter((ids) => ids.length > 1);
  if (ambiguous !== undefined) {
    const accounts = ambiguous.map((id) => deps.names.named(id));
    return answer(sentence(questionText({ typed: text, accounts }, context)), 'ambiguous');
  }
  const ids = [...new Set(wanted.flatMap((one) => watchedIn(place, one)))];
  const removed = await stopWatches(deps, { userId, channelId: place.channelId, accountIds: ids });
  if (removed === 'unavailable')
    return answer(sentence(context.words.watches.list.unavailable), 'unavailable');
  const names = namesOf(removed, deps, context);
  await answer(formatWatchStopped({ userId, names }, context), 'stopped', removed);

  async function answerPatterns(wantedPatterns: readonly string[]): Promise<void> {
    const stopped: string[] = [];
    for (const pattern of wantedPatterns) {
      for (const place of [channelId, userId]) {
        const covered = await stopPattern(deps, { userId, channelId: place, pattern });
        if (covered === 'unavailable')
          return answer(sentence(context.words.watches.list.unavailable), 'unavailable');
        if (covered === undefined) continue;
        stopped.push(pattern);
        break;
      }
    }
    if (stopped.length === 0) return answer(formatNotWatched(text, context), 'not-watched');
    return answer(formatPatternsStopped({ userId, patterns: stopped }, context), 'stopped');
  }
}

/** The first of the accounts that a pattern watches. */
function coveredBy(
  listed: readonly WatchedHere[],
  ids: readonly string[],
): { readonly accountId: string; readonly pattern: string } | undefined {
  for (const { pattern } of listed.flatMap(({ patterns = [] }) => patterns)) {
    const accountId = ids.find((id) => fitsGlob(toGlob(pattern), [...id]));
    if (accountId !== undefined) return { accountId, pattern };
  }
  return undefined;
}

/** A name may be that of thousands. */
const watchedIn = ({ accounts }: WatchedHere, ids: ReadonlySet<string>) =>
  accounts.filter(({ accountId }) => ids.has(accountId)).map(({ accountId }) => accountId);
