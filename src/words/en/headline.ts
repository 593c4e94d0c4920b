import type { BackupKind, VerdictLevel } from '../../domain/verdict.ts';
import type { Headline, HeadlineLevel, NoBackup, OldBackup } from '../headline.ts';
import { backupName } from './names.ts';
import { inDays, time } from './time.ts';

const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'Act now',
  attention: 'Needs attention',
  unknown: 'Cannot tell',
  healthy: 'Backups are fine',
};

/** Without a full stop. */
export function headline(headline: Headline): string {
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
