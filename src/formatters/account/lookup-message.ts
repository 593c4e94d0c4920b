import type { KnownBlock } from '@slack/types';
import type { Failure, LookupOutcome } from '../../domain/outcome.ts';
import { failureLine, failureText } from '../failure/failure-text.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { NOT_CHECKED_SIGN, statusText, statusTitle } from '../kit/signs.ts';
import { header } from '../kit/text-objects.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';
import { accountName } from './account-name.ts';
import { backupFields } from './backup-fields.ts';
import { cardActions, retryActions } from './card-actions.ts';
import { showableAnswer } from './showable.ts';
import {
  earlierAnswerBanner,
  earlierAnswerText,
  type ShownAnswer,
  sharedByContext,
  sourceContext,
} from './source-context.ts';
import { usageBlock } from './usage-block.ts';
import { verdictBlock, verdictLines } from './verdict-lines.ts';

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
  const name = accountName(id, context, answer.displayName);
  const shown = showableAnswer(answer);
  const earlier = failure && { failure };
  const { lead, rest } = verdictLines(shown, context);
  const text = `${statusText(name, shown, context)}. ${lead} ${rest}`.trimEnd();
  return toMessage(failure ? [text, earlierAnswerText(shown, failure, context)] : [text], [
    header(statusTitle(name, shown, context)),
    ...accountBody({ id, answer: shown, ...earlier }, context),
    ...sharedByContext(context),
    ...cardActions({ id, answer, ...earlier }, context),
  ]);
}

/** What stands between the title of a card and its buttons. The answer has to be a showable one already. */
export function accountBody({ answer, failure }: ShownAnswer, context: FormatContext): KnownBlock[] {
  return [
    ...(failure ? [earlierAnswerBanner(answer, failure, context)] : []),
    verdictBlock(verdictLines(answer, context), answer.verdict.level),
    backupFields(answer, context),
    usageBlock(answer, context.words),
    sourceContext(answer, failure ? undefined : answer.readAtMs, context),
  ];
}

/** The card of a look-up that gave nothing to show: what happened, and what to do. */
function formatFailure(failure: Failure, context: FormatContext): Message {
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
