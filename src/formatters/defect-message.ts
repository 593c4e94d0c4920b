import type { ModalView, RichTextBlock } from '@slack/types';
import { CUTS, LIMITS } from './limits.ts';
import { type FormatContext, type Message, toMessage } from './message.ts';
import { bold, line, plain, richText } from './rich-text.ts';
import { plainText } from './text-objects.ts';
import { cut, tidy } from './tidy.ts';

/** The apology for a fault of our own. `reference` finds it in the log. */
export function formatDefect(reference: string, context: FormatContext): Message {
  const { defect } = context.words.command;
  return toMessage([defect, nextStep(reference, context)], [apology(reference, context)]);
}

/** The same where there is no message to answer: a press in Home or in a modal. */
export function formatDefectView(reference: string, context: FormatContext): ModalView {
  const { command, details } = context.words;
  return {
    type: 'modal',
    title: plainText(cut(command.defectTitle, LIMITS.viewTitle)),
    close: plainText(cut(details.close, LIMITS.viewTitle)),
    blocks: [apology(reference, context)],
  };
}

const nextStep = (reference: string, { words }: FormatContext) =>
  words.command.defectReference(tidy(reference, CUTS.fact));

const apology = (reference: string, context: FormatContext): RichTextBlock =>
  richText(line(bold(context.words.command.defect), plain(`\n${nextStep(reference, context)}`)));
