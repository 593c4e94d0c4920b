import type { VerdictLevel } from '../../../account/verdict.ts';
import { NO_BREAK } from '../../durations.ts';
import { LEVEL } from '../names.ts';
import { listAndMore, numbers } from '../numbers.ts';

/** What is said of days: of a level, or that they were not seen, or do not count. */
type DayWord = VerdictLevel | 'not-seen' | 'not-counted';

/** Days of one kind, in words; `more` counts those that are not named. */
interface NamedDays {
  readonly sign: Exclude<DayWord, 'healthy' | 'not-counted'>;
  readonly days: readonly string[];
  readonly more: number;
}

const DAY: Readonly<Record<DayWord, string>> = {
  ...LEVEL,
  'not-seen': 'not seen',
  'not-counted': 'not counted',
};

/** The history of an account. Accounts come clean and cut. */
export const history = {
  /** Title and button of the window: at most 24 characters each (Slack). */
  title: 'History',
  close: 'Close',
  loading: (account: string) => `Reading the history of ${account}…`,
  of: (account: string) => `History of ${account}`,
  /** What a sign stands for. */
  day: DAY,
  /** How many of the days that count were fine, and which were not. */
  days: (fine: number, counted: number, others: readonly NamedDays[]) =>
    `${[
      `Fine on ${numbers.count(fine)} of ${numbers.count(counted)}${NO_BREAK}${counted === 1 ? 'day' : 'days'}`,
      ...others.map(({ sign, days, more }) => `${DAY[sign]} on ${listAndMore(days, more)}`),
    ].join('; ')}.`,
  /** Of the time that was seen. `notSeen` is how long it was not; absent: it was seen all the time. */
  protectedFor: (percent: string, notSeen: string | undefined) =>
    notSeen === undefined
      ? `Protected ${percent} of the time, seen all of it.`
      : `Protected ${percent} of the time that was seen. Not counted: ${notSeen} that nobody saw.`,
  nothingSeen: 'There is no data for this time.',
  /** Stands before a moment. */
  since: (level: VerdictLevel) => `${capital(LEVEL[level])} since`,
  weekIsARow: 'A row is a week, Monday first.',
  incidents: 'Last incidents',
  /** After the moment at which it began. */
  lasted: (duration: string) => `for ${duration}`,
  stillOpen: 'still open',
  notWatched: (account: string) => `${account} is not watched, so it has no history.`,
  noLongerWatched: 'Nobody watches this account now.',
  toWatch: 'To keep its history from now on, type:',
  whichAccount: 'Type one account after it, an id or a name:',
  unavailable: 'The history cannot be read: this app’s storage is not responding. Try again in a minute.',
};

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
