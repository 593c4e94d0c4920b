import { counted, listAndMore, numbers } from '../numbers.ts';

/** Of so many accounts that are watched. `fine` are left when those that are bad or were not read are taken away. */
export interface FineCounts {
  readonly fine: number;
  readonly total: number;
  /** The service cannot be asked: what is said is from before. */
  readonly isOut: boolean;
}

/** How all that is watched is, at a time that somebody chose or when somebody asks. Moments and places come as markup. */
export const summary = {
  /** The notification too. */
  title: (state: string) => `Summary · ${state}`,
  fine,
  /** Title and button of the window in Home: at most 24 characters each (Slack). */
  window: 'Summary',
  close: 'Close',
  /** `isHere`: it was asked in a conversation, not in Home. */
  nothing: (isHere: boolean): string =>
    isHere ? 'Nothing is watched here, and nothing by you.' : 'You watch nothing yet.',
  nothingNext: 'A summary is about watched accounts. To watch one, type:',
  loading: 'Reading the watches…',
  nobodyYet: 'nobody is on it yet',
  here: (place: string) => `Accounts watched in ${place}. Only you see this.`,
  yours: 'Accounts that you watch, here and in channels. Only you see this.',
  /** In a channel; `person` is a mention. */
  outage: (since: string) =>
    `The backup service has not answered since ${since}. This is what was known before.`,
  overdue: (count: number) =>
    `${counted(count, 'account', 'accounts')} would be worse by now unless a backup has run.`,
  /** The heading above what changed since the last summary, or since a day. */
  since: (moment: string) => `Since ${moment}:`,
  absence: (from: string, to: string) => `Nobody was watching from ${from} to ${to}.`,
  fineAgain: (names: readonly string[], more: number) => `Fine again: ${listAndMore(names, more)}`,
  new: (names: readonly string[], more: number) => `New: ${listAndMore(names, more)}`,
  worse: (names: readonly string[], more: number) => `Got worse: ${listAndMore(names, more)}`,
  unchanged: 'Nothing has changed.',
  /** The heading above times, each with its account. */
  next: 'Next hours, if no backup runs',
  /** `oldest` is the moment of the oldest read; undefined: there was none. */
  read: (count: number, total: number, oldest: string | undefined) => {
    const read = `${count === total ? '' : `${numbers.count(count)} of `}${counted(total, 'account', 'accounts')} read`;
    return oldest === undefined ? read : `${read}. ${total === 1 ? 'Read' : 'Oldest read'}: ${oldest}`;
  },
};

function fine({ fine: count, total, isOut }: FineCounts): string {
  const [one, several] = isOut ? ['was', 'were'] : ['is', 'are'];
  if (count < total)
    return `${numbers.count(count)} of ${counted(total, 'account', 'accounts')} ${count === 1 ? one : several} fine`;
  if (total === 1) return `The watched account ${one} fine`;
  return total === 2
    ? `Both accounts ${several} fine`
    : `All ${numbers.count(total)} accounts ${several} fine`;
}
