import { account, HOUR_MS, type ReferenceAccount } from './account.ts';
import { ODD_ACCOUNTS } from './odd-accounts.ts';
import { ORDINARY_ACCOUNTS } from './ordinary-accounts.ts';

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
