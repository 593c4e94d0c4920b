import type { CommandProblem } from '../command-problem.ts';
import { NO_BREAK } from '../durations.ts';
import { counted, listAndMore, numbers } from './numbers.ts';

export const command = {
  /** `what` was typed or pressed. */
  pending: (what: string) => `Still working on “${what}”. The answer follows; if none comes, ask again.`,
  help: {
    title: 'Are a customer’s backups all right? Type a name or an id:',
    /** Of an account by its name comes first: `name` is one that the reader knows, or made up. */
    examples: (name: string) => [
      { typed: name, gives: 'an account by its name; three letters of it are enough' },
      { typed: '1001 1002', gives: 'by id; several at once come worst first' },
      { typed: '1001 share Please call', gives: 'show it in a channel, with a note' },
      { typed: 'watch 1004', gives: 'get alerts about it, here or in a direct message' },
      { typed: 'watches', gives: 'what is watched here; “unwatch 1004” stops one' },
      { typed: 'summary', gives: 'how everything watched here is now' },
      { typed: 'history 1004', gives: `how it was in the last 30${NO_BREAK}days` },
      { typed: 'doctor', gives: 'whether app and service are working' },
    ],
    /** Stands above the buttons of the reader's own accounts. */
    ownAccounts: 'Your pinned and recent accounts',
    privacy: 'Only you see the answer, unless you share it.',
  },
  problem,
  /** `typed` is the name of the accounts shown, or the beginning of it, and of `more` that are not shown. */
  whichOne: (typed: string, shown: readonly string[], more: number) =>
    `“${typed}” fits ${more === 0 ? 'several' : numbers.count(shown.length + more)} accounts: ${listAndMore(shown, more)}. ${more === 0 ? 'Which one?' : 'Which one? Type more of the name to find the others.'}`,
  /** What was perhaps meant by an id that does not exist: one at least. */
  didYouMean: (shown: readonly string[]) => `Did you mean ${numbers.either(shown)}?`,
  /** Opens the right form. */
  typeThis: 'Type it like this:',
  defect: 'Something went wrong in this app. Try again.',
  /** At most 24 characters (Slack, title of a view). */
  defectTitle: 'Something went wrong',
  defectReference: (reference: string) =>
    `If it happens again, give this code to the app’s admin: ${reference}`,
  /** Slack did not say that it took a message; it may have. */
  notConfirmed: 'Slack did not confirm the answer. If it is not here, ask again in a minute.',
  /** A window that Slack did not open, for reasons of its own. */
  notOpened: 'Slack did not open the window.',
  /** Stands before what a window would have said. */
  insteadOfWindow: 'Slack did not show this in a window, so here it is:',
  expired: 'This button has expired.',
  /** Opens the command to type. */
  askAgain: 'To ask again, type:',
};

/** `typed` is clean and cut, and empty when nothing visible is left. */
function problem(problem: CommandProblem): string {
  switch (problem.kind) {
    case 'id-too-long':
      return `“${problem.typed}” is longer than an account id can be.`;
    case 'id-unreadable':
      return problem.typed === ''
        ? 'That id has no visible characters.'
        : `“${problem.typed}” cannot be read as an account id.`;
    case 'too-many-ids':
      return `${counted(problem.count, 'account', 'accounts')} at once is too many: ${numbers.count(problem.limit)} at most.`;
    case 'too-long':
      return `That is more than ${numbers.count(problem.limit)} characters. Ask about fewer accounts at a time.`;
    case 'unclosed-quote':
      return `A quote is not closed: “${problem.typed}”.`;
    case 'unknown-word':
      return `I don’t know “${problem.typed}”.`;
    case 'markup':
      return `“${problem.typed}” is a mention or a link, not an account id.`;
    default:
      return problem satisfies never;
  }
}
