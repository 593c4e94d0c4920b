import { header } from '../kit/header.ts';
import { statusText, statusTitle } from '../kit/signs.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';
import { accountBody, type ShownAnswer } from './account-body.ts';
import { accountName } from './account-name.ts';
import { cardActions } from './card-actions.ts';
import { showableAnswer } from './showable.ts';
import { earlierAnswerText, sharedByContext } from './source-context.ts';
import { verdictLines } from './verdict-lines.ts';

/** The card of one account. */
export function accountCard({ id, answer, failure }: ShownAnswer, context: FormatContext): Message {
  const name = accountName(id, context, answer.displayName);
  const shown = showableAnswer(answer);
  const { lead, rest } = verdictLines(shown, context);
  const text = `${statusText(name, shown, context)}. ${lead} ${rest}`.trimEnd();
  return toMessage(failure ? [text, earlierAnswerText(shown, failure, context)] : [text], [
    header(statusTitle(name, shown, context)),
    ...accountBody({ id, answer: shown, ...(failure && { failure }) }, context),
    ...sharedByContext(context),
    ...cardActions({ id, answer, ...(failure && { failure }) }, context),
  ]);
}
