import { attentionOf } from './names.ts';
import { counted, listAndMore, numbers } from './numbers.ts';

/** What Home says first: so many accounts of all that are pinned or watched. */
export interface HomeLead {
  readonly kind: 'critical' | 'attention' | 'not-checked' | 'asking' | 'fine-so-far' | 'fine';
  readonly count: number;
  readonly total: number;
  /** Of those that need somebody, so many somebody is on. Absent: none. */
  readonly taken?: number;
}

/** What Home counts beside its first line. */
export type HomeCount = 'attention' | 'not-checked' | 'asking';

export const home = {
  lead,
  counted: (what: HomeCount, count: number) =>
    `${numbers.count(count)} ${what === 'attention' ? attentionOf(count) : COUNTED[what]}`,
  nonePinned: 'No accounts pinned',
  /** Follows the first line where there are no pins to count: what to do. */
  nonePinnedNext: 'Pin one from the menu of its card to see it here.',
  pinsUnavailable: 'Pinned accounts cannot be read',
  pinsUnavailableNext: 'This app’s storage is not responding. Look-ups still work. Try Refresh in a minute.',
  recentsUnavailable: 'Recent look-ups cannot be read right now.',
  updated: (ago: string) => `Updated ${ago}`,
  isAsking: 'Asking now, showing the last answers',
  noEarlierAnswer: 'No earlier answer',
  lookUpLabel: 'Look up an account',
  /** With ids as an example, at most 150 characters (Slack, placeholder). */
  lookUpPlaceholder: 'id or name, e.g. 1001',
  /** `more` counts those that are not among `shown`. */
  asking: (shown: readonly string[], more: number) => `Asking the service about ${listAndMore(shown, more)}…`,
  waiting: 'Asking now…',
  /** The heading above pins that need nobody, and the button below them: 75 characters at most (Slack). */
  pinned: 'Pinned',
  morePins: (count: number) => `and ${numbers.count(count)} more`,
  recent: 'Recent',
  /** A window that Slack did not open after a press in Home. `typed` is the command that gives the same. */
  notOpened: (account: string, typed: string) =>
    `Slack did not open the window for ${account}. Press again, or type ${typed} in any channel.`,
  /** In a window, when Slack does not take the new Home. `command` is what works all the same. */
  notTaken: {
    title: 'Home not updated',
    text: (command: string) =>
      `Slack did not accept the update, so Home still shows the previous state. Press again in a moment, or use ${command} in any channel.`,
  },
  /** In place of a Home that cannot be drawn. */
  notDrawn: 'Home cannot be shown right now',
  welcome: {
    title: 'Are a customer’s backups all right?',
    what: 'Type an account id or name, here or after the command. The answer says in one line whether the backups are all right, and if not, why. Accounts that you pin appear here, worst first.',
  },
};

const NOT_CHECKED = 'could not be checked';
const COUNTED = { 'not-checked': NOT_CHECKED, asking: 'still being asked' } as const;

function lead({ kind, count, total, taken = 0 }: HomeLead): string {
  switch (kind) {
    case 'critical':
      return needed(count, taken);
    case 'attention':
      return outOf(count, total, [attentionOf(1), attentionOf(2)]);
    case 'not-checked':
      return count === total && total > 1
        ? `None of ${accounts(total)} could be checked`
        : outOf(count, total, [NOT_CHECKED, NOT_CHECKED]);
    case 'asking':
      return `Asking about ${accounts(total)}…`;
    case 'fine-so-far':
      return `${outOf(count, total, ['is fine', 'are fine'])} so far`;
    case 'fine':
      return outOf(count, total, ['is fine', 'are fine']);
    default:
      return kind satisfies never;
  }
}

const accounts = (count: number) => counted(count, 'account', 'accounts');

/** `12 accounts need somebody, 3 nobody has taken` */
function needed(count: number, taken: number): string {
  const need = `${accounts(count)} ${count === 1 ? 'needs' : 'need'} somebody`;
  if (taken === 0) return `${need}, nobody has taken ${count === 1 ? 'it' : 'any'}`;
  return taken === count
    ? `${need}, ${count === 1 ? 'taken' : 'all taken'}`
    : `${need}, ${numbers.count(count - taken)} nobody has taken`;
}

/** `1 of 4 accounts needs`, `All 4 accounts need` */
function outOf(count: number, total: number, [one, several]: readonly [string, string]): string {
  if (total === 1) return `${accounts(1)} ${one}`;
  if (count === total) return `${total === 2 ? 'Both accounts' : `All ${accounts(total)}`} ${several}`;
  return `${numbers.count(count)} of ${accounts(total)} ${count === 1 ? one : several}`;
}
