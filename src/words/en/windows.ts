import type { GeneralInfoField } from '../../account/account.ts';
import type { PinChange } from '../../account/names.ts';
import type { BackupKind } from '../../account/verdict.ts';
import type { HistorySign } from '../../watch/history.ts';
import { NO_BREAK, phrasesBy } from '../grammar.ts';
import { backupName, counted, LEVEL, numbers } from './cards.ts';

export const details = {
  title: 'Account details',
  contact: 'Contact',
  headings: { limits: 'Limits', sent: 'As the service sent it' },
  fields: {
    packageName: 'Package',
    endDate: 'Package ends',
    email: 'E-mail',
    status: 'Status',
    quota: 'Quota',
    backupCount: 'Backups',
    lastBackupDateDb: 'Last database backup, date',
    lastBackupTimeDb: 'Last database backup, time',
    lastBackupDateFolders: 'Last folder backup, date',
    lastBackupTimeFolders: 'Last folder backup, time',
    maxFolderCount: 'Folders allowed',
    foldersFilesCount: 'Folders and files',
    dailyBackupCount: 'Backups allowed a day',
    todayBackupCount: 'Backups today',
    version: 'Client version',
    darkMode: 'Dark mode',
  } satisfies Record<GeneralInfoField, string>,
  notSent: 'not sent',
  emptyText: 'empty',
  /** What the account is judged by; `setBy` is around each. `limit` is a duration. */
  limits: {
    late: (limit: string) => `Late: ${limit} old or older`,
    stale: (limit: string) => `Stale: ${limit} old or older`,
    packageEndsSoon: (limit: string) => `Package ends soon: within ${limit}`,
    weekdaysOnly: 'Saturdays and Sundays do not count',
    ignored: (backup: BackupKind) => `The ${backupName(backup)} is not checked`,
    minimumClient: (version: string) => `Client too old: before ${version}`,
  },
  /** `setting` is where the limit is set, also for exceptions. */
  setBy: (limit: string, setting: string) => `${limit}, set by ${setting}`,
  zone: (zone: string, isSet: boolean) =>
    `Service times read as ${zone}, ${isSet ? 'set by' : 'perhaps wrong: set'} BACKUP_SERVICE_TIME_ZONE`,
};

/** The window in which somebody hands an account over. */
export const handOver = {
  title: 'Hand over',
  label: (account: string) => `Who takes over ${account}?`,
  note: 'Note to them, also posted in the thread',
};

/** The window in which a channel is chosen. */
export const share = {
  title: 'Share in a channel',
  submit: 'Share',
  /** `what`: an account or a list of them, or `summary`. */
  label: (what: string) => `Channel for ${what}`,
  summary: 'the summary of this channel',
  note: 'Note to the channel',
  hint: 'Everybody in the channel can read it, without the contact e-mail. Channels shared with other organisations are not listed.',
  /** `channel` is a mention. */
  shared: (channel: string) => `Shared in ${channel}.`,
  /** Begins the text about each account. */
  nothing: 'Nothing was shared.',
  notShared: (note: string) => `Nothing was shared.${note && ` Your note: “${note}”`}`,
};

/** The result of a change to a pin or its name. `account` is the account as shown, `name` its present name. */
const change = phrasesBy<PinChange, 'kind', [account: string, name: string | undefined]>('kind', {
  pinned: (_, account) => `${account} is pinned and appears in Home.`,
  unpinned: (_, account) => `${account} is no longer pinned.`,
  'not-pinned': (_, account) => `${account} is not pinned. Pin it first.`,
  named: (_, account, name) =>
    name === undefined
      ? `${account} has no short name now.`
      : `${account}: “${name}” works in place of the id now.`,
  'limit-reached': ({ limit }, account) =>
    `${account} was not pinned: ${counted(limit, 'account', 'accounts')} can be pinned at most. Unpin one first.`,
  'name-taken': ({ name, accountId }) => `“${name}” is your name for ${accountId} already. Choose another.`,
  'name-unusable': 'This cannot be typed as a name. Use 1 to 40 letters or digits.',
});

export const pins = {
  change,
  /** Beside an id that does not exist, if it may have been a name. */
  namesUnavailable: 'Your own short names cannot be read right now.',
  nameView: {
    title: 'Short name',
    label: (account: string) => `Short name for ${account}`,
    hint: 'Works in place of the id, for you alone. Leave it empty for no name.',
  },
};

/** The window that lists accounts. Accounts are sanitized. */
export const accounts = {
  search: 'Find by id or name',
  find: 'Search',
  filter: 'Show',
  all: 'All accounts',
  pinned: 'My pins',
  notRead: 'not read yet',
  notWatched: 'not watched',
  back: 'Back to the list',
  retire: 'Retire',
  retireText: (account: string) =>
    `This takes ${account} off the list for everybody and ends its alerts. Its history stays. Add its id again to bring it back; a watch by its id does not come back.`,
  add: 'Add accounts…',
  none: 'No account matches. In this app’s Home, Accounts adds accounts to the list.',
  range: (from: number, to: number, total: number) =>
    `${numbers.count(from)}–${numbers.count(to)} of ${counted(total, 'account', 'accounts')}, worst first`,
  addTitle: 'Add accounts',
  pasteLabel: 'One account in each line: id, name',
  pasteHint: 'Rows of a spreadsheet can be pasted. A line may be an id alone. Each new id is read once.',
  reading:
    'Reading each new account once, a few in a second. Then all of them are added together. If this has not changed in ten minutes, check the list. If they are missing, add them again.',
  noneRead: 'The accounts could not be read, so none was added. Try again in a minute.',
  unclosedQuote: 'A quote is not closed. Nothing was added.',
  added: (added: number, renamed: number) =>
    `${counted(added, 'account', 'accounts')} added, ${numbers.count(renamed)} renamed.`,
  notFound: (count: number, ids: string) => `${numbers.count(count)} not found: ${ids}`,
  refused: (count: number, ids: string) => `${numbers.count(count)} refused by the service: ${ids}`,
  unread: (count: number, ids: string) =>
    `${numbers.count(count)} could not be read now, so not added. Add again later: ${ids}`,
  notTaken: (lines: string) =>
    `Not added, because the id or the name cannot be used, or the id has another name above: lines ${lines}.`,
  limit: (limit: number) =>
    `The list holds ${counted(limit, 'account', 'accounts')} at most, and this would be more. Nothing was added.`,
};

/** `12 accounts: act now, nobody is on 3 of them` */
function needed(count: number, taken: number): string {
  const need = `${counted(count, 'account', 'accounts')}: ${LEVEL.critical}`;
  if (count === 1) return `${need}, ${taken === 1 ? 'somebody' : 'nobody'} is on it`;
  if (taken === count) return `${need}, somebody is on each of them`;
  return `${need}, nobody is on ${taken === 0 ? 'any' : numbers.count(count - taken)} of them`;
}

export const home = {
  needed,
  pinsUnavailable: 'Pinned accounts cannot be read',
  pinsUnavailableNext: 'This app’s storage is not responding. Look-ups still work. Try Refresh in a minute.',
  updated: (ago: string) => `Updated ${ago}`,
  isAsking: 'Asking now, showing the last answers',
  noEarlierAnswer: 'No earlier answer',
  lookUpLabel: 'Look up an account',
  /** With ids as an example, at most 150 characters (Slack, placeholder). */
  lookUpPlaceholder: 'id or name, e.g. 1001',
  waiting: 'Asking now…',
  /** The heading above pins that need nobody. */
  pinned: 'Pinned',
  recent: 'Recent',
  welcome: {
    title: 'Are a customer’s backups all right?',
    what: 'Type an account id or name, here or after the command. The answer says in one line whether the backups are all right, and if not, why. Accounts that you pin appear here, worst first.',
  },
};

/** Days of one kind, in words; `more` counts those that are not named. */
interface NamedDays {
  readonly sign: Exclude<HistorySign, 'healthy' | 'not-counted'>;
  readonly days: readonly string[];
  readonly more: number;
}

const DAY: Readonly<Record<HistorySign, string>> = {
  ...LEVEL,
  'not-seen': 'not seen',
  'not-counted': 'not counted',
};

/** The history of an account. Accounts are sanitized. */
export const history = {
  of: (account: string) => `History of ${account}`,
  /** What a sign means. */
  day: DAY,
  /** How many of the days that count were fine, and which were not. */
  days: (fine: number, counted: number, others: readonly NamedDays[]) =>
    `${[
      `Fine on ${numbers.count(fine)} of ${numbers.count(counted)}${NO_BREAK}${counted === 1 ? 'day' : 'days'}`,
      ...others.map(({ sign, days, more }) => `${DAY[sign]} on ${numbers.list(days, more)}`),
    ].join('; ')}.`,
  /** The share of the time that was seen. `notSeen`: how long it was not. Absent: it was always seen. */
  protectedFor: (percent: string, notSeen: string | undefined) =>
    notSeen === undefined
      ? `Protected ${percent} of the time, seen all of it.`
      : `Protected ${percent} of the time that was seen. Not counted: ${notSeen} that nobody saw.`,
  nothingSeen: 'There is no data for this time.',
  weekIsARow: 'A row is a week, Monday first.',
  incidents: 'Last incidents, each with its worst verdict',
  began: (when: string) => `began ${when}`,
  /** After that. */
  lasted: (duration: string) => `for ${duration}`,
  stillOpen: 'still open',
  notWatched: (account: string) => `${account} is not watched, so it has no history.`,
  noLongerWatched: 'Nobody watches this account now.',
  whichAccount: 'Type one account after it, an id or a name:',
};

/** Notes on accounts, for the next shift. Accounts are sanitized. */
export const notes = {
  /** After a person; the end and the note follow. */
  began: (accounts: string) => `put a note on ${accounts}`,
  ended: (accounts: string) => `took the note off ${accounts}`,
  meaning: 'The account’s card shows the note; while it is not fine, alerts and the summary do, too.',
  none: (accounts: string) => `There is no note on: ${accounts}.`,
};
