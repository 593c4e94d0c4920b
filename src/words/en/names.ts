import type { AccountStatus } from '../../account/account.ts';
import type { BackupKind, VerdictLevel } from '../../account/verdict.ts';

/** What is shown for the state that the service reported. */
export const status = {
  online: 'Online',
  offline: 'Offline',
  'backing-up': 'Backing up',
  unknown: 'Unknown status',
  'not-reported': 'Status not reported',
} satisfies Record<AccountStatus['kind'], string>;

/** The one name of each level, to stand inside a sentence. */
export const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'act now',
  attention: 'needs attention',
  unknown: 'cannot tell',
  healthy: 'fine',
};

/** `needs attention` of one, `need attention` of several. */
export const attentionOf = (count: number): string => (count === 1 ? LEVEL.attention : 'need attention');

/** `database backup`, to stand inside a sentence. */
export function backupName(backup: BackupKind): string {
  return backup === 'database' ? 'database backup' : 'folder backup';
}
