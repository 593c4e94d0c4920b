import { enUS } from 'date-fns/locale/en-US';
import type { AccountStatus } from '../../account/account.ts';
import type { Headline, HeadlineLevel, NoBackup, OldBackup } from '../../account/headline.ts';
import { MINUTE_MS } from '../../account/time.ts';
import type { BackupKind, CountedReason, Reason, TooOld, VerdictLevel } from '../../account/verdict.ts';
import {
  calendarIn,
  capitalIn,
  countIn,
  dayFromTodayIn,
  durationsIn,
  NO_BREAK,
  phrasesBy,
  tallyText,
  type Units,
} from '../grammar.ts';

const LOCALE = 'en-US';

// en-GB has no comma before the last "and".
const conjunction = new Intl.ListFormat('en-GB', { type: 'conjunction' });

export const numbers = {
  /** Grouped as in the language. */
  count: countIn(LOCALE),
  /** A number of percent, grouped as in the language. */
  percent: (value: number): string => `${numbers.count(value)}%`,
  /** `1001, 1002 and 1003`, or with `more` `1001, 1002 and 3 more`. */
  list: (items: readonly string[], more = 0): string =>
    conjunction.format(more > 0 ? [...items, `${numbers.count(more)} more`] : items),
};

/** `1 day`, `3 days`: the number with the form of the noun that goes with it. */
export function counted(value: number, one: string, other: string): string {
  return `${numbers.count(value)} ${value === 1 ? one : other}`;
}

/** What is shown for the state that the service reported. */
export const status = {
  online: 'Online',
  offline: 'Offline',
  'backing-up': 'Backing up',
  unknown: 'Unknown status',
  'not-reported': 'Status not reported',
} satisfies Record<AccountStatus['kind'], string>;

/** The one name of each level, for use inside a sentence. */
export const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'act now',
  attention: 'needs attention',
  unknown: 'cannot tell',
  healthy: 'fine',
};

/** `needs attention` of one, `need attention` of several. */
const attentionOf = (count: number): string => (count === 1 ? LEVEL.attention : 'need attention');

export const capital = capitalIn(LOCALE);

/** `database backup`, for use inside a sentence. */
export function backupName(backup: BackupKind): string {
  return backup === 'database' ? 'database backup' : 'folder backup';
}

const LONG: Units = {
  underAMinute: `under 1${NO_BREAK}min`,
  minute: 'min',
  hour: 'h',
  day: (days) => `${numbers.count(days)}${NO_BREAK}${days === 1 ? 'day' : 'days'}`,
};
const SHORT: Units = { ...LONG, day: (days) => `${numbers.count(days)}${NO_BREAK}d` };

export const time = {
  ...durationsIn(LONG, SHORT, numbers.count),
  // Day before month, as in most of the world.
  ...calendarIn(enUS),
  ago: (ms: number): string => (ms >= MINUTE_MS ? `${time.duration(ms)} ago` : 'just now'),
  /** For a day without a time: `today`, `yesterday`, `3 days ago`. */
  daysAgo: (days: number): string => inDays(-days),
};

/** `today`, `tomorrow`, `in 5 days`. */
const inDays = dayFromTodayIn(LOCALE);

/** What to do after a failure, and when: never sooner than `waitMs`, which is a quarter of an hour at most. */
export const tryAgain = (waitMs = MINUTE_MS): string =>
  `Try again in ${Math.max(1, Math.ceil(waitMs / MINUTE_MS))}${NO_BREAK}min.`;

export const card = {
  labels: {
    database: 'Database backup',
    folders: 'Folder backup',
    folderUsage: 'Folder usage',
    nextStep: 'Next step',
  },
  /** A link to what operators have written about an account. */
  runbook: 'Runbook',
  console: 'Open in console',
  never: 'never',
  notReported: 'not reported',
  clockWrong: 'clock looks wrong',
  /** Beside a day whose time was not sent, or cannot be read. */
  timeNotKnown: 'time not known',
  /** What was sent for a value that cannot be read. */
  asSent: (text: string) => `reads “${text}”`,
  /** A text replaces a number that is not known. */
  backupsToday(made: number | string, allowed: number | string): string {
    const done = typeof made === 'number' ? numbers.count(made) : made;
    if (typeof allowed === 'string') return `${done}, allowance ${allowed}`;
    return `${done}${typeof made === 'number' ? ' so far' : ''}, at most ${numbers.count(allowed)}`;
  },
  folderUsage(count: number | string, limit: number | string): string {
    const used =
      typeof count === 'number' ? counted(count, 'folder or file', 'folders and files') : `count ${count}`;
    return `${used} · limit ${typeof limit === 'number' ? counted(limit, 'folder', 'folders') : limit}`;
  },
  packageEnd: (day: string, state: 'running' | 'ends-soon' | 'ended') =>
    `${{ running: 'until', 'ends-soon': 'ends', ended: 'ended' }[state]} ${day}`,
  /** `what` says what was sent for the date, or that nothing was. */
  packageEndWithout: (what: string) => `end date ${what}`,
  /** When an account was read. `when` is a time, or a pattern that the viewer's device fills in. */
  read: (when: string) => `read ${when}`,
  sharedBy: (person: string) => `Shared by ${person}`,
  /** After the person who is on it. */
  onItSince: (when: string) => `is on it since ${when}`,
  /** The verdict of an earlier answer: its sign and headline then. */
  was: (sign: string, headline: string) => `Was ${sign} ${headline}`,
};

/** How many accounts have which result. `not-read`: there is no answer yet. Absent: none. */
export type Tally = Readonly<
  Partial<Record<VerdictLevel | 'notChecked' | 'notFound' | 'not-read' | 'muted', number>>
>;

export const triage = {
  backup: (backup: BackupKind, value: string) => `${backup} ${value}`,
  /** `3 accounts: 2 act now, 1 fine`, `3 accounts: act now`; with more in all `43 of 200 accounts: …`. */
  summary(total: number, tally: Tally, inAll = total): string {
    const { healthy, ...bad } = { ...LEVEL, attention: attentionOf(tally.attention ?? 0) };
    const missing = { notChecked: 'not checked', notFound: 'not found', 'not-read': 'not known yet' };
    const names = { ...bad, ...missing, muted: 'quiet', healthy };
    const accounts = `${inAll > total ? `${numbers.count(total)} of ` : ''}${counted(inAll, 'account', 'accounts')}`;
    return `${accounts}: ${tallyText(tally, names, numbers.count)}`;
  },
  /** For a backup time that is unknown. */
  notKnown: 'not known',
  noneFor: (duration: string) => `Nothing here has been bad for ${duration} or longer`,
  /** Follows the number of accounts that are bad. */
  forAtLeast: (duration: string) => `not fine for ${duration} or longer`,
  ending: (count: number, duration: string) =>
    `${count === 0 ? 'No package is known to end' : counted(count, 'package ends', 'packages end')} within ${duration}`,
  full: (count: number, percent: string) =>
    `${count === 0 ? 'No account is known to have' : counted(count, 'account has', 'accounts have')} a folder usage of ${percent} or more`,
  /** Begins the last line: the time that ages in the list refer to. `when` is a time, or a pattern for the device. */
  asOf: (when: string) => `As of ${when}`,
};

const nextStep = phrasesBy<CountedReason, 'rule', [status: AccountStatus['kind']]>('rule', {
  'package-ended': 'Renew the package, or ask the customer whether they still want backups.',
  'stuck-while-backing-up': 'Ask the customer to restart the backup client.',
  'online-but-stale': 'Ask the customer to restart the backup client and start a backup.',
  'never-backed-up': 'Run the first backup together with the customer.',
  'backup-stale': ({ backup }, status) => runBackup(backup, status),
  'backup-late': ({ backup }, status) => runBackup(backup, status),
  'half-protected': ({ old }, status) => runBackup(old, status),
  'folders-unprotected': 'Ask the customer which folders to back up.',
  'package-ends-soon': 'Renew the package.',
  'package-end-unreadable': 'Ask for the right end date of the package.',
  'client-outdated': 'Ask the customer to update the backup client.',
  'nothing-reported': 'Check the id. If it is right, ask the provider of the service.',
  'clock-wrong':
    'Ask the customer to check the computer’s clock. If it is right, tell the app’s admin: BACKUP_SERVICE_TIME_ZONE may be wrong.',
  'time-unreadable': 'Look up the last backup in the customer’s client.',
  'time-not-reported': 'Look up the last backup in the customer’s client.',
  'status-unknown': 'Look at the customer’s client, and tell the app’s admin about this status.',
});

/** Without a capital or a full stop, for use inside a sentence. */
const reasonText = phrasesBy<Reason, 'rule'>('rule', {
  'package-ended': ({ daysAgo, endedOn }) => `package ended ${time.daysAgo(daysAgo)} (${time.day(endedOn)})`,
  'stuck-while-backing-up': (reason) => `perhaps stuck: backing up, the last backup ${ageOver(reason)}`,
  'online-but-stale': ({ backup }) =>
    `client is up, its ${backup === undefined ? 'job' : backupName(backup)} is not running`,
  'never-backed-up': ({ backup }) =>
    backup === undefined ? 'no backup has ever run' : `${backupName(backup)} has never run`,
  'backup-stale': (reason) => `${backupName(reason.backup)} is ${ageOver(reason)}`,
  'backup-late': (reason) => `${backupName(reason.backup)} is ${ageOver(reason)}`,
  'half-protected': (reason) =>
    `${backupName(reason.old)} is ${ageOver(reason)}, the ${backupName(reason.fresh)} is fresh`,
  'folders-unprotected': ({ count }) =>
    `folder backup has never run (folders and files: ${numbers.count(count)})`,
  'package-ends-soon': ({ daysLeft }) => `package ends ${inDays(daysLeft)}`,
  'package-end-unreadable': 'package end date cannot be read',
  'client-outdated': ({ version, minimum }) => `client ${version} is older than ${minimum}`,
  'clock-wrong': ({ backup, aheadMs }) =>
    `${backupName(backup)} is dated ${time.duration(aheadMs)} ahead of now`,
  'time-unreadable': ({ backup }) => `time of the ${backupName(backup)} is unreadable`,
  'time-not-reported': ({ backup }) => `time of the ${backupName(backup)} was not reported`,
  'nothing-reported': 'the service reported nothing about this account',
  'status-unknown': ({ sent }) => `status “${sent}” is not a status this app knows`,
  'backup-unused': ({ backup }) => `${backupName(backup)} has never run`,
  'backup-ignored': ({ backup }) => `${backupName(backup)} is not checked here`,
  'offline-but-fresh': 'offline now, data safe',
  'status-not-reported': 'status was not reported',
  'daily-allowance-used': ({ made, allowed }) =>
    `today’s allowance is used: ${numbers.count(made)} of ${numbers.count(allowed)}`,
});

const ageOver = ({ ageMs, onDay, threshold }: TooOld) =>
  `${onDay === undefined ? `${time.durationOver(ageMs, threshold)} old` : `of ${time.dayAgo(onDay, ageMs)}`} (limit ${time.threshold(threshold)})`;

const opened = (level: HeadlineLevel, text: string) => `${capital(LEVEL[level])}: ${text}`;

const oldText = ({ backup, ageMs, onDay }: OldBackup) =>
  onDay === undefined
    ? `${backup} ${time.roughDuration(ageMs)} old`
    : `${backup} last on ${time.dayAgo(onDay, ageMs)}`;

/** `backup for 3 days`, `folder backup since 21 Nov` */
function backupFor({ backup, ageMs, onDay }: NoBackup): string {
  const name = backup === undefined ? 'backup' : backupName(backup);
  return onDay === undefined
    ? `${name} for ${time.roughDuration(ageMs)}`
    : `${name} since ${time.dayAgo(onDay, ageMs)}`;
}

/** Without a full stop. */
const headline: (of: Headline) => string = phrasesBy<Headline, 'kind'>('kind', {
  'package-ended': ({ daysAgo, noBackup }) =>
    `Act now: package ended ${time.daysAgo(daysAgo)}${noBackup ? `, no ${backupFor(noBackup)}` : ''}`,
  'never-backed-up': ({ backup }) => `Act now: ${backup === undefined ? '' : `${backup} `}never backed up`,
  'no-backup-for': (no) => opened(no.level, `no ${backupFor(no)}`),
  'half-protected': ({ level, old }) =>
    `${level === 'critical' ? 'Act now: half protected,' : 'Half protected:'} ${oldText(old)}`,
  old: ({ level, backups }) => opened(level, backups.map(oldText).join(', ')),
  stuck: (no) => `Perhaps stuck: running, but no new ${backupFor(no)}`,
  'folders-unprotected': ({ isHalf }) =>
    isHalf ? 'Half protected: folders never backed up' : 'Folders never backed up',
  reason: ({ reason }) => capital(reasonText(reason)),
  'with-doubt': ({ lead, doubt }) => `${headline(lead)} · ${headline(doubt)}`,
  'cannot-tell': ({ reason, isBoth }) => `Cannot tell: ${reasonText(reason)}${isBoth ? ', folders too' : ''}`,
  bare: ({ level }) => (level === 'healthy' ? 'Backups are fine' : capital(LEVEL[level])),
});

export const verdict = {
  headline,
  reason: (reason: Reason) => capital(reasonText(reason)),
  nextStep,
  moreInDetails: (count: number) => `+${numbers.count(count)} more in Details`,
  /** Since when an account has had its level. */
  since: (level: VerdictLevel, when: string) => `${capital(LEVEL[level])} since ${when}`,
};

function runBackup(backup: BackupKind, status: AccountStatus['kind']): string {
  if (status === 'offline') return 'Ask the customer to switch the computer on.';
  return status === 'backing-up'
    ? 'A backup is running. Look again in an hour.'
    : `Ask the customer to start the ${backupName(backup)}.`;
}
