import type { KnownBlock, RichTextBlock } from '@slack/types';
import type { Answer, Failure, LookupOutcome } from '../../account/outcome.ts';
import { type FormatContext, type Message, toMessage } from '../kit/message.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { FAILURE_SIGN, WAITING_SIGN } from '../kit/signs.ts';
import { contextLine, header } from '../kit/text-objects.ts';
import { accountInList } from './account-name.ts';
import { cardActions, retryActions } from './card-actions.ts';
import { backupFields, ownLimits, usageBlock } from './card-fields.ts';
import { contactLines, failureLine, failureText, type Unavailable } from './failure-text.ts';
import { levelChange } from './level-before.ts';
import { showableAnswer } from './showable.ts';
import { type ShownAnswer, sharedByContext } from './source-context.ts';
import { earlierVerdict, type StatusLine, statusLine, verdictBlock, verdictTitle } from './verdict-lines.ts';

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
  const given = { id, answer: shown, failure };
  const title = cardTitle(given, context);
  const status = statusLine(shown, context);
  const change = levelChange(given, context);
  const lines = [
    ...(failure ? [earlierVerdict(shown, context).text, failureLine(failure, context.words)] : []),
    status.text,
    ...(change ? [change.text] : []),
  ];
  return toMessage(
    [title, ...lines],
    [
      header(title),
      ...(change ? [contextLine(change.markup)] : []),
      ...accountBody(given, status, context),
      ...sharedByContext(context),
      ...cardActions({ ...given, answer }, context),
    ],
  );
}

/** A verdict for what was read live; otherwise that it could not be checked, or is being asked for. */
export function cardTitle({ id, answer, failure }: ShownAnswer, context: FormatContext): string {
  if (failure !== undefined) return failureTitle(failure, context);
  if (answer.source !== 'last-known') return verdictTitle(id, answer, context);
  const name = accountInList(id, context, answer.displayName);
  return `${WAITING_SIGN} ${name} · ${context.words.home.waiting}`;
}

/** The part of a card between its title and its buttons. Expects a showable answer. */
export function accountBody(
  { answer, failure }: ShownAnswer,
  status: StatusLine,
  context: FormatContext,
): KnownBlock[] {
  return [
    ...(answer.source === 'last-known' ? [earlierBlock(answer, failure, context)] : []),
    verdictBlock(answer, status, context),
    backupFields(answer, context),
    usageBlock(answer, context.words),
    ...ownLimits(answer.verdict, context.words),
  ];
}

/** What was known before, and what to do about there being nothing newer. */
function earlierBlock(
  answer: Answer,
  failure: Unavailable | undefined,
  context: FormatContext,
): RichTextBlock {
  const { elements } = earlierVerdict(answer, context);
  const next = failure ? [plain(`\n${failureLine(failure, context.words)}`)] : [];
  return richText(line(...elements, ...next));
}

/** `🔍 1009 · No such account` */
export function failureTitle(failure: Failure, context: FormatContext): string {
  const { title } = failureText(failure, context.words);
  const displayName = failure.kind === 'unavailable' ? failure.lastKnown?.displayName : undefined;
  return `${FAILURE_SIGN[failure.kind]} ${accountInList(failure.id, context, displayName)} · ${title}`;
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
