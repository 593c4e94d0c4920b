// words/ owns the text that people read: one typed catalogue per language, with its grammar, plurals, numbers and dates. It
// must not know Slack's markup, HTTP, or where a text is shown.

/** English. */
export { card, numbers, status, time, triage, verdict } from './en/cards.ts';
export { access, checkUp, command, failure } from './en/failures.ts';
export { alert, quiet, summary, watches } from './en/watches.ts';
export { accounts, details, handOver, history, home, notes, pins, share } from './en/windows.ts';

export const buttons = {
  /** Of every window, and of every form. */
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  refresh: 'Refresh',
  recheck: 'Re-check',
  share: 'Share…',
  details: 'Details',
  history: 'History',
  pin: 'Pin',
  unpin: 'Unpin',
  name: 'Name…',
  open: 'Open',
  lookUp: 'Look up',
  previous: 'Previous',
  next: 'Next',
  watches: 'Watches',
  accounts: 'Accounts',
  summary: 'Summary',
  acknowledge: 'I’m on it',
  seeAll: 'See all',
  stopWatching: 'Stop watching…',
  /** Ends “I’m on it”. */
  release: 'Release',
  stillOnIt: 'Still on it',
  handOver: 'Hand over…',
  watch: 'Watch…',
  retire: 'Retire…',
  changeTime: 'Change time…',
  snooze: 'Snooze…',
  tellFine: 'Tell me when it is fine',
  /** Ends a snooze or a mute. */
  endNow: 'End now',
};

/** The window of the message shortcut. */
export const shortcut = {
  title: 'Backup status',
  noneFound: 'No account found in that message. Type its id or name.',
  label: 'Another account',
  hint: 'Ids or names, separated by spaces. Only you see the answer.',
};
