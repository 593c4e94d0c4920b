import { accountLike1001, HOUR_MS, healthyBody, type ReferenceAccount } from './account.ts';

const RIGHT_TO_LEFT = '\u202E';
const HOSTILE =
  `<!channel> @here *bold* _italic_ ~gone~ \`code\` \`\`\`block\`\`\` & <@U012AB3CD> <https://evil.example|safe> ` +
  `${RIGHT_TO_LEFT}desrever\u202C \u2067isolated\u2069\nsecond line\r\n> quote\n`;

/** What a service may send that its interface does not promise or a client does not expect. */
export const ODD_ACCOUNTS: readonly ReferenceAccount[] = [
  accountLike1001('1015', 'every field null', (timeText) =>
    Object.fromEntries(Object.keys(healthyBody(timeText)).map((field) => [field, null])),
  ),
  accountLike1001('1016', 'wrong types and unknown fields beside a few sound ones', () => ({
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
  accountLike1001('1017', 'e-mail written with [at]', () => ({ email: 'ayse.yilmaz[at]musteri.example' })),
  accountLike1001('1018', 'a status word that the interface does not know', () => ({
    email: 'info@pansiyon.example',
    status: 'askıda',
  })),
  accountLike1001('1019', 'status in decomposed Unicode', () => ({
    email: 'info[at]kütüphane.example',
    status: 'çevrimiçi'.normalize('NFD'),
  })),
  accountLike1001('1020', 'backups 3 hours in the future', ({ database, folders }) => ({
    email: 'saat@tamir.example',
    ...database(-3 * HOUR_MS),
    ...folders(-3 * HOUR_MS),
  })),
  accountLike1001('1021', 'hostile free text, 10,000 characters of it', () => ({
    packageName: HOSTILE.repeat(100).slice(0, 10_000),
    email: '<!everyone>[at]evil.example',
    status: '<!channel> *çevrimiçi*',
    quota: '`500` GB <!here>',
    version: `4.12.0\n@channel ${RIGHT_TO_LEFT}0.21.4`,
  })),
  accountLike1001(
    'Müşteri 7/A %20',
    'an id with a space, a slash, a percent sign and Turkish letters',
    () => ({
      email: 'musteri7[at]pasaj.example',
    }),
  ),
  accountLike1001('1023', 'quota and dates that cannot be read', () => ({
    endDate: 'yakında',
    email: 'bilgi@galeri.example',
    quota: 'sınırsız',
    lastBackupDateDb: '2026-13-45',
    lastBackupTimeDb: '25:61:00',
    lastBackupDateFolders: 'dün',
    lastBackupTimeFolders: 'sabah',
  })),
  { id: '1024', title: 'an empty answer: no field at all', body: () => ({}) },
  {
    id: '1025',
    title: 'dates without a time of day',
    body(asOf, utcOffset) {
      const today = accountLike1001('1025', '', ({ database, folders }) => ({
        ...database(0),
        ...folders(0),
      }));
      const { lastBackupTimeFolders: _absent, ...rest } = today.body(asOf, utcOffset);
      return { ...rest, email: 'gece@bekci.example', lastBackupTimeDb: null };
    },
  },
];
