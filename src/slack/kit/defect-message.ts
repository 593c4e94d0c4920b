import type { HomeView, ModalView } from '@slack/types';
import { CUTS } from './limits.ts';
import { type FormatContext, type Message, notice, sentence } from './message.ts';
import { code, line, plain, richText } from './rich-text.ts';
import { header, modal } from './text-objects.ts';
import { tidy } from './tidy.ts';

/** The apology for a fault of our own. `reference` finds it in the log. */
export function formatDefect(reference: string, context: FormatContext): Message {
  return notice(context.words.command.defect, nextStep(reference, context));
}

/** For a message that Slack refused or may have refused. */
export function formatNotConfirmed(reference: string, context: FormatContext): Message {
  return notice(context.words.command.notConfirmed, nextStep(reference, context));
}

/** In place of a Home that cannot be drawn: what still works, and the reference. */
export function formatDefectHome(reference: string, context: FormatContext): HomeView {
  const { words, command } = context;
  const next = plain(`\n${nextStep(reference, context)}`);
  return {
    type: 'home',
    callback_id: 'home',
    blocks: [
      header(words.home.notDrawn),
      richText(line(plain(`${words.command.typeThis} `), code(`${command} 1001`), next)),
    ],
  };
}

/** In a window, since Slack keeps showing the previous Home. */
export function formatHomeNotTaken({ words, command }: FormatContext): ModalView {
  const { title, text } = words.home.notTaken;
  return modal({ title, close: words.details.close }, sentence(text(command)).blocks);
}

/** The same where there is no message to answer: a press in Home or in a modal. */
export function formatDefectView(reference: string, context: FormatContext): ModalView {
  const { command, details } = context.words;
  const { blocks } = formatDefect(reference, context);
  return modal({ title: command.defectTitle, close: details.close }, blocks);
}

/** One line in a Home that shows everything else. */
export function defectLine(reference: string, context: Pick<FormatContext, 'words'>): string {
  return `${context.words.command.defect} ${nextStep(reference, context)}`;
}

const nextStep = (reference: string, { words }: Pick<FormatContext, 'words'>) =>
  words.command.defectReference(tidy(reference, CUTS.fact));
