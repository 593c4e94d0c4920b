import { account, DAY_MS, HOUR_MS, healthyBody, MINUTE_MS, type ReferenceAccount } from './account.ts';

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

const RIGHT_TO_LEFT = '\u202E';
const HOSTILE =
  `<!channel> @here *bold* _italic_ ~gone~ \`code\` \`\`\`block\`\`\` & <@U012AB3CD> <https://evil.example|safe> ` +
  `${RIGHT_TO_LEFT}desrever\u202C \u2067isolated\u2069\nsecond line\r\n> quote\n`;

/** Answers that the interface does not rule out but a client may not expect. */
const ODD_ACCOUNTS: readonly ReferenceAccount[] = [
  account('1015', 'Null & Sons', 'every field null', (at) =>
    Object.fromEntries(Object.keys(healthyBody(at)).map((field) => [field, null])),
  ),
  account('1016', 'Kaya Tekstil', 'wrong types and unknown fields beside a few sound ones', () => ({
    packageName: 500,
    endDate: 20271231,
    email: ['bilgi@musteri.example'],
    quota: 500,
    backupCount: '1240',
    lastBackupDateFolders: 1795208400,
    lastBackupTimeFolders: { hours: 5, minutes: 40 },
    maxFolderCount: '50',
    foldersFilesCount: 21.5,
    dailyBackupCount: true,
    todayBackupCount: [2],
    version: 4.12,
    darkMode: 'true',
    usedQuota: '320 GB',
    owner: { name: 'Ayşe', phone: null },
    tags: ['vip', 7],
  })),
  account('1017', 'Yılmaz Ticaret', 'e-mail written with [at]', () => ({
    email: 'ayse.yilmaz[at]musteri.example',
  })),
  account('1018', 'Deniz Sigorta', 'a status word that the interface does not know', () => ({
    status: 'askıda',
  })),
  account('1019', 'Çınar Kitabevi', 'status in decomposed Unicode', () => ({
    email: 'info[at]kütüphane.example',
    status: 'çevrimiçi'.normalize('NFD'),
  })),
  account('1020', 'Tomorrow Travel', 'backups 3 hours in the future', (at) => ({
    ...at.database(-3 * HOUR_MS),
    ...at.folders(-3 * HOUR_MS),
  })),
  account('1021', '<!channel> *Mischief* & Co', 'hostile free text, 10,000 characters of it', () => ({
    packageName: HOSTILE.repeat(100).slice(0, 10_000),
    email: '<!everyone>[at]evil.example',
    status: '<!channel> *çevrimiçi*',
    quota: '`500` GB <!here>',
    version: `4.12.0\n@channel ${RIGHT_TO_LEFT}0.21.4`,
  })),
  account('Müşteri 7/A %20', 'Pasaj 7/A', 'an id with a space, a slash, a percent sign and Turkish letters'),
  account('1023', 'Sonsuz Galeri', 'quota and dates that cannot be read', () => ({
    endDate: 'yakında',
    quota: 'sınırsız',
    lastBackupDateDb: '2026-13-45',
    lastBackupTimeDb: '25:61:00',
    lastBackupDateFolders: 'dün',
    lastBackupTimeFolders: 'sabah',
  })),
  { id: '1024', name: 'Empty Shelf Books', title: 'an empty answer: no field at all', body: () => ({}) },
  account('1025', 'Gece Bekçisi Güvenlik', 'dates without a time of day', (at) => ({
    ...at.database(0),
    ...at.folders(0),
    lastBackupTimeDb: null,
    lastBackupTimeFolders: undefined,
  })),
];

/** Every account that demonstrates something, in the order in which to look at them. */
export const ACCOUNTS: readonly ReferenceAccount[] = [...ORDINARY_ACCOUNTS, ...ODD_ACCOUNTS];

/** Customers that only fill the list: id, name, hours since the newest backup. Most are fine. */
const OTHERS: readonly (readonly [id: string, name: string, backupHoursAgo: number])[] = [
  ['2001', 'Acme Warehouse', 21],
  ['2002', 'Acme Bakery', 30],
  ['2003', 'Acme Işık Şubesi', 5],
  ['2004', 'Anadolu Optik', 2],
  ['2007', 'Cedar & Pine Furniture', 1],
  ['2009', 'Çiğdem Çiçekçilik', 52],
  ['2012', 'Ege Zeytincilik', 23],
  ['2014', 'Green Valley Farms', 9],
  ['2016', 'Harbour Fish Market', 28],
  ['2022', 'Lale Peyzaj', 1],
  ['2025', 'Nur Gözlük', 10],
  ['2026', 'Oak Street Clinic', 2],
  ['2028', 'Park Pharmacy', 6],
  ['2029', 'Rüzgar Enerji', 75],
  ['2030', 'Saint Mary School', 4],
  ['2032', 'Toprak Seramik', 8],
  ['2035', 'Yeşil Vadi Çiftliği', 4],
];

/** The customers of the sandbox. */
export const CUSTOMERS: readonly ReferenceAccount[] = [
  ...ACCOUNTS,
  ...OTHERS.map(([id, name, hoursAgo]) =>
    account(id, name, `backed up ${hoursAgo} h ago`, ({ database, folders }) => ({
      ...database(hoursAgo * HOUR_MS),
      ...folders((hoursAgo + 1) * HOUR_MS),
    })),
  ),
];

/** The account with exactly this id. `load-` and a number is always healthy, for tests that need thousands of accounts. */
export const findAccount = (id: string): ReferenceAccount | undefined =>
  /^load-\d+$/.test(id) ? account(id, id, 'healthy') : CUSTOMERS.find((one) => one.id === id);
