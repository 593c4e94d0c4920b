// words/ owns the text people read: one typed catalogue per language, with its grammar, plurals, numbers and dates.
// It must never know Slack's markup, HTTP or where a text is shown.

import { access } from './en/access.ts';
import { accounts } from './en/accounts.ts';
import { card } from './en/card.ts';
import { checkUp } from './en/check-up.ts';
import { command } from './en/command.ts';
import { details } from './en/details.ts';
import { failure } from './en/failure.ts';
import { home } from './en/home.ts';
import { status } from './en/names.ts';
import { numbers } from './en/numbers.ts';
import { pins } from './en/pins.ts';
import { recheck } from './en/recheck.ts';
import { share } from './en/share.ts';
import { time } from './en/time.ts';
import { triage } from './en/triage.ts';
import { verdict } from './en/verdict.ts';
import { alert } from './en/watch/alert.ts';
import { history } from './en/watch/history.ts';
import { summary } from './en/watch/summary.ts';
import { watches } from './en/watch/watches.ts';

/** English. */
export const english = {
  numbers,
  time,
  status,
  verdict,
  card,
  buttons: {
    refresh: 'Refresh',
    retry: 'Retry',
    recheck: 'Re-check',
    share: 'Share',
    /** Opens a window that asks for a channel. */
    shareIn: 'Share…',
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
    takeOver: 'I’m on it',
    seeAll: 'See all',
    /** Opens a window that asks once more. */
    stopWatching: 'Stop watching…',
    askAgain: 'Ask again',
  },
  failure,
  alert,
  summary,
  history,
  watches,
  accounts,
  triage,
  details,
  command,
  checkUp,
  home,
  pins,
  recheck,
  share,
  access,
  /** The modal of the message shortcut. Title and buttons: at most 24 characters each (Slack). */
  shortcut: {
    title: 'Backup status',
    submit: 'Look up',
    close: 'Close',
    asking: 'Asking the service…',
    noneFound: 'No account found in that message. Type its id or name.',
    label: 'Another account',
    hint: 'An id or one of your short names. Separate several with spaces. Only you see the answer.',
    placeholder: 'id or name, e.g. 1001',
  },
};
