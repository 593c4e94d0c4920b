import { counted } from './numbers.ts';

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
