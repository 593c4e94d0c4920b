import type { AccountStatus } from '../../account/account.ts';
import type { Headline, HeadlineLevel, NoBackup, OldBackup } from '../../account/headline.ts';
import type {
  Age,
  BackupKind,
  Reason,
  ReasonOf,
  RuleName,
  Threshold,
  VerdictLevel,
} from '../../account/verdict.ts';
import { nextStepIn } from '../next-steps.ts';
import { backupName } from './names.ts';
import { numbers } from './numbers.ts';
import { inDays, time } from './time.ts';

const nextStep = nextStepIn({
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
  'nothing-reported': 'Check the number. If it is right, ask the provider of the service.',
  'clock-wrong':
    'Ask the customer to check the computer’s clock. If it is right, tell the app’s admin: BACKUP_SERVICE_TIME_ZONE may be wrong.',
  'time-unreadable': 'Look up the last backup in the customer’s client.',
  'time-not-reported': 'Look up the last backup in the customer’s client.',
  'status-unknown': 'Look at the customer’s client, and tell the app’s admin about this status.',
  'backup-unused': undefined,
  'backup-ignored': undefined,
  'offline-but-fresh': undefined,
  'status-not-reported': undefined,
  'daily-allowance-used': undefined,
});

export const verdict = {
  headline,
  nextStep,
  /** The headline as a sentence of its own. */
  sentence: (text: string) => `${text}.`,
  /** `database 2 h old, folders 5 h old then`; `day` is there in place of an age where no time of day was given. */
  ages(ages: readonly { readonly backup: BackupKind; readonly ageMs: number; readonly day?: string }[]) {
    const said = ages.map(({ backup, ageMs, day }) =>
      day === undefined ? `${backup} ${time.duration(ageMs)} old` : `${backup} of ${day}`,
    );
    return `${said.join(', ')}${ages.some(({ day }) => day === undefined) ? ' then' : ''}`;
  },
  // The entry under a rule's name takes the reasons of that rule: the table's type says so, an index cannot.
  reason: (reason: Reason) => (REASONS[reason.rule] as (reason: Reason) => string)(reason),
  moreInDetails: (count: number) => `+${numbers.count(count)} more in Details`,
};

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

const REASONS: { readonly [Rule in RuleName]: (reason: ReasonOf<Rule>) => string } = {
  'package-ended': ({ daysAgo, endedOn }) =>
    `Package ended ${time.daysAgo(daysAgo)}, on ${time.day(endedOn)}`,
  'stuck-while-backing-up': (reason) => `Perhaps stuck: backing up, the last backup ${ageOver(reason)}`,
  'online-but-stale': ({ backup }) =>
    `Client is up, its ${backup === undefined ? 'job' : backupName(backup)} is not running`,
  'never-backed-up': ({ backup }) =>
    backup === undefined ? 'No backup has ever run' : `${capital(backupName(backup))} has never run`,
  'backup-stale': (reason) => `${capital(backupName(reason.backup))} is ${ageOver(reason)}`,
  'backup-late': (reason) => `${capital(backupName(reason.backup))} is ${ageOver(reason)}`,
  'half-protected': (reason) =>
    `${capital(backupName(reason.old))} is ${ageOver(reason)}, the ${backupName(reason.fresh)} is fresh`,
  'folders-unprotected': ({ count }) =>
    `Folder backup has never run (folders and files: ${numbers.count(count)})`,
  'package-ends-soon': ({ daysLeft }) => `Package ends ${inDays(daysLeft)}`,
  'package-end-unreadable': ({ sent }) => `Package end date “${sent}” cannot be read`,
  'client-outdated': ({ version, minimum }) => `Client ${version} is older than ${minimum}`,
  'clock-wrong': ({ backup, aheadMs }) =>
    `${capital(backupName(backup))} is dated ${time.duration(aheadMs)} ahead of now`,
  'time-unreadable': ({ backup }) => `Time of the ${backupName(backup)} is unreadable`,
  'time-not-reported': ({ backup }) => `Time of the ${backupName(backup)} was not reported`,
  'nothing-reported': () => 'The service reported nothing about this account',
  'status-unknown': ({ sent }) => `Status “${sent}” is not a status this app knows`,
  'backup-unused': ({ backup }) => `${capital(backupName(backup))} has never run`,
  'backup-ignored': ({ backup }) => `${capital(backupName(backup))} is not checked here`,
  'offline-but-fresh': () => 'Offline now, data safe',
  'status-not-reported': () => 'Status was not reported',
  'daily-allowance-used': ({ made, allowed }) =>
    `Today’s allowance is used: ${numbers.count(made)} of ${numbers.count(allowed)}`,
};

const ageOver = ({ ageMs, onDay, threshold }: Age & { readonly threshold: Threshold }) =>
  `${onDay === undefined ? `${time.durationOver(ageMs, threshold)} old` : `of ${time.dayAgo(onDay, ageMs)}`} (limit ${time.threshold(threshold)})`;

const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'Act now',
  attention: 'Needs attention',
  unknown: 'Cannot tell',
  healthy: 'Backups are fine',
};

/** Without a full stop. */
function headline(headline: Headline): string {
  switch (headline.kind) {
    case 'fine':
      return LEVEL.healthy;
    case 'package-ended':
      return packageEnded(headline);
    case 'never-backed-up':
      return `Act now: ${headline.backup === undefined ? '' : `${headline.backup} `}never backed up`;
    case 'no-backup-for':
      return opened(headline.level, `no ${backupFor(headline)}`);
    case 'half-protected':
      return headline.level === 'critical'
        ? `Act now: half protected, ${old(headline.old)}`
        : `Half protected: ${old(headline.old)}`;
    case 'old':
      return opened(headline.level, headline.backups.map(old).join(', '));
    case 'stuck':
      return headline.level === 'critical'
        ? `Act now: perhaps stuck, no new ${backupFor(headline)}`
        : `Perhaps stuck: running, but no new ${backupFor(headline)}`;
    case 'folders-unprotected':
      return headline.isHalf ? 'Half protected: folders never backed up' : 'Folders never backed up';
    case 'package-ends-soon':
      return `Package ends ${inDays(headline.daysLeft)}`;
    case 'package-end-unreadable':
      return 'Package end date cannot be read';
    case 'client-outdated':
      return `Client ${headline.version} is too old`;
    case 'with-doubt':
      return `${textOf(headline.lead)} · ${textOf(headline.doubt)}`;
    case 'cannot-tell':
      return `Cannot tell: ${cannotTell(headline)}`;
    case 'bare':
      return LEVEL[headline.level];
    default:
      return headline satisfies never;
  }
}

const textOf = headline;

const opened = (level: HeadlineLevel, text: string) => `${LEVEL[level]}: ${text}`;

const old = ({ backup, ageMs, onDay }: OldBackup) =>
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

function packageEnded({ daysAgo, noBackup }: Extract<Headline, { kind: 'package-ended' }>): string {
  const ended = `Act now: package ended ${time.daysAgo(daysAgo)}`;
  return noBackup === undefined ? ended : `${ended}, no ${backupFor(noBackup)}`;
}

function cannotTell(headline: Extract<Headline, { kind: 'cannot-tell' }>): string {
  switch (headline.because) {
    case 'clock-wrong':
      return `${backupTimes(headline.backups)} in the future`;
    case 'time-unreadable':
      return `${backupTimes(headline.backups)} unreadable`;
    case 'time-not-reported':
      return `${backupTimes(headline.backups)} not reported`;
    case 'nothing-reported':
      return 'the service reported nothing about this account';
    case 'status-unknown':
      return 'the service sent a status this app does not know';
    default:
      return headline satisfies never;
  }
}

const backupTimes = (backups: readonly BackupKind[]) =>
  backups.length > 1 ? 'the backup times are' : `the time of the ${backups.map(backupName).join('')} is`;

function runBackup(backup: BackupKind, status: AccountStatus['kind']): string {
  if (status === 'offline') return 'Ask the customer to switch the computer on.';
  return status === 'backing-up'
    ? 'A backup is running. Look again in an hour.'
    : `Ask the customer to start the ${backupName(backup)}.`;
}
