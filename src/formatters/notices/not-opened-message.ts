import { asTyped } from '../kit/as-typed.ts';
import { CUTS } from '../kit/limits.ts';
import { bold, code, line, plain, richText } from '../kit/rich-text.ts';
import { tidy } from '../kit/tidy.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';

/** Answers a press that opens nothing: its trigger is spent, or Slack has trouble of its own. */
export function formatNotOpened(
  { id, isExpired }: { readonly id: string; readonly isExpired: boolean },
  { words, command = '/backup-status' }: FormatContext & { readonly command?: string },
): Message {
  const { expired, notOpened, askAgain } = words.command;
  const what = isExpired ? expired : notOpened;
  const shownId = tidy(id, CUTS.id);
  const typed = `${command} ${asTyped(shownId)}`;
  return toMessage(
    [what, `${askAgain} ${typed}`],
    [richText(line(bold(what), plain(`\n${askAgain} `), code(typed)))],
  );
}
