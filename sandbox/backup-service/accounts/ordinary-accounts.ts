import { accountLike1001, DAY_MS, HOUR_MS, MINUTE_MS, type ReferenceAccount } from './account.ts';

/** What happens to customers: answers that are sound, about backups that may not be. */
export const ORDINARY_ACCOUNTS: readonly ReferenceAccount[] = [
  accountLike1001('1001', 'healthy'),
  accountLike1001('1002', 'backing up now, fresh', ({ database, folders }) => ({
    packageName: 'Profesyonel 250',
    quota: '250 GB',
    email: 'yedek@atolye.example',
    status: 'yedekleniyor',
    ...database(40 * MINUTE_MS),
    ...folders(6 * HOUR_MS),
    todayBackupCount: 3,
    darkMode: true,
  })),
  accountLike1001('1003', 'offline, but its backups are fresh', ({ database, folders }) => ({
    email: 'muhasebe[at]defter.example',
    status: 'çevrimdışı',
    ...database(3 * HOUR_MS),
    ...folders(9 * HOUR_MS),
  })),
  accountLike1001(
    '1004',
    'offline, both backups stale, package ends in 5 days',
    ({ database, folders, dayIn }) => ({
      packageName: 'Kurumsal 1500',
      endDate: dayIn(5),
      email: 'sistem@liman.example',
      status: 'çevrimdışı',
      quota: '1.5 TB',
      ...database(3 * DAY_MS + 8 * HOUR_MS),
      ...folders(3 * DAY_MS + 18 * HOUR_MS),
      foldersFilesCount: 48,
      todayBackupCount: 0,
    }),
  ),
  accountLike1001('1005', 'online, but both backups are stale', ({ database, folders }) => ({
    email: 'destek@eczane.example',
    ...database(2 * DAY_MS + 13 * HOUR_MS),
    ...folders(2 * DAY_MS + 20 * HOUR_MS),
    todayBackupCount: 0,
  })),
  accountLike1001(
    '1006',
    'backing up, but the last times have not moved for 30 hours',
    ({ database, folders }) => ({
      email: 'ofis[at]mimar.example',
      status: 'yedekleniyor',
      ...database(30 * HOUR_MS),
      ...folders(34 * HOUR_MS),
      todayBackupCount: 0,
    }),
  ),
  accountLike1001('1007', 'half protected: database 1 h, folders 30 h', ({ database, folders }) => ({
    email: 'it@klinik.example',
    ...database(HOUR_MS),
    ...folders(30 * HOUR_MS),
  })),
  accountLike1001('1008', 'never backed up', () => ({
    email: 'yeni@firin.example',
    backupCount: 0,
    lastBackupDateDb: null,
    lastBackupTimeDb: null,
    lastBackupDateFolders: '0000-00-00',
    lastBackupTimeFolders: '00:00:00',
    foldersFilesCount: 0,
    todayBackupCount: 0,
  })),
  accountLike1001('1009', 'only the database is used', () => ({
    packageName: 'Veritabanı 100',
    quota: '100 GB',
    email: 'veri@arsiv.example',
    lastBackupDateFolders: '',
    lastBackupTimeFolders: '',
    foldersFilesCount: 0,
  })),
  accountLike1001('1010', 'package ends in 5 days, otherwise healthy', ({ dayIn }) => ({
    endDate: dayIn(5),
    email: 'satinalma@insaat.example',
  })),
  accountLike1001(
    '1011',
    'package ended 3 days ago, and backups with it',
    ({ database, folders, dayIn }) => ({
      endDate: dayIn(-3),
      email: 'patron@nakliye.example',
      ...database(3 * DAY_MS + 2 * HOUR_MS),
      ...folders(3 * DAY_MS + 5 * HOUR_MS),
      todayBackupCount: 0,
    }),
  ),
  accountLike1001('1012', 'daily allowance used up', () => ({
    email: 'bilgi@kirtasiye.example',
    todayBackupCount: 4,
  })),
  accountLike1001('1013', 'folders exactly at the limit', () => ({
    email: 'info@otel.example',
    foldersFilesCount: 50,
  })),
  accountLike1001('1014', 'folders and files far above the folder limit', () => ({
    email: 'info@stüdyo.example',
    foldersFilesCount: 182_431,
  })),
];
