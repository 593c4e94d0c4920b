import type { AccountStatus } from '../../domain/account.ts';
import type { BackupKind } from '../../domain/verdict.ts';
import { nextStepIn } from '../next-steps.ts';
import { backupName } from './names.ts';

export const nextStep = nextStepIn({
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

function runBackup(backup: BackupKind, status: AccountStatus['kind']): string {
  if (status === 'offline') return 'Ask the customer to switch the computer on.';
  return status === 'backing-up'
    ? 'A backup is running. Look again in an hour.'
    : `Ask the customer to start the ${backupName(backup)}.`;
}
