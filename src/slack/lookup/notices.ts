import type { CommandProblem } from '../../words/en/failures.ts';
import type { Words } from '../../words/words.ts';
import { CUTS } from '../kit/limits.ts';
import { asTyped, type FormatContext, type Message, notice, sentence } from '../kit/message.ts';
import { tidy } from '../kit/tidy.ts';

/** Says that an answer is on its way, when it takes longer than Slack waits. What waits for it finds the `block_id`. */
export function formatPending(what: string, { words }: FormatContext): Message {
  const { text, blocks } = sentence(words.command.pending(tidy(what, CUTS.typed)));
  return { text, blocks: blocks.map((block) => ({ ...block, block_id: 'pending' })) };
}

/**
 * Answers a press or command that opens nothing: its trigger has expired, or Slack did not open the window. `typed` is what
 * to type in place of it.
 */
export function formatNotOpened(typed: string, { words }: FormatContext, isExpired = false): Message {
  const { expired, notOpened, askAgain } = words.command;
  return notice(isExpired ? expired : notOpened, askAgain, typed);
}

/** Tells the person who pressed Re-check that Slack no longer lets the shared card be changed, and what to do. */
export function formatExpiredCard(ids: readonly string[], { words, command }: FormatContext): Message {
  const { cardSpent, shareAgain } = words.recheck;
  const accounts = ids.map((id) => asTyped(tidy(id, CUTS.id))).join(' ');
  return notice(cardSpent, shareAgain, `${command} ${accounts} share`);
}

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
  const shown = 'typed' in problem ? { ...problem, typed: tidy(problem.typed, CUTS.typed) } : problem;
  return { what: words.command.problem(shown), example: exampleFor(problem) };
}

function exampleFor(problem: CommandProblem): string {
  const { kind } = problem;
  if (kind === 'unknown-word') return tidy(problem.example, CUTS.typed);
  if (kind === 'too-many-ids' || kind === 'too-long') return '1001 1002 1003';
  return kind === 'unclosed-quote' ? '"Acme Ltd"' : '1001';
}
