import type { AckFn, RespondArguments, SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import { isKnown } from '../../watch/history.ts';
import type { AuthorizedUser } from '../access.ts';
import { logWatchAudit } from '../audit-log.ts';
import { formatHistory, formatWhichHistory, readHistory } from '../history/history.ts';
import { idInList, type Message, sentence } from '../kit/message.ts';
import { MAX_LENGTHS, sanitize } from '../kit/text.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import type { WatchWord } from '../lookup/input.ts';
import { questionText } from '../lookup/names.ts';
import { formatInvalidCommand } from '../lookup/notices.ts';
import { privately, toSlack } from '../reply.ts';

import { summaryForPerson } from '../summary/summary.ts';
import { scheduleSummary } from '../summary/summary-time.ts';
import { sayNotOpened } from '../windows.ts';
import { answerUnwatch } from './unwatch-command.ts';
import { openWatchForm } from './watch-form.ts';
import { namesOf } from './watch-messages.ts';
import { openWatches } from './watches-list.ts';

interface Asking extends AuthorizedUser {
  readonly command: SlashCommand;
  readonly ack: SlackCommandMiddlewareArgs['ack'];
}

/**
 * `watch`, `unwatch`, `watches` and `summary`: `watch` and `watches` open a window, which a command can do as a press can;
 * so does `unwatch` alone, for it is the list that says what can be stopped.
 */
export async function answerWatchWord(deps: ListenerDeps, asking: Asking, word: WatchWord): Promise<void> {
  const { command, ack, person } = asking;
  const { channel_id: channelId, trigger_id: triggerId, response_url: responseUrl } = command;
  if (word.kind === 'unwatch' && word.accounts !== '')
    return answerUnwatch(deps, { ...asking, channelId, text: word.accounts });
  if (word.kind === 'summary') {
    const { message, result } =
      word.at === undefined
        ? await summaryForPerson(deps, person, channelId)
        : await scheduleSummary(
            deps,
            person,
            channelId,
            word.at === 'none' ? word.at : { atMinute: word.at },
          );
    await ack(toSlack(privately(message)));
    logWatchAudit(deps.log, { ...asking, channelId }, { by: 'summary', result });
    return;
  }
  if (word.kind === 'history') return answerHistory(deps, { ...asking, channelId, text: word.accounts });
  await ack();
  const opening = { person, triggerId, channelId, responseUrl };
  const typed = sanitize(command.text, MAX_LENGTHS.typed);
  const isOpen =
    word.kind === 'watch'
      ? await openWatchForm(deps, { ...opening, accounts: word.accounts })
      : await openWatches(deps, opening, typed);
  if (!isOpen && word.kind === 'watch') await sayNotOpened(deps, opening, typed);
  logWatchAudit(
    deps.log,
    { ...asking, channelId },
    { by: word.kind, result: isOpen ? 'opened' : 'not-opened' },
  );
}

/** When a name has more accounts, the person first says which one is meant. */
const MAX_READ = 10;

interface AskingForHistory extends AuthorizedUser {
  readonly channelId: string;
  /** What was typed after the word. */
  readonly text: string;
  readonly ack: AckFn<RespondArguments>;
}

/** `history 1004`: how the account was, for the person alone. It asks the database, never the service. */
async function answerHistory(deps: ListenerDeps, asking: AskingForHistory): Promise<void> {
  const { person, text, ack } = asking;
  const answer = async (message: Message, result: string, accountIds: readonly string[] = []) => {
    await ack(toSlack(privately(message)));
    logWatchAudit(deps.log, asking, { by: 'history', result, accountIds });
  };
  const { pins, ...typed } = await deps.names.read(person, text);
  const context = deps.contexts.private(person.userId, pins);
  if (typed.kind === 'invalid') return answer(formatInvalidCommand(typed.problem, context), 'invalid');
  const [account, ...others] = typed.kind === 'accounts' ? typed.accounts : [];
  if (account === undefined || others.length > 0) return answer(formatWhichHistory(context), 'which');
  const ids = account.kind === 'id' ? [account.id] : [account.typed, ...account.accountIds];
  if (ids.length > MAX_READ) {
    const accounts = ids.slice(1).map(deps.names.named);
    return answer(sentence(questionText({ typed: text, accounts }, context)), 'ambiguous');
  }
  const found = await Promise.all(ids.map((id) => readHistory(deps, id)));
  const known = found.filter(({ history }) => history === 'unavailable' || isKnown(history));
  // A name whose accounts have no history: show the account that it names, not the id that it might be.
  const [shown = found.at(-1), ...more] = known;
  if (shown === undefined) return answer(formatWhichHistory(context), 'which');
  if (more.length > 0 && shown.history !== 'unavailable') {
    const named = namesOf(
      known.map(({ id }) => id),
      deps,
      context,
    );
    return answer(sentence(context.words.command.whichOne(idInList(text), named, 0)), 'ambiguous');
  }
  const result = shown.history === 'unavailable' ? 'unavailable' : 'shown';
  await answer(formatHistory(shown, context), known.length === 0 ? 'not-watched' : result, [shown.id]);
}
