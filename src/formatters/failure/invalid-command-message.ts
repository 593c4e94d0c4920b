import type { CommandProblem } from '../../words/command-words.ts';
import { bold, code, line, plain, richText } from '../kit/rich-text.ts';
import { type FormatContext, type Message, toMessage } from '../message.ts';
import { problemText } from './problem-text.ts';

/** What was typed, quoted and cut, and the right form beside it. */
export function formatInvalidCommand(
  problem: CommandProblem,
  { words, command = '/backup-status' }: FormatContext & { readonly command?: string },
): Message {
  const { what, example } = problemText(problem, words);
  const typed = `${command} ${example}`;
  return toMessage(
    [what, `${words.command.typeThis} ${typed}`],
    [richText(line(bold(what), plain(`\n${words.command.typeThis} `), code(typed)))],
  );
}
