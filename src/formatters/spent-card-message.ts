import { asTyped } from './as-typed.ts';
import { CUTS } from './limits.ts';
import { type FormatContext, type Message, toMessage } from './message.ts';
import { bold, code, line, plain, richText } from './rich-text.ts';
import { tidy } from './tidy.ts';

/** Says to whoever pressed Re-check that Slack no longer lets the shared card be changed, and what to do. */
export function formatSpentCard(
  id: string,
  { words, command }: FormatContext & { readonly command: string },
): Message {
  const { cardSpent, shareAgain } = words.recheck;
  const shownId = tidy(id, CUTS.id);
  const typed = `${command} ${asTyped(shownId)} share`;
  return toMessage(
    [cardSpent, `${shareAgain} ${typed}`],
    [richText(line(bold(cardSpent), plain(`\n${shareAgain} `), code(typed)))],
  );
}
