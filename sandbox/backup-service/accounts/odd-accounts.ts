import { account, HOUR_MS, healthyBody, type ReferenceAccount } from './account.ts';

const RIGHT_TO_LEFT = '\u202E';
const HOSTILE =
  `<!channel> @here *bold* _italic_ ~gone~ \`code\` \`\`\`block\`\`\` & <@U012AB3CD> <https://evil.example|safe> ` +
  `${RIGHT_TO_LEFT}desrever\u202C \u2067isolated\u2069\nsecond line\r\n> quote\n`;

/** Answers that the interface does not rule out but a client may not expect. */
export const ODD_ACCOUNTS: readonly ReferenceAccount[] = [
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
