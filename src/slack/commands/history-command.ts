import type { AckFn, RespondArguments } from '@slack/bolt';
import { HISTORY_LENGTHS, isKnown } from '../../domain/history/picture.ts';
import { idInList } from '../../formatters/account/account-name.ts';
import { formatInvalidCommand } from '../../formatters/failure/invalid-command-message.ts';
import { formatHistory, formatWhichHistory } from '../../formatters/history/history-message.ts';
import { type Message, sentence } from '../../formatters/message.ts';
import { questionText } from '../../formatters/notices/name-messages.ts';
import type { AuthorizedUser } from '../authorize/authorized-user.ts';
import { logWatchAudit } from '../shared/audit-log.ts';
import { namesOf } from '../shared/watch-answers.ts';
import { type HistoryDeps, readHistory } from '../views/history.ts';
import { privately, toSlack } from '../web-api/reply.ts';

/** When a name has more accounts, the person first says which one is meant. */
const READ_AT_MOST = 10;

interface Asking extends AuthorizedUser {
  readonly channelId: string;
  /** What was typed after the word. */
  readonly text: string;
  readonly ack: AckFn<RespondArguments>;
}

/** `history 1004`: how the account was, for the person alone. It asks the database, never the service. */
export async function answerHistory(deps: HistoryDeps, asking: Asking): Promise<void> {
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
  if (ids.length > READ_AT_MOST) {
    const accounts = ids.slice(1).map(deps.names.named);
    return answer(sentence(questionText({ typed: text, accounts }, context)), 'ambiguous');
  }
  const found = await Promise.all(ids.map((id) => readHistory(deps, id, HISTORY_LENGTHS[0])));
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
