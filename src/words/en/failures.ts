import type { UnavailableReason } from '../../account/outcome.ts';
import { counted } from './numbers.ts';
import { tryAgain } from './time.ts';

/** A failure in words: `title` stands beside the id, `what` happened, `next` is what to do. */
export interface FailureText {
  readonly title: string;
  readonly what: string;
  readonly next: string;
}

const UNAVAILABLE: Readonly<Record<UnavailableReason, (retryAfterMs: number | undefined) => FailureText>> = {
  'no-answer': (wait) => ({
    title: 'Not checked: no answer',
    what: 'The service does not answer.',
    next: tryAgain(wait),
  }),
  'bad-response': () => ({
    title: 'Not checked: unusable answer',
    what: 'The service sends answers that cannot be used.',
    next: 'Try again; if this continues, tell the app’s admin.',
  }),
  'login-rejected': () => ({
    title: 'Not checked: sign-in refused',
    what: 'The service refuses this app’s sign-in.',
    next: 'Tell the app’s admin.',
  }),
  busy: (wait) => ({
    title: 'Not checked: too many at once',
    what: 'Too many look-ups at once.',
    next: tryAgain(wait),
  }),
};

export const failure = {
  'not-found': (id: string): FailureText => ({
    title: 'No such account',
    what: `No account has the id or the name “${id}”.`,
    next: 'Check it and ask again.',
  }),
  'invalid-id': (id: string): FailureText => ({
    title: 'Not an account id',
    what: `The service does not take “${id}” as an account id.`,
    next: 'Check the number and ask again.',
  }),
  forbidden: (id: string): FailureText => ({
    title: 'No access to this account',
    what: `The service does not show account “${id}” to this app.`,
    next: 'Ask the app’s admin for access.',
  }),
  unavailable: UNAVAILABLE,
};

export const access = {
  /** At most 24 characters (Slack, title of a view). */
  title: 'No answer here',
  /** What somebody reads who gets no answer: why, and what they can do. For `not-here` a list of places follows. */
  refusals: {
    'not-here': {
      what: 'Backup status does not answer here.',
      next: 'Ask again in one of these places:',
    },
    'not-you': {
      what: 'You don’t have access to backup status.',
      next: 'It is for full members of the workspace that runs it, or for some of them. Ask one of them to look it up, or ask the app’s admin for access.',
    },
    'not-checked': {
      what: 'Slack could not be asked whether you have access.',
      next: 'Try again in a minute. If this continues, tell the app’s admin.',
    },
  },
  /** Places in the list that are no channels. */
  places: { home: 'the Home of this app', direct: 'a direct message' },
};

/** What `/backup-status doctor` says: a line each. `since` is a moment, `ago` how long ago; both are markup. */
export const checkUp = {
  service: 'Service',
  database: 'Database',
  watches: 'Watches',
  working: 'Working.',
  lastAnswer: (ago: string) => `Working. Last answer about an account: ${ago}.`,
  noneAnswered: 'Signed in. No account has been looked up since this app started.',
  /** Opens what happened and what to do. */
  failing: (since: string) => `Look-ups have been failing since ${since}.`,
  databaseDown: (since: string) =>
    `No answer since ${since}. Look-ups still work; pins, names and watches do not. Tell the app’s admin.`,
  nothingWatched: 'Nothing is being watched.',
  watching: (accounts: number, ago: string) =>
    `Working. ${counted(accounts, 'account is', 'accounts are')} being watched; last check: ${ago}.`,
  serviceAway: (since: string) =>
    `Watched accounts cannot be read since ${since}. Watching goes on by itself when the service answers.`,
  /** Something has been due for long. */
  late: (since: string) => `Behind since ${since}. Tell the app’s admin.`,
  /** Channels and people. */
  notTold: (places: number) =>
    `${counted(places, 'place takes', 'places take')} no messages from this app: invite it to the channel again, or stop the watch there.`,
  /** As long as the database does not answer. */
  notKnown: 'On hold until the database answers.',
};
