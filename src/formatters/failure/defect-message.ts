import type { HomeView, ModalView, RichTextBlock } from '@slack/types';
import { header } from '../kit/header.ts';
import { CUTS, LIMITS } from '../kit/limits.ts';
import { bold, code, line, plain, richText } from '../kit/rich-text.ts';
import { plainText } from '../kit/text-objects.ts';
import { cut, tidy } from '../kit/tidy.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';

/** The apology for a fault of our own. `reference` finds it in the log. */
export function formatDefect(reference: string, context: FormatContext): Message {
  const { defect } = context.words.command;
  return toMessage([defect, nextStep(reference, context)], [apology(reference, context)]);
}

/** For a message that Slack did not take, as far as it says. */
export function formatNotConfirmed(reference: string, context: FormatContext): Message {
  const { notConfirmed } = context.words.command;
  const next = nextStep(reference, context);
  return toMessage([notConfirmed, next], [richText(line(bold(notConfirmed), plain(`\n${next}`)))]);
}

/** In place of a Home that cannot be drawn: what works all the same, and the reference. */
export function formatDefectHome(
  reference: string,
  context: FormatContext & { readonly command: string },
): HomeView {
  const { words, command } = context;
  return {
    type: 'home',
    callback_id: 'home',
    blocks: [
      header(words.home.notDrawn),
      richText(
        line(
          plain(`${words.command.typeThis} `),
          code(`${command} 1001`),
          plain(`\n${nextStep(reference, context)}`),
        ),
      ),
    ],
  };
}

/** In a window: Slack keeps showing the Home of before. */
export function formatHomeNotTaken({
  words,
  command,
}: FormatContext & { readonly command: string }): ModalView {
  const { title, text } = words.home.notTaken;
  return {
    type: 'modal',
    title: plainText(cut(title, LIMITS.viewTitle)),
    close: plainText(cut(words.details.close, LIMITS.viewTitle)),
    blocks: [richText(line(plain(text(command))))],
  };
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

/** In one line of a Home that shows all the rest. */
export function defectLine(reference: string, context: Pick<FormatContext, 'words'>): string {
  return `${context.words.command.defect} ${nextStep(reference, context)}`;
}

const nextStep = (reference: string, { words }: Pick<FormatContext, 'words'>) =>
  words.command.defectReference(tidy(reference, CUTS.fact));

const apology = (reference: string, context: FormatContext): RichTextBlock =>
  richText(line(bold(context.words.command.defect), plain(`\n${nextStep(reference, context)}`)));
