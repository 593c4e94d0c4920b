import type { CommandProblem } from '../../words/command-problem.ts';
import type { Words } from '../../words/words.ts';
import { CUTS } from '../kit/limits.ts';
import { type FormatContext, type Message, notice } from '../kit/message.ts';
import { tidy } from '../kit/tidy.ts';

/** What was typed, quoted and cut, and the right form beside it. */
export function formatInvalidCommand(problem: CommandProblem, { words, command }: FormatContext): Message {
  const { what, example } = problemText(problem, words);
  return notice(what, words.command.typeThis, `${command} ${example}`);
}

/** What is wrong with what was typed, and an example of the right form, to stand after the command. */
export function problemText(
  problem: CommandProblem,
  words: Words,
): { readonly what: string; readonly example: string } {
  return { what: words.command.problem(showable(problem)), example: exampleFor(problem) };
}

function showable(problem: CommandProblem): CommandProblem {
  return 'typed' in problem ? { ...problem, typed: tidy(problem.typed, CUTS.typed) } : problem;
}

function exampleFor({ kind }: CommandProblem): string {
  if (kind === 'too-many-ids' || kind === 'too-long') return '1001 1002 1003';
  return kind === 'unclosed-quote' ? '"Acme Ltd"' : '1001';
}
