import type { UnavailableReason } from '../../account/outcome.ts';
import { NO_BREAK, phrasesBy } from '../grammar.ts';
import { counted, numbers, tryAgain } from './cards.ts';

/** What can be typed after the command besides accounts, each in all languages. */
export type OurWord = 'help' | 'doctor' | 'share' | 'history' | WatchingWord | QuietWord;
type WatchingWord = 'watch' | 'unwatch' | 'watches' | 'summary' | 'bad' | 'ending' | 'full';
type QuietWord = 'mute' | 'unmute' | 'note' | 'unnote';

/** Text that cannot be looked up. `typed` is uncut. */
export type CommandProblem =
  /** Too long, a mention or link, with control characters, or nothing visible. */
  | { readonly kind: 'id-unreadable'; readonly typed: string }
  /** More accounts, or more text, than one command takes. `characters`: in UTF-16 units. */
  | { readonly kind: 'too-much'; readonly accounts: number; readonly characters: number }
  /**
   * A first word that is neither an account nor a command, or a command that cannot be read. `line`: the whole text, if it
   * may be one name; `meant`: the command that was probably meant, and `rest` what follows it.
   */
  | {
      readonly kind: 'unknown-word';
      readonly typed: string;
      readonly line: string;
      readonly meant?: OurWord;
      readonly rest?: string;
    };

/** A failure in words: `what` happened, beside the account, and what to do `next`. */
export interface FailureText {
  readonly what: string;
  readonly next: string;
}

const UNAVAILABLE: Readonly<Record<UnavailableReason, (retryAfterMs?: number) => FailureText>> = {
  'no-answer': (waitMs) => ({ what: 'no answer', next: tryAgain(waitMs) }),
  'bad-response': () => ({
    what: 'unusable answer',
    next: 'Try again. If this continues, tell the app’s admin.',
  }),
  'login-rejected': () => ({ what: 'sign-in refused', next: 'Tell the app’s admin.' }),
  busy: (waitMs) => ({ what: 'too many at once', next: tryAgain(waitMs) }),
};

export const failure = {
  'not-found': { what: 'No such account', next: 'Check the id or name, and ask again.' },
  forbidden: { what: 'No access to this account', next: 'Ask the app’s admin for access.' },
  unavailable: UNAVAILABLE,
  /** The title of these. */
  notChecked: (why: string) => `Not checked: ${why}`,
};

export const access = {
  title: 'No answer here',
  /** A refusal: why, and what the person can do. For `not-here` a list of places follows. */
  refusals: {
    'not-here': { what: 'Backup status does not answer here.', next: 'Ask again in one of these places:' },
    'not-you': {
      what: 'You don’t have access to backup status.',
      next: 'It is for full members of the workspace that runs it, or for some of them. Ask one of them to look it up, or ask the app’s admin for access.',
    },
    'not-checked': {
      what: 'Slack could not be asked who has access.',
      next: 'Try again in a minute. If this continues, tell the app’s admin.',
    },
  },
  /** Places in the list that are not channels. */
  places: { home: 'the Home of this app', direct: 'a direct message' },
};

/** What `/backup-status doctor` says: a line each. `since` is a time, `ago` how long ago; both are markup. */
export const checkUp = {
  service: 'Service',
  database: 'Database',
  watches: 'Watches',
  working: 'Working.',
  lastAnswer: (ago: string) => `Working. Last answer about an account: ${ago}.`,
  noneAnswered: 'Signed in. No account has been looked up since this app started.',
  /** Opens what happened and what to do. */
  failing: (since: string) => `Look-ups have been failing since ${since}:`,
  databaseDown: (since: string) =>
    `Failing since ${since}. Look-ups still work; pins, names and watches do not. Tell the app’s admin.`,
  nothingWatched: 'Nothing is being watched.',
  watching: (accounts: number, ago: string) =>
    `Working. ${counted(accounts, 'account is', 'accounts are')} being watched; last check: ${ago}.`,
  serviceAway: (since: string) =>
    `No watched account could be read since ${since}. Watching continues by itself when the service answers.`,
  /** A read has been overdue for long. */
  late: (since: string) => `Behind since ${since}. Tell the app’s admin.`,
  /** Channels and people. */
  notNotified: (places: number) =>
    `${counted(places, 'place accepts', 'places accept')} no messages from this app: invite it to the channel again, or stop the watch in the list of watches.`,
  /** While the database does not work. */
  notKnown: 'On hold until the database works again.',
};

/** `typed` is sanitized, and empty if nothing visible is left. */
const problem = phrasesBy<CommandProblem, 'kind'>('kind', {
  'id-unreadable': ({ typed }) =>
    typed === '' ? 'That id has no visible characters.' : `“${typed}” cannot be read as an account id.`,
  'too-much': ({ accounts, characters }) =>
    `That is too much at once: ${numbers.count(accounts)} accounts and ${numbers.count(characters)} characters at most.`,
  'unknown-word': ({ typed }) => `I don’t know “${typed}”.`,
});

export const command = {
  /** `what` was typed or pressed. */
  pending: (what: string) => `Still working on “${what}”. The answer follows; if none comes, ask again.`,
  help: {
    title: 'Are a customer’s backups all right? Type a name or an id:',
    examples: [
      { typed: 'Acme', gives: 'by name; three letters are enough' },
      { typed: '1001 1002', gives: 'by id; several at once come worst first' },
      { typed: '1001 share Please call', gives: 'show it in a channel, with a note' },
      { typed: 'watch 1004', gives: 'get alerts; “watches” lists, “unwatch” stops' },
      { typed: 'summary', gives: 'all watched here; also “bad”, “ending 30d”, “full”' },
      { typed: 'mute 1004 4h server move', gives: `no alerts for 4${NO_BREAK}hours; “unmute 1004” ends it` },
      { typed: 'note 1004 3d new disk', gives: 'for the next shift; “unnote 1004” ends it' },
      { typed: 'history 1004', gives: `how it was in the last 30${NO_BREAK}days` },
      { typed: 'doctor', gives: 'whether app and service are working' },
    ],
    /** Above the buttons of the viewer's own accounts. */
    ownAccounts: 'Your pinned and recent accounts',
    privacy: 'Only you see the answer, unless you share it.',
  },
  /** What else can be typed. */
  examples:
    'help, watches, unwatch 1004, unmute 1004, unnote 1004, summary 07:30, bad 3d, ending 30d, full 90%'.split(
      ', ',
    ),
  problem,
  /** `typed` is a name that several accounts have or begin with: those shown, and `more` that are not. */
  whichOne: (typed: string, shown: readonly string[], more: number) =>
    `“${typed}” fits ${more === 0 ? 'several' : numbers.count(shown.length + more)} accounts: ${numbers.list(shown, more)}. ${more === 0 ? 'Which one?' : 'Which one? Type more of the name to find the others.'}`,
  /** Suggestions for an id that does not exist; at least one. */
  didYouMean: (shown: readonly string[]) => `Did you mean: ${shown.join(', ')}?`,
  /** The right form follows. */
  typeThis: 'Type it like this:',
  /** The command follows, after what is wrong with it. */
  youTyped: 'You typed:',
  /** A failure of the database. */
  storageFailed:
    'This app’s storage is not responding. If you changed something, it may not have been saved. Try again in a minute.',
  /** A fault of ours, or an answer that Slack did not confirm but may have posted. */
  defect: 'Something went wrong. If you see no answer, try again.',
  defectTitle: 'Something went wrong',
  defectReference: (reference: string) =>
    `If it happens again, give this code to the app’s admin: ${reference}`,
  /** Slack refused a message that was the first step. */
  notPosted: 'Slack did not accept the message, so nothing was done. Try again in a minute.',
  /** In a window whose content is on its way. */
  moment: 'One moment…',
  /** In place of the note that an answer follows. */
  inWindow: 'The answer is in the window.',
  /** Of a window, or of what comes into it. */
  notOpened: 'Slack did not show the window. Try again.',
};
