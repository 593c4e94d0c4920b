import type { BackupKind } from '../../domain/verdict.ts';

/** `veritabanı yedeği`, to stand inside a sentence. */
export function backupName(backup: BackupKind): string {
  return backup === 'database' ? 'veritabanı yedeği' : 'klasör yedeği';
}

/** `veritabanı yedeğinin zamanı` */
export function backupTime(backup: BackupKind): string {
  return `${backupName(backup)}nin zamanı`;
}

/** `veritabanı`, for dense lists. */
export function shortBackupName(backup: BackupKind): string {
  return backup === 'database' ? 'veritabanı' : 'klasörler';
}
