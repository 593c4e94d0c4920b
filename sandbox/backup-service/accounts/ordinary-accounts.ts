import { account, DAY_MS, HOUR_MS, MINUTE_MS, type ReferenceAccount } from './account.ts';

/** Ordinary customers: well-formed answers about backups that may be late, missing or stale. */
export const ORDINARY_ACCOUNTS: readonly ReferenceAccount[] = [
  account('1001', 'Akdeniz Lojistik A.Ş.', 'healthy'),
  account('1002', 'Atölye Yıldız', 'backing up now, fresh', (at) => ({
    packageName: 'Profesyonel 250',
    quota: '250 GB',
    status: 'yedekleniyor',
    ...at.database(40 * MINUTE_MS),
    ...at.folders(6 * HOUR_MS),
    todayBackupCount: 3,
    darkMode: true,
  })),
  account('1003', 'Defter Muhasebe', 'offline, but its backups are fresh', (at) => ({
    status: 'çevrimdışı',
    ...at.database(3 * HOUR_MS),
    ...at.folders(9 * HOUR_MS),
  })),
  account('1004', 'Acme Ltd', 'offline, both backups stale, package ends in 5 days', (at) => ({
    packageName: 'Kurumsal 1500',
    endDate: at.dayIn(5),
    email: 'sistem@liman.example',
    status: 'çevrimdışı',
    quota: '1.5 TB',
    ...at.database(3 * DAY_MS + 8 * HOUR_MS),
    ...at.folders(3 * DAY_MS + 18 * HOUR_MS),
    foldersFilesCount: 48,
    todayBackupCount: 0,
  })),
  account('1005', 'Merkez Eczanesi', 'online, but both backups are stale', (at) => ({
    ...at.database(2 * DAY_MS + 13 * HOUR_MS),
    ...at.folders(2 * DAY_MS + 20 * HOUR_MS),
    todayBackupCount: 0,
  })),
  account('1006', 'Özgür Mimarlık', 'backing up, but the last times have not moved for 30 hours', (at) => ({
    status: 'yedekleniyor',
    ...at.database(30 * HOUR_MS),
    ...at.folders(34 * HOUR_MS),
    todayBackupCount: 0,
  })),
  account('1007', 'Şifa Kliniği', 'half protected: database 1 h, folders 30 h', (at) => ({
    email: 'it@klinik.example',
    ...at.database(HOUR_MS),
    ...at.folders(30 * HOUR_MS),
  })),
  account('1008', 'Bizim Fırın', 'never backed up', () => ({
    backupCount: 0,
    lastBackupDateDb: null,
    lastBackupTimeDb: null,
    lastBackupDateFolders: '0000-00-00',
    lastBackupTimeFolders: '00:00:00',
    foldersFilesCount: 0,
    todayBackupCount: 0,
  })),
  account('1009', 'City Archive', 'only the database is used', () => ({
    packageName: 'Veritabanı 100',
    quota: '100 GB',
    lastBackupDateFolders: '',
    lastBackupTimeFolders: '',
    foldersFilesCount: 0,
  })),
  account('1010', 'Karataş İnşaat', 'package ends in 5 days, otherwise healthy', (at) => ({
    endDate: at.dayIn(5),
  })),
  account('1011', 'Işık Nakliyat', 'package ended 3 days ago, and backups with it', (at) => ({
    endDate: at.dayIn(-3),
    ...at.database(3 * DAY_MS + 2 * HOUR_MS),
    ...at.folders(3 * DAY_MS + 5 * HOUR_MS),
    todayBackupCount: 0,
  })),
  account('1012', 'Papirus Kırtasiye', 'daily allowance used up', () => ({ todayBackupCount: 4 })),
  account('1013', 'Grand Hotel Boğaziçi', 'folders exactly at the limit', () => ({ foldersFilesCount: 50 })),
  account('1014', 'Stüdyo 14', 'folders and files far above the folder limit', () => ({
    foldersFilesCount: 182_431,
  })),
];
