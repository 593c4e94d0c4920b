import type { BackupKind, VerdictLevel } from '../../account/verdict.ts';
import type { status as english } from '../en/names.ts';

/** What is shown for the state that the service reported. */
export const status: typeof english = {
  online: 'Çevrimiçi',
  offline: 'Çevrimdışı',
  'backing-up': 'Yedekleniyor',
  unknown: 'Bilinmeyen durum',
  'not-reported': 'Durum bildirilmedi',
};

/** The one name of each level, to stand inside a sentence. */
export const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'acil',
  attention: 'kontrol edilmeli',
  unknown: 'belirsiz',
  healthy: 'yolunda',
};

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
