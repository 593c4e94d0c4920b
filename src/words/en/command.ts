import type { CommandProblem } from '../command-problem.ts';
import { counted, listAndMore, numbers } from './numbers.ts';

export const command = {
  pending: (ids: readonly string[], more: number) =>
    `Still asking the service about ${listAndMore(ids, more)}. The answer follows; if none comes, ask again.`,
  help: {
    title: 'Are a customer’s backups all right? Type the account id:',
    examples: [
      { typed: '1001', gives: 'one account: the verdict, then the numbers' },
      { typed: '1001 1002 1003', gives: 'several accounts, worst first' },
      { typed: '1001 share', gives: 'post the card in this channel, without the e-mail' },
      { typed: '"Acme Ltd"', gives: 'an id with a space, in quotes' },
      { typed: 'doctor', gives: 'app and service status' },
      { typed: 'watch 1004', gives: 'get alerts about it, here or in a direct message' },
      { typed: 'watches', gives: 'what is watched here and by you; stop it there' },
      { typed: 'summary', gives: 'the state of everything watched here' },
    ],
    /** What an account's name gives, typed in place of its id. */
    byName: 'an account by its name, or the beginning of a word of it',
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
    case 'markup':
      return `“${problem.typed}” is a mention or a link, not an account id.`;
    default:
      return problem satisfies never;
  }
}
