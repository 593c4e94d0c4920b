import { asTyped } from './as-typed.ts';
import { CUTS } from './limits.ts';
import { type FormatContext, type Message, toMessage } from './message.ts';
import { bold, code, line, plain, richText } from './rich-text.ts';
import { tidy } from './tidy.ts';

/** Answers a press that Slack no longer lets us act on: its `response_url` or trigger is spent. */
export function formatExpired(
  id: string,
  { words, command = '/backup-status' }: FormatContext & { readonly command?: string },
): Message {
  const { expired, askAgain } = words.command;
  const shownId = tidy(id, CUTS.id);
  const typed = `${command} ${asTyped(shownId)}`;
  return toMessage(
    [expired, `${askAgain} ${typed}`],
    [richText(line(bold(expired), plain(`\n${askAgain} `), code(typed)))],
  );
}
