import { asTyped } from '../kit/as-typed.ts';
import { CUTS } from '../kit/limits.ts';
import { bold, code, line, plain, richText } from '../kit/rich-text.ts';
import { tidy } from '../kit/tidy.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';

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
