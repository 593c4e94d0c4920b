import type { BackupKind, VerdictLevel } from '../../domain/verdict.ts';
import type { Headline, HeadlineLevel, OldBackup } from '../headline.ts';
import { backupName } from './backup-name.ts';
import { inDays, time } from './time.ts';

const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'Act now',
  attention: 'Needs a look',
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
      return 'Act now: never backed up';
    case 'no-backup-for':
      return opened(headline.level, `no backup for ${time.roughDuration(headline.ageMs)}`);
    case 'half-protected':
      return headline.level === 'critical'
        ? `Act now: half protected, ${old(headline.old)}`
        : `Half protected: ${old(headline.old)}`;
    case 'old':
      return opened(headline.level, headline.backups.map(old).join(', '));
    case 'stuck':
      return headline.level === 'critical'
        ? `Act now: perhaps stuck, no new backup for ${time.roughDuration(headline.ageMs)}`
        : `Perhaps stuck: running, but no new backup for ${time.roughDuration(headline.ageMs)}`;
    case 'package-ends-soon':
      return `Package ends ${inDays(headline.daysLeft)}`;
    case 'cannot-tell':
      return `Cannot tell: ${cannotTell(headline)}`;
    case 'bare':
      return LEVEL[headline.level];
    default:
      return headline satisfies never;
  }
}

const opened = (level: HeadlineLevel, text: string) =>
  `${level === 'critical' ? 'Act now' : 'Late'}: ${text}`;

const old = ({ backup, ageMs }: OldBackup) => `${backup} ${time.roughDuration(ageMs)} old`;

function packageEnded({ daysAgo, noBackupForMs }: Extract<Headline, { kind: 'package-ended' }>): string {
  const ended = `Act now: package ended ${time.daysAgo(daysAgo)}`;
  return noBackupForMs === undefined ? ended : `${ended}, no backup for ${time.roughDuration(noBackupForMs)}`;
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
