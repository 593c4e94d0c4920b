import type { Age, BackupKind, Reason, ReasonOf, RuleName, Threshold } from '../../domain/verdict.ts';
import { headline } from './headline.ts';
import { backupName } from './names.ts';
import { nextStep } from './next-step.ts';
import { numbers } from './numbers.ts';
import { inDays, time } from './time.ts';

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
