import { counted, numbers } from './numbers.ts';

/** The window with the list of accounts. Accounts come clean and cut. */
export const accounts = {
  /** Titles and buttons: at most 24 characters each (Slack). */
  title: 'Accounts',
  close: 'Close',
  search: 'Find by id or name',
  find: 'Search',
  filter: 'Show',
  all: 'All accounts',
  notWatched: 'no verdict yet',
  retire: 'Retire',
  retireTitle: 'Retire this account?',
  retireText: (account: string) =>
    `${account} is taken off the list for everybody, and nobody is told of it any more. Its history stays. Add its id again to bring it back.`,
  cancel: 'Cancel',
  add: 'Add accounts…',
  none: 'No account is on the list yet, or none fits. Add accounts here, or ask the app’s admin to import them.',
  loading: 'Reading the list…',
  unavailable: 'The list cannot be read: this app’s storage is not responding. Try again in a minute.',
  range: (from: number, to: number, total: number) =>
    `${numbers.count(from)}–${numbers.count(to)} of ${counted(total, 'account', 'accounts')}, worst first`,
  addTitle: 'Add accounts',
  save: 'Add',
  pasteLabel: 'One account in each line: id, name',
  pasteHint: 'Rows of a spreadsheet can be pasted. A line may be an id alone. Each new id is read once.',
  reading:
    'Reading each new account once, a few in a second. Then all of them are added together. If nothing else stands here in ten minutes, look in the list whether they are there. If not, add them again.',
  stopped: 'The app is being restarted. Nothing was added. Add them again in a minute.',
  notStored: 'This app’s storage is not responding. Nothing was added. Try again in a minute.',
  busy: 'Another import is under way. Try again in a minute.',
  unclosedQuote: 'A quote is opened and not closed. Nothing was added.',
  added: (added: number, renamed: number) =>
    `${counted(added, 'account', 'accounts')} added, ${numbers.count(renamed)} renamed.`,
  notFound: (count: number, ids: string) => `${numbers.count(count)} not found: ${ids}`,
  refused: (count: number, ids: string) => `${numbers.count(count)} refused by the service: ${ids}`,
  unread: (count: number) =>
    `${counted(count, 'account', 'accounts')} could not be read now, and were added all the same.`,
  notTaken: (lines: string) =>
    `Not taken, because the id or the name cannot be used, or the id has another name above: lines ${lines}.`,
  limit: (limit: number) =>
    `The list may have ${counted(limit, 'account', 'accounts')}, and would have more. Nothing was added.`,
};
