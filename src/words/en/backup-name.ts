import type { BackupKind } from '../../domain/verdict.ts';

/** `database backup`, to stand inside a sentence. */
export function backupName(backup: BackupKind): string {
  return backup === 'database' ? 'database backup' : 'folder backup';
}
