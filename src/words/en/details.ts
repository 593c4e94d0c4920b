import type { DetailsWords } from '../answer-words.ts';
import { backupName } from './backup-name.ts';
import { time } from './time.ts';

export const details: DetailsWords = {
  title: 'Account details',
  close: 'Close',
  loading: (id) => `Asking the service about ${id}…`,
  headings: { limits: 'Limits', passed: 'Within these limits', sent: 'As the service sent it' },
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
  },
  notSent: 'not sent',
  emptyText: 'empty',
  meaning: (sent, meaning) => `${sent} (${meaning})`,
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
    'time-of-day-missing': 'No time of day',
    'backup-not-asked': 'Later backups not known',
    'package-not-asked': 'Renewal not known',
    'nothing-reported': 'Nothing reported',
    'status-unknown': 'Unknown status',
    'backup-unused': 'Backup not in use',
    'backup-ignored': 'Backup not checked',
    'offline-but-fresh': 'Offline but fresh',
    'status-not-reported': 'No status reported',
    'daily-allowance-used': 'Allowance used',
  },
  reasonLimit: (threshold, setting) => `Limit ${time.threshold(threshold)}, set by ${setting}`,
  reasonSetBy: (setting) => `Set by ${setting}`,
  limit: (name, threshold, setting) => `${limitText(name, time.threshold(threshold))}, set by ${setting}`,
  weekdaysOnly: (setting) => `Saturdays and Sundays do not count, set by ${setting}`,
  ignored: (backup, setting) => `The ${backupName(backup)} is not checked, set by ${setting}`,
  minimumClient: (version, setting) => `Client too old: before ${version}, set by ${setting}`,
  source(source, ago) {
    switch (source) {
      case 'live':
        return `Asked ${ago}, for this answer`;
      case 'cached':
        return `Asked ${ago}, used again`;
      case 'last-known':
        return `Asked ${ago}, the last answer there is`;
      default:
        return source satisfies never;
    }
  },
  zone(zone, assumedFrom) {
    switch (assumedFrom) {
      case 'setting':
        return `service times read as ${zone}, set by BACKUP_SERVICE_TIME_ZONE`;
      case 'login':
        return `service times read as ${zone}, the offset of its sign-in answer; may be an hour off around a change of clocks: set BACKUP_SERVICE_TIME_ZONE`;
      case 'nothing':
        return `service times read as ${zone}, a guess: set BACKUP_SERVICE_TIME_ZONE`;
      default:
        return assumedFrom satisfies never;
    }
  },
};

function limitText(name: Parameters<DetailsWords['limit']>[0], limit: string): string {
  switch (name) {
    case 'late':
      return `Late: ${limit} old or older`;
    case 'stale':
      return `Stale: ${limit} old or older`;
    case 'stuck':
      return `Perhaps stuck: backing up, newest backup ${limit} old or older`;
    case 'packageEndsSoon':
      return `Package ends soon: within ${limit}`;
    case 'clockAhead':
      return `Clock looks wrong: over ${limit} ahead of now`;
    default:
      return name satisfies never;
  }
}
