import type { AccountStatus } from '../../domain/account.ts';
import type { BackupKind, VerdictLevel } from '../../domain/verdict.ts';
import { backupName, LEVEL, status } from './names.ts';

export const recheck = {
  /** `person` is a mention, absent where none can stand; `changes` is empty for no change, absent where nothing is known. */
  line(person: string | undefined, changes: readonly string[] | undefined): string {
    const what = changes === undefined ? '' : `: ${changes.length === 0 ? 'no change' : changes.join(', ')}`;
    return `Re-checked${person === undefined ? '' : ` by ${person}`}${what}`;
  },
  level: (before: VerdictLevel, after: VerdictLevel) => `${LEVEL[before]} → ${LEVEL[after]}`,
  /** One that has run since. */
  newBackup: (backup: BackupKind, ago: string) => `new ${backupName(backup)} (${ago})`,
  /** The age of the newest one, as it is said, then and now. */
  noNewBackup: (before: string, after: string) =>
    before === after ? 'no new backup' : `no new backup; ${before} → ${after}`,
  /** Two ages as they are said. */
  backup: (backup: BackupKind, before: string, after: string) => `${backup} ${before} → ${after}`,
  status: (before: AccountStatus['kind'], after: AccountStatus['kind']) =>
    `${status[before]} → ${status[after]}`.toLowerCase(),
  /** Two days as they are said. */
  packageEnd: (before: string, after: string) => `package end ${before} → ${after}`,
  /** For a time or a day that cannot be read. */
  unreadable: 'unreadable',
  /** A card in a channel that can no longer be changed. */
  cardSpent: 'That card has expired and can no longer be updated.',
  /** Opens the command to type. */
  shareAgain: 'To share a new one, type:',
};
