// words/ owns the text people read: one typed catalogue per language, with its grammar, plurals, numbers and dates.
// It must never know Slack's markup, HTTP or where a text is shown.
import { access } from './en/access.ts';
import { card } from './en/card.ts';
import { checkUp } from './en/check-up.ts';
import { command } from './en/command.ts';
import { details } from './en/details.ts';
import { failure } from './en/failure.ts';
import { home } from './en/home.ts';
import { numbers } from './en/numbers.ts';
import { pins } from './en/pins.ts';
import { recheck } from './en/recheck.ts';
import { shortcut } from './en/shortcut.ts';
import { time } from './en/time.ts';
import { triage } from './en/triage.ts';
import { verdict } from './en/verdict.ts';
import type { Words } from './words.ts';

/** English. */
export const english: Words = {
  numbers,
  time,
  status: {
    online: 'Online',
    offline: 'Offline',
    'backing-up': 'Backing up',
    unknown: 'Unknown status',
    'not-reported': 'Status not reported',
  },
  verdict,
  card,
  buttons: {
    refresh: 'Refresh',
    retry: 'Retry',
    recheck: 'Re-check',
    share: 'Share',
    details: 'Details',
    pin: 'Pin',
    unpin: 'Unpin',
    name: 'Name…',
    open: 'Open',
    lookUp: 'Look up',
    previous: 'Previous',
    next: 'Next',
  },
  failure,
  triage,
  details,
  command,
  checkUp,
  home,
  pins,
  recheck,
  access,
  shortcut,
};
