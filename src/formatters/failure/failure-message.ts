import type { Failure } from '../../words/answer-words.ts';
import { accountName } from '../account/account-name.ts';
import { retryActions } from '../account/card-actions.ts';
import { sharedByContext } from '../account/source-context.ts';
import { header } from '../kit/header.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { NOT_CHECKED_SIGN } from '../kit/signs.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';
import { failureLine, failureText } from './failure-text.ts';

/** The card of a look-up that gave nothing to show: what happened, and what to do. */
export function formatFailure(failure: Failure, context: FormatContext): Message {
  const { title, what, next } = failureText(failure, context.words);
  const id = accountName(failure.id, context);
  return toMessage(
    [`${id} · ${title}. ${failureLine(failure, context.words)}`],
    [
      header(`${NOT_CHECKED_SIGN} ${id} · ${title}`),
      richText(line(bold(what), plain(`\n${next}`))),
      ...sharedByContext(context),
      ...(failure.kind === 'unavailable' ? retryActions(failure.id, context) : []),
    ],
  );
}
