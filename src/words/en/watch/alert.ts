import { NO_BREAK } from '../../durations.ts';
import { LEVEL } from '../names.ts';
import { counted, listAndMore, numbers } from '../numbers.ts';

/** How many accounts are not all right, by how bad they are. */
export interface BadCounts {
  readonly critical: number;
  readonly attention: number;
  readonly unknown: number;
}

/** What channels and people are told without asking. Moments and people come as markup. */
export const alert = {
  bad,
  /** Stands in place of a reason when the service says nothing about the account. */
  noData: 'Cannot tell: the service has no data for this account',
  oneCause: 'So many at once often share one cause.',
  /** When an account stopped being fine. */
  since: (moment: string, level: keyof BadCounts) =>
    `${level === 'unknown' ? 'Unclear' : 'Not fine'} since ${moment}`,
  /** In place of the moment in `since`: it was so then, and nobody knows for how long. */
  orEarlier: (moment: string) => `${moment} or earlier`,
  /** Of many. */
  firstSince: (moment: string) => `The first since ${moment}.`,
  onIt: (person: string, moment: string | undefined) =>
    `${person} is on it${moment === undefined ? '' : ` since ${moment}`}`,
  fineSince: (moment: string, duration: string) => `Fine since ${moment}, after ${duration}`,
  /** All of so many. */
  allFine: (count: number) =>
    count === 2 ? 'Both are fine again' : `All ${numbers.count(count)} are fine again`,
  /** Of more that are not fine again, or nobody knows of. */
  someFine: (count: number) => `${accountsOf(count)} fine again`,
  fine: (account: string) => `${account} is fine again`,
  fineAfter: (account: string, duration: string) => `${account} is fine again, after ${duration}`,
  /** Each with its duration; `more` counts those that are not among them. */
  severalFine: (accounts: readonly { readonly account: string; readonly duration: string }[], more: number) =>
    `Fine again: ${listAndMore(
      accounts.map(({ account, duration }) => `${account} after ${duration}`),
      more,
    )}`,
  /** What a message is news of, and how many are open besides. */
  isNew: (accounts: string, others: number) =>
    `New: ${accounts} · ${counted(others, 'other', 'others')} open`,
  accounts: (count: number) => accountsOf(count),
  /** Of an older alert: what it was about. A sign and a moment follow. */
  was: (account: string, more: number) => `${listAndMore([account], more)} · was`,
  /** After a person. */
  wasOnIt: 'was on it',
  continued: 'continued here',
  /** A link to the alert that is kept up to date. */
  present: 'The present one',
  /** After a person, in a thread. */
  tookOver: (accounts: readonly string[], more: number) => `is on it: ${listAndMore(accounts, more)}`,
  /** Between two people. */
  tookOverFrom: 'took over from',
  /** After a person, in a thread: why they are no longer on accounts. */
  noLonger: (why: 'released' | 'over' | 'worse', accounts: readonly string[], more: number) =>
    `is no longer on it${NO_LONGER[why]}: ${listAndMore(accounts, more)}`,
  /** Between two people; the accounts follow. */
  handedOverTo: 'handed over to',
  these: (accounts: readonly string[], more: number) => listAndMore(accounts, more),
  /** To somebody who is on accounts, an hour before that ends; the moment at which it does follows. */
  still: (accounts: readonly string[], more: number) => `Still on ${listAndMore(accounts, more)}?`,
  stillUntil: (clock: string) => `At ${clock} it counts as nobody’s.`,
  notWatched: 'These accounts are no longer watched here',
  more: (count: number) => `and ${numbers.count(count)} more`,
  /** Title and button of the window with all of its accounts: at most 24 characters each (Slack). */
  window: { title: 'All accounts', close: 'Close' },
  open: (account: string) => `Open ${account}`,
  outage: {
    what: (since: string) => `The backup service has not answered since ${since}.`,
    meanwhile: (accounts: number) =>
      `${counted(accounts, 'account is', 'accounts are')} not being watched until the service answers. You will read it here when it does.`,
    was: (from: string, to: string, duration: string) =>
      `The backup service did not answer from ${from} to ${to} (${duration}). It answers again.`,
    over: (accounts: number, duration: string) =>
      `The backup service answers again, after ${duration}. ${counted(accounts, 'account is', 'accounts are')} being watched again.`,
  },
  absence: (from: string, to: string) =>
    `Nobody was watching from ${from} to ${to}. Changes since then follow now.`,
};

const NO_LONGER = {
  released: '',
  over: `, after 12${NO_BREAK}hours`,
  worse: ', because it got worse',
} as const;

const accountsOf = (count: number) => counted(count, 'account', 'accounts');

/** `2 accounts need you now, 1 is unclear`, or of so many: `43 of 200 accounts need you now`. */
function bad(counts: BadCounts, total?: number): string {
  const parts = (['critical', 'attention', 'unknown'] as const).filter((level) => counts[level] > 0);
  return parts
    .map((level, at) => {
      const count = counts[level];
      const what = WHAT[level][count === 1 ? 0 : 1];
      if (at > 0) return `${numbers.count(count)} ${what}`;
      return `${total === undefined ? accountsOf(count) : `${numbers.count(count)} of ${accountsOf(total)}`} ${what}`;
    })
    .join(', ');
}

const WHAT = {
  critical: ['needs you now', 'need you now'],
  attention: [LEVEL.attention, 'need attention'],
  unknown: ['is unclear', 'are unclear'],
} as const;
