import type { KnownBlock } from '@slack/types';
import type { Failure, LookupOutcome } from '../../domain/outcome.ts';
import { contactLines, failureLine, failureText } from '../failure/failure-text.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { FAILURE_SIGN } from '../kit/signs.ts';
import { contextLine, header } from '../kit/text-objects.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';
import { accountInList } from './account-name.ts';
import { backupFields } from './backup-fields.ts';
import { cardActions, retryActions } from './card-actions.ts';
import { levelChange } from './level-before.ts';
import { ownLimits } from './own-limits.ts';
import { showableAnswer } from './showable.ts';
import {
  earlierAnswerBanner,
  earlierAnswerText,
  type ShownAnswer,
  sharedByContext,
} from './source-context.ts';
import { usageBlock } from './usage-block.ts';
import { type StatusLine, statusLine, verdictBlock, verdictTitle } from './verdict-lines.ts';

/** One look-up as a message: the account's card, the card of an earlier answer, or what went wrong. */
export function formatLookup(outcome: LookupOutcome, context: FormatContext): Message {
  if (outcome.kind === 'found') return accountCard(outcome, context);
  if (outcome.kind === 'unavailable' && outcome.lastKnown !== undefined) {
    return accountCard({ id: outcome.id, answer: outcome.lastKnown, failure: outcome }, context);
  }
  return formatFailure(outcome, context);
}

/** The card of one account. */
function accountCard({ id, answer, failure }: ShownAnswer, context: FormatContext): Message {
  const shown = showableAnswer(answer);
  const earlier = failure && { failure };
  const title = verdictTitle(id, shown, context);
  const status = statusLine(shown, context);
  const change = levelChange({ id, answer: shown, ...earlier }, context);
  const lines = [title, status.text, ...(change ? [change.text] : [])];
  return toMessage(failure ? [...lines, earlierAnswerText(shown, failure, context)] : lines, [
    header(title),
    ...(change ? [contextLine(change.markup)] : []),
    ...accountBody({ id, answer: shown, ...earlier }, status, context),
    ...sharedByContext(context),
    ...cardActions({ id, answer, ...earlier }, context),
  ]);
}

/** The part of a card between its title and its buttons. Expects a showable answer. */
export function accountBody(
  { answer, failure }: ShownAnswer,
  status: StatusLine,
  context: FormatContext,
): KnownBlock[] {
  return [
    ...(failure ? [earlierAnswerBanner(answer, failure, context)] : []),
    verdictBlock(answer, status, context),
    backupFields(answer, context),
    usageBlock(answer, context.words),
    ...ownLimits(answer.verdict, context.words),
  ];
}

/** `🔍 1009 · No such account` */
export function failureTitle(failure: Failure, context: FormatContext): string {
  const { title } = failureText(failure, context.words);
  return `${FAILURE_SIGN[failure.kind]} ${accountInList(failure.id, context)} · ${title}`;
}

/** The card of a look-up that gave nothing to show: what happened, and what to do. */
function formatFailure(failure: Failure, context: FormatContext): Message {
  const { what, next } = failureText(failure, context.words);
  const title = failureTitle(failure, context);
  return toMessage(
    [title, failureLine(failure, context.words)],
    [
      header(title),
      richText(line(bold(what), plain(`\n${next}`)), ...contactLines(failure, context)),
      ...sharedByContext(context),
      ...(failure.kind === 'unavailable' ? retryActions(failure.id, context) : []),
    ],
  );
}
