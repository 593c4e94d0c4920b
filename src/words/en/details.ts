import type { GeneralInfoField, ServiceZone } from '../../domain/account.ts';
import type { Answer } from '../../domain/outcome.ts';
import type { BackupKind, RuleName, Threshold, Thresholds } from '../../domain/verdict.ts';
import { backupName } from './names.ts';
import { time } from './time.ts';

export const details = {
  /** At most 24 characters (Slack, title of a view). */
  title: 'Account details',
  /** At most 24 characters (Slack, button of a view). */
  close: 'Close',
  loading: (id: string) => `Asking the service about ${id}…`,
  contact: 'Contact',
  headings: {
    limits: 'Limits',
    /** Those that no reason names. */
    others: 'Other limits',
    passed: 'Within these limits',
    sent: 'As the service sent it',
  },
  fields: {
    packageName: 'Package',
    endDate: 'Package ends',
    email: 'E-mail',
    status: 'Status',
    quota: 'Quota',
    backupCount: 'Backups',
    lastBackupDateDb: 'Last database backup, date',
    lastBackupTimeDb: 'Last database backup, time',
    lastBackupDateFolders: 'Last folder backup, date',
    lastBackupTimeFolders: 'Last folder backup, time',
    maxFolderCount: 'Folders allowed',
    foldersFilesCount: 'Folders and files',
    dailyBackupCount: 'Backups allowed a day',
    todayBackupCount: 'Backups today',
    version: 'Client version',
    darkMode: 'Dark mode',
  } satisfies Record<GeneralInfoField, string>,
  notSent: 'not sent',
  emptyText: 'empty',
  /** What was sent, beside what it means. */
  meaning: (sent: string, meaning: string) => `${sent} (${meaning})`,
  rules: {
    'package-ended': 'Package ended',
    'stuck-while-backing-up': 'Perhaps stuck',
    'online-but-stale': 'Online but stale',
    'never-backed-up': 'Never backed up',
    'backup-stale': 'Stale backup',
    'backup-late': 'Late backup',
    'half-protected': 'Half protected',
    'folders-unprotected': 'Folders not protected',
    'package-ends-soon': 'Package ends soon',
    'package-end-unreadable': 'Unreadable end date',
    'client-outdated': 'Client too old',
    'clock-wrong': 'Clock looks wrong',
    'time-unreadable': 'Unreadable time',
    'time-not-reported': 'No time reported',
    'nothing-reported': 'Nothing reported',
    'status-unknown': 'Unknown status',
    'backup-unused': 'Backup not in use',
    'backup-ignored': 'Backup not checked',
    'offline-but-fresh': 'Offline but fresh',
    'status-not-reported': 'No status reported',
    'daily-allowance-used': 'Allowance used',
  } satisfies Record<RuleName, string>,
  reasonLimit: (threshold: Threshold, setting: string) =>
    `Limit ${time.threshold(threshold)}, set by ${setting}`,
  /** A line of its own, below a reason. */
  reasonSetBy: (setting: string) => `Set by ${setting}`,
  /** `setting` is where the limit is set; so with the exceptions. */
  limit(name: keyof Thresholds, threshold: Threshold, setting: string): string {
    const limit = time.threshold(threshold);
    const what = {
      late: `Late: ${limit} old or older`,
      stale: `Stale: ${limit} old or older`,
      packageEndsSoon: `Package ends soon: within ${limit}`,
    }[name];
    return `${what}, set by ${setting}`;
  },
  weekdaysOnly: (setting: string) => `Saturdays and Sundays do not count, set by ${setting}`,
  ignored: (backup: BackupKind, setting: string) =>
    `The ${backupName(backup)} is not checked, set by ${setting}`,
  minimumClient: (version: string, setting: string) => `Client too old: before ${version}, set by ${setting}`,
  source: (source: Answer['source'], ago: string) =>
    ({
      live: `Asked ${ago}, for this answer`,
      cached: `Asked ${ago}, used again`,
      'last-known': `Asked ${ago}, the last answer there is`,
    })[source],
  zone: (zone: string, assumedFrom: ServiceZone['assumedFrom']) =>
    ({
      setting: `service times read as ${zone}, set by BACKUP_SERVICE_TIME_ZONE`,
      login: `service times read as ${zone}, the offset of its sign-in answer; may be an hour off around a change of clocks: set BACKUP_SERVICE_TIME_ZONE`,
      nothing: `service times read as ${zone}, a guess: set BACKUP_SERVICE_TIME_ZONE`,
    })[assumedFrom],
};
