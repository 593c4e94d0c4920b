import type { CommandProblem, CommandWords } from '../command-words.ts';
import { counted, numbers } from './numbers.ts';
import { tryAgain } from './try-again.ts';

export const command: CommandWords = {
  pending: (ids, more) =>
    `Still asking the service about ${numbers.list(more > 0 ? [...ids, `${numbers.count(more)} more`] : ids)}. The answer follows; if none comes, ask again.`,
  help: {
    title: 'Are a customer’s backups all right? Type the account id:',
    examples: [
      { typed: '1001', gives: 'one account: the verdict, then the numbers' },
      { typed: '1001 1002 1003', gives: 'several accounts, worst first' },
      { typed: '1001 share', gives: 'post the card in this channel, without the e-mail' },
      { typed: '"Acme Ltd"', gives: 'an id with a space, in quotes' },
      { typed: 'doctor', gives: 'app and service status' },
    ],
    byName: 'a pinned account, by the short name you gave it',
    privacy: 'Only you see the answer, unless you share it.',
  },
  problem,
  typeThis: 'Type it like this:',
  limited: ({ left, perMinute, retryAfterMs }) => {
    const what = `You have looked up ${counted(perMinute - left, 'account', 'accounts')} in the last minute`;
    return left === 0
      ? { what: `${what}.`, next: tryAgain(retryAfterMs) }
      : {
          what: `${what}; ${numbers.count(perMinute)} are allowed.`,
          next: `Ask for ${numbers.count(left)} at most now, or for all of them later. ${tryAgain(retryAfterMs)}`,
        };
  },
  overloaded: 'This app is too busy right now. Try again in a minute.',
  defect: 'Something went wrong in this app. Try again.',
  defectTitle: 'Something went wrong',
  defectReference: (reference) => `If it happens again, give this code to the app’s admin: ${reference}`,
  notConfirmed: 'Slack did not confirm the answer. If it is not here, ask again in a minute.',
  notOpened: 'Slack did not open the window.',
  insteadOfWindow: 'Slack did not show this in a window, so here it is:',
  expired: 'This button has expired.',
  askAgain: 'To ask again, type:',
};

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
      return `A quote is opened and not closed: “${problem.typed}”.`;
    case 'markup':
      return `“${problem.typed}” is a mention or a link, not an account id.`;
    default:
      return problem satisfies never;
  }
}
