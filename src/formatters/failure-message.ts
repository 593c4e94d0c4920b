import type { Failure } from '../words/answer-words.ts';
import { accountName } from './account-name.ts';
import { retryActions } from './card-actions.ts';
import { failureLine, failureText } from './failure-text.ts';
import { header } from './header.ts';
import { type FormatContext, type Message, toMessage } from './message.ts';
import { bold, line, plain, richText } from './rich-text.ts';
import { NOT_CHECKED_SIGN } from './signs.ts';
import { sharedByContext } from './source-context.ts';

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
