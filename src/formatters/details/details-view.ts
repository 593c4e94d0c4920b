import type { ContextBlock, KnownBlock, ModalView } from '@slack/types';
import { answerIn } from '../../domain/compare-outcomes.ts';
import type { Answer, Failure, LookupOutcome } from '../../domain/outcome.ts';
import { accountName } from '../account/account-name.ts';
import { failureTitle, formatLookup } from '../account/lookup-message.ts';
import { showableAnswer } from '../account/showable.ts';
import { earlierVerdict, verdictTitle } from '../account/verdict-lines.ts';
import { contactLines, failureText } from '../failure/failure-text.ts';
import { bold, line, plain, richText } from '../kit/rich-text.ts';
import { header, modal, plainText } from '../kit/text-objects.ts';
import { type FormatContext, type Message, sentence, toMessage } from '../message.ts';
import { contactBlock, limitsBlock, sentBlock, whyBlock } from './details-blocks.ts';

/**
 * Everything about one account: whom to call, the verdict with its rules and limits, then all fields as sent, the e-mail
 * among them. A view is seen by one person only, so the audience of the context does not matter here.
 */
export function formatDetails(outcome: LookupOutcome, context: FormatContext): ModalView {
  return view(detailsBlocks(outcome, context), context);
}

/** What stands in the view while the service is asked: a trigger lasts three seconds, an answer may take longer. */
export function formatDetailsLoading(id: string, context: FormatContext): ModalView {
  const text = context.words.details.loading(accountName(id, privately(context)));
  return view(sentence(text).blocks, context);
}

/** The same as a message for one person, for when Slack cannot open a window. */
export function formatDetailsMessage(outcome: LookupOutcome, context: FormatContext): Message {
  const { insteadOfWindow } = context.words.command;
  const { text } = formatLookup(outcome, privately(context));
  const first = toMessage([insteadOfWindow], [richText(line(bold(insteadOfWindow)))]);
  return { text: `${first.text}\n${text}`, blocks: [...first.blocks, ...detailsBlocks(outcome, context)] };
}

/** A view has one reader, wherever it was opened from. */
const privately = (context: FormatContext): FormatContext => ({ ...context, audience: 'private' });

const view = (blocks: KnownBlock[], { words }: FormatContext): ModalView => modal(words.details, blocks);

function detailsBlocks(outcome: LookupOutcome, context: FormatContext): KnownBlock[] {
  const answer = answerIn(outcome);
  return [
    ...(outcome.kind === 'found' ? [] : failureBlocks(outcome, context)),
    ...(answer === undefined ? [] : answerBlocks(outcome.id, answer, context)),
  ];
}

function failureBlocks(failure: Failure, context: FormatContext): KnownBlock[] {
  const { what, next } = failureText(failure, context.words);
  const reader = privately(context);
  return [
    header(failureTitle(failure, reader)),
    richText(line(bold(what), plain(`\n${next}`)), ...contactLines(failure, reader)),
  ];
}

function answerBlocks(id: string, answer: Answer, context: FormatContext): KnownBlock[] {
  const shown = showableAnswer(answer);
  return [
    header(
      answer.source === 'last-known'
        ? earlierVerdict(shown, context).text
        : verdictTitle(id, shown, privately(context)),
    ),
    ...contactBlock(shown, context.words),
    whyBlock(shown, context),
    limitsBlock(shown, context.words),
    sentBlock(shown.account, context.words),
    sourceBlock(shown, context),
  ];
}

function sourceBlock({ account, readAtMs, source }: Answer, { nowMs, words }: FormatContext): ContextBlock {
  const { zone } = account;
  const asked = words.details.source(source, words.time.ago(nowMs - readAtMs));
  const read = words.details.zone(words.time.zone(zone.id), zone.assumedFrom);
  return { type: 'context', elements: [plainText(`${asked} · ${read}`)] };
}
