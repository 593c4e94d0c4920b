import type { SlackCommandMiddlewareArgs, SlashCommand } from '@slack/bolt';
import { CUTS } from '../../formatters/kit/limits.ts';
import { tidy } from '../../formatters/kit/tidy.ts';
import { formatNotOpened } from '../../formatters/notices/notices.ts';
import type { AuthorizedUser } from '../authorize/authorized-user.ts';
import type { WatchWord } from '../input/parse-command.ts';
import type { ListenerDeps } from '../listener-deps.ts';
import { logWatchAudit } from '../shared/audit-log.ts';
import { summaryForPerson } from '../shared/summarize.ts';
import type { HistoryDeps } from '../views/history.ts';
import { openWatchForm } from '../views/watch-form.ts';
import { openWatches } from '../views/watches-list.ts';
import { privately, sendReply, toSlack } from '../web-api/reply.ts';
import { answerHistory } from './history-command.ts';
import { answerUnwatch } from './unwatch-command.ts';

export type WatchCommandDeps = HistoryDeps & Pick<ListenerDeps, 'zoneOf'>;

interface Asking extends AuthorizedUser {
  readonly command: SlashCommand;
  readonly ack: SlackCommandMiddlewareArgs['ack'];
}

/**
 * `watch`, `unwatch`, `watches` and `summary`: `watch` and `watches` open a window, which a command can do as a press can;
 * so does `unwatch` alone, for it is the list that says what can be stopped.
 */
export async function answerWatchWord(
  deps: WatchCommandDeps,
  asking: Asking,
  word: WatchWord,
): Promise<void> {
  const { command, ack, person } = asking;
  const { channel_id: channelId, trigger_id: triggerId } = command;
  const context = deps.contexts.private(person.userId);
  if (word.kind === 'unwatch' && word.accounts !== '')
    return answerUnwatch(deps, { ...asking, channelId, text: word.accounts });
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
    await sendReply(deps.respond, command.response_url, privately(formatNotOpened(typed, context)));
  }
  logWatchAudit(
    deps.log,
    { ...asking, channelId },
    { by: word.kind, result: isOpen ? 'opened' : 'not-opened' },
  );
}
