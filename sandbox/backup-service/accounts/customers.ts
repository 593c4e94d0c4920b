import { accountLike1001, HOUR_MS, type ReferenceAccount } from './account.ts';
import { ODD_ACCOUNTS } from './odd-accounts.ts';
import { ORDINARY_ACCOUNTS } from './ordinary-accounts.ts';

/** What the accounts with a story are called. */
const NAMES: Readonly<Record<string, string>> = {
  '1001': 'Akdeniz Lojistik A.Ş.',
  '1002': 'Atölye Yıldız',
  '1003': 'Defter Muhasebe',
  '1004': 'Acme Ltd',
  '1005': 'Merkez Eczanesi',
  '1006': 'Özgür Mimarlık',
  '1007': 'Şifa Kliniği',
  '1008': 'Bizim Fırın',
  '1009': 'City Archive',
  '1010': 'Karataş İnşaat',
  '1011': 'Işık Nakliyat',
  '1012': 'Papirus Kırtasiye',
  '1013': 'Grand Hotel Boğaziçi',
  '1014': 'Stüdyo 14',
  '1015': 'Null & Sons',
  '1016': 'Kaya Tekstil',
  '1017': 'Yılmaz Ticaret',
  '1018': 'Deniz Sigorta',
  '1019': 'Çınar Kitabevi',
  '1020': 'Tomorrow Travel',
  '1021': '<!channel> *Mischief* & Co',
  'Müşteri 7/A %20': 'Pasaj 7/A',
  '1023': 'Sonsuz Galeri',
  '1024': 'Empty Shelf Books',
  '1025': 'Gece Bekçisi Güvenlik',
};

/** Customers without a story of their own: id, name, hours since the newest backup. Most are fine. */
const OTHERS: readonly (readonly [id: string, name: string, backupHoursAgo: number])[] = [
  ['2001', 'Acme Warehouse', 21],
  ['2002', 'Acme Bakery', 30],
  ['2003', 'Acme Işık Şubesi', 5],
  ['2004', 'Anadolu Optik', 2],
  ['2005', 'Barış Oto Yedek Parça', 7],
  ['2006', 'Bright Dental', 4],
  ['2007', 'Cedar & Pine Furniture', 1],
  ['2008', 'Çağdaş Hukuk Bürosu', 6],
  ['2009', 'Çiğdem Çiçekçilik', 52],
  ['2010', 'Doğan Elektrik', 3],
  ['2011', 'Dumlu Veteriner', 8],
  ['2012', 'Ege Zeytincilik', 23],
  ['2013', 'Fatih Matbaa', 2],
  ['2014', 'Green Valley Farms', 9],
  ['2015', 'Güneş Kreş', 4],
  ['2016', 'Harbour Fish Market', 28],
  ['2017', 'Ilgaz Kayak', 3],
  ['2018', 'İpek Gelinlik', 6],
  ['2019', 'Irmak Su Arıtma', 2],
  ['2020', 'Jasmin Spa', 5],
  ['2021', 'Kervan Turizm', 7],
  ['2022', 'Lale Peyzaj', 1],
  ['2023', 'Marmara Gümrük', 4],
  ['2024', 'North Sea Bakery', 3],
  ['2025', 'Nur Gözlük', 10],
  ['2026', 'Oak Street Clinic', 2],
  ['2027', 'Öztürk Hırdavat', 5],
  ['2028', 'Park Pharmacy', 6],
  ['2029', 'Rüzgar Enerji', 75],
  ['2030', 'Saint Mary School', 4],
  ['2031', 'Şahin Güvenlik', 3],
  ['2032', 'Toprak Seramik', 8],
  ['2033', 'Uğur Oto Galeri', 2],
  ['2034', 'Ünal Market', 5],
  ['2035', 'Yeşil Vadi Çiftliği', 4],
];

export const OTHER_ACCOUNTS: readonly ReferenceAccount[] = OTHERS.map(([id, _name, hoursAgo]) =>
  accountLike1001(id, `backed up ${hoursAgo} h ago`, ({ database, folders }) => ({
    ...database(hoursAgo * HOUR_MS),
    ...folders((hoursAgo + 1) * HOUR_MS),
  })),
);

/** The names that people know customers by, by id. */
const ALL_NAMES = new Map([...Object.entries(NAMES), ...OTHERS.map(([id, name]) => [id, name] as const)]);

/** The customers of the sandbox: ids, the names that people know them by, and what each shows. */
export const CUSTOMERS: readonly (readonly [id: string, name: string, title: string])[] = [
  ...ORDINARY_ACCOUNTS,
  ...ODD_ACCOUNTS,
  ...OTHER_ACCOUNTS,
].map(({ id, title }) => [id, ALL_NAMES.get(id) ?? id, title]);
