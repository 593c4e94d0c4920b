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
    `This takes ${account} off the list for everybody and ends its alerts. Its history stays. Add its id again to bring it back.`,
  cancel: 'Cancel',
  add: 'Add accounts…',
  none: 'No account is on the list yet, or none matches. Add accounts here, or ask the app’s admin to import them.',
  loading: 'Reading the list…',
  unavailable: 'The list cannot be read: this app’s storage is not responding. Try again in a minute.',
  range: (from: number, to: number, total: number) =>
    `${numbers.count(from)}–${numbers.count(to)} of ${counted(total, 'account', 'accounts')}, worst first`,
  addTitle: 'Add accounts',
  save: 'Add',
  pasteLabel: 'One account in each line: id, name',
  pasteHint: 'Rows of a spreadsheet can be pasted. A line may be an id alone. Each new id is read once.',
  reading:
    'Reading each new account once, a few in a second. Then all of them are added together. If this has not changed in ten minutes, check the list. If they are missing, add them again.',
  stopped: 'The app is being restarted. Nothing was added. Add them again in a minute.',
  notStored: 'This app’s storage is not responding. Nothing was added. Try again in a minute.',
  busy: 'Another import is under way. Try again in a minute.',
  unclosedQuote: 'A quote is not closed. Nothing was added.',
  added: (added: number, renamed: number) =>
    `${counted(added, 'account', 'accounts')} added, ${numbers.count(renamed)} renamed.`,
  notFound: (count: number, ids: string) => `${numbers.count(count)} not found: ${ids}`,
  refused: (count: number, ids: string) => `${numbers.count(count)} refused by the service: ${ids}`,
  unread: (count: number) =>
    `${counted(count, 'account', 'accounts')} could not be read now and ${count === 1 ? 'was' : 'were'} added anyway.`,
  notTaken: (lines: string) =>
    `Not taken, because the id or the name cannot be used, or the id has another name above: lines ${lines}.`,
  limit: (limit: number) =>
    `The list holds ${counted(limit, 'account', 'accounts')} at most, and this would be more. Nothing was added.`,
};
