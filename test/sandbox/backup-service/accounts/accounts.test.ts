import { describe, expect, test } from 'vitest';
import type { GeneralInfoBody } from '../../../../sandbox/backup-service/accounts/account.ts';
import { ACCOUNTS, findAccount } from '../../../../sandbox/backup-service/accounts/accounts.ts';
import { CUSTOMERS } from '../../../../sandbox/backup-service/accounts/customers.ts';
import { GENERAL_INFO_FIELDS } from '../../../../src/account/account.ts';
import { EVENING_MS } from '../ask.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A moment east and west of UTC that is another day, and a moment of the day on which clocks change in many places. */
const MOMENTS = [
  [EVENING_MS, '+03:00'],
  [EVENING_MS, '-03:30'],
  [EVENING_MS, '+05:45'],
  [Date.UTC(2026, 2, 29, 1, 0, 0), '+03:00'],
  [Date.UTC(2028, 1, 29, 2, 59, 59), '-03:30'],
] as const;

function bodyOf(id: string, nowMs: number = EVENING_MS, utcOffset = '+03:00'): GeneralInfoBody {
  const account = findAccount(id);
  if (!account) throw new Error(`no account ${id}`);
  return account.body({ backupsMs: nowMs, packagesMs: nowMs }, utcOffset);
}

/** Age of a backup as a client reads it, to the second; undefined where date or time is no text. */
function ageMs(body: GeneralInfoBody, which: 'Db' | 'Folders', nowMs: number, utcOffset: string) {
  const [date, time] = [body[`lastBackupDate${which}`], body[`lastBackupTime${which}`]];
  if (typeof date !== 'string' || typeof time !== 'string') return undefined;
  return Math.floor(nowMs / 1000) * 1000 - Date.parse(`${date}T${time}${utcOffset}`);
}

/** Days from the service's own calendar day to the end of the package. */
function daysLeft(body: GeneralInfoBody, nowMs: number, utcOffset: string) {
  const sign = utcOffset.startsWith('-') ? -1 : 1;
  const [hours, minutes] = utcOffset.slice(1).split(':').map(Number);
  const today = new Date(nowMs + sign * ((hours ?? 0) * 60 + (minutes ?? 0)) * 60_000)
    .toISOString()
    .slice(0, 10);
  return (Date.parse(String(body.endDate)) - Date.parse(today)) / DAY_MS;
}

const ONLINE = 'çevrimiçi';
const OFFLINE = 'çevrimdışı';
const BACKING_UP = 'yedekleniyor';

/** id, status, hours since the database backup, hours since the folder backup, days to the end of the package */
const STORIES: readonly (readonly [string, string, number, number, number])[] = [
  ['1001', ONLINE, 2, 5, 200],
  ['1002', BACKING_UP, 2 / 3, 6, 200],
  ['1003', OFFLINE, 3, 9, 200],
  ['1004', OFFLINE, 80, 90, 5],
  ['1005', ONLINE, 61, 68, 200],
  ['1006', BACKING_UP, 30, 34, 200],
  ['1007', ONLINE, 1, 30, 200],
  ['1010', ONLINE, 2, 5, 5],
  ['1011', ONLINE, 74, 77, -3],
  ['1012', ONLINE, 2, 5, 200],
  ['1013', ONLINE, 2, 5, 200],
  ['1014', ONLINE, 2, 5, 200],
  ['1017', ONLINE, 2, 5, 200],
  ['1018', 'askıda', 2, 5, 200],
  ['1019', ONLINE.normalize('NFD'), 2, 5, 200],
  ['1020', ONLINE, -3, -3, 200],
  ['1021', '<!channel> *çevrimiçi*', 2, 5, 200],
  ['Müşteri 7/A %20', ONLINE, 2, 5, 200],
  ['load-1', ONLINE, 2, 5, 200],
  ['load-100000', ONLINE, 2, 5, 200],
];

describe.each(MOMENTS)('at %d and offset %s', (nowMs, utcOffset) => {
  test.each(STORIES)('%s is %s, %d h and %d h after its backups, %d days before its end', (...story) => {
    const [id, status, databaseHours, foldersHours, days] = story;
    const body = bodyOf(id, nowMs, utcOffset);
    expect(Object.keys(body)).toEqual(GENERAL_INFO_FIELDS);
    expect(body.status).toBe(status);
    expect(ageMs(body, 'Db', nowMs, utcOffset)).toBe(databaseHours * HOUR_MS);
    expect(ageMs(body, 'Folders', nowMs, utcOffset)).toBe(foldersHours * HOUR_MS);
    expect(daysLeft(body, nowMs, utcOffset)).toBe(days);
  });

  test('1009 has a fresh database backup and no other', () => {
    const body = bodyOf('1009', nowMs, utcOffset);
    expect(ageMs(body, 'Db', nowMs, utcOffset)).toBe(2 * HOUR_MS);
    expect(body).toMatchObject({
      lastBackupDateFolders: '',
      lastBackupTimeFolders: '',
      foldersFilesCount: 0,
    });
  });

  test('1016 has a sound status and database time among its wrong types', () => {
    const body = bodyOf('1016', nowMs, utcOffset);
    expect(body.status).toBe(ONLINE);
    expect(ageMs(body, 'Db', nowMs, utcOffset)).toBe(2 * HOUR_MS);
  });

  test('1025 has the dates of today and no times', () => {
    const body = bodyOf('1025', nowMs, utcOffset);
    const age = nowMs - Date.parse(`${body.lastBackupDateDb}T00:00:00${utcOffset}`);
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(DAY_MS);
    expect(body.lastBackupDateFolders).toBe(body.lastBackupDateDb);
    expect(body.lastBackupTimeDb).toBeNull();
    expect(body).not.toHaveProperty('lastBackupTimeFolders');
  });
});

describe('the numbers', () => {
  test.each([
    ['1001', { packageName: 'Kurumsal 500', quota: '500 GB', maxFolderCount: 50, foldersFilesCount: 21 }],
    ['1001', { dailyBackupCount: 4, todayBackupCount: 2, version: '4.12.0', darkMode: false }],
    ['1004', { packageName: 'Kurumsal 1500', quota: '1.5 TB', maxFolderCount: 50, foldersFilesCount: 48 }],
    ['1008', { backupCount: 0, todayBackupCount: 0, lastBackupDateDb: null, lastBackupTimeDb: null }],
    ['1008', { lastBackupDateFolders: '0000-00-00', lastBackupTimeFolders: '00:00:00' }],
    ['1012', { dailyBackupCount: 4, todayBackupCount: 4 }],
    ['1013', { maxFolderCount: 50, foldersFilesCount: 50 }],
    ['1014', { maxFolderCount: 50, foldersFilesCount: 182_431 }],
    ['1017', { email: 'ayse.yilmaz[at]musteri.example' }],
    ['1023', { quota: 'sınırsız', endDate: 'yakında', lastBackupDateFolders: 'dün' }],
  ])('of %s hold %j', (id, fields) => {
    expect(bodyOf(id)).toMatchObject(fields);
  });
});

describe('the odd ones', () => {
  test('1015 has all fields, and all are null', () => {
    expect(bodyOf('1015')).toEqual(Object.fromEntries(GENERAL_INFO_FIELDS.map((field) => [field, null])));
  });

  test('1016 has fields of wrong types and fields of its own', () => {
    const right = bodyOf('1001');
    const wrong = bodyOf('1016');
    const sound = GENERAL_INFO_FIELDS.filter((field) => wrong[field] === right[field]);
    expect(sound).toEqual(['status', 'lastBackupDateDb', 'lastBackupTimeDb']);
    expect(
      Object.keys(wrong).filter((field) => !(GENERAL_INFO_FIELDS as readonly string[]).includes(field)),
    ).toEqual(['usedQuota', 'owner', 'tags']);
  });

  test('1019 looks like the ordinary word and is not the same text', () => {
    const { status } = bodyOf('1019');
    expect(status).not.toBe(ONLINE);
    expect(String(status).normalize('NFC')).toBe(ONLINE);
  });

  test('1021 has everything that free text can do to a message', () => {
    const { packageName } = bodyOf('1021');
    expect(packageName).toHaveLength(10_000);
    for (const trick of [
      '<!channel>',
      '@here',
      '*bold*',
      '_italic_',
      '~gone~',
      '`code`',
      '\u202E',
      '\n',
      '&',
    ]) {
      expect(packageName).toContain(trick);
    }
  });

  test('1023 has no date or time that can be read', () => {
    expect(ageMs(bodyOf('1023'), 'Db', EVENING_MS, '+03:00')).toBeNaN();
    expect(ageMs(bodyOf('1023'), 'Folders', EVENING_MS, '+03:00')).toBeNaN();
    expect(daysLeft(bodyOf('1023'), EVENING_MS, '+03:00')).toBeNaN();
  });

  test('1024 says nothing', () => {
    expect(bodyOf('1024')).toEqual({});
  });
});

describe('all of them', () => {
  test('are 25 with ids and titles of their own, from 1001 on', () => {
    const ids = ACCOUNTS.map(({ id }) => id);
    const expected = Array.from({ length: 25 }, (_, index) =>
      index === 21 ? 'Müşteri 7/A %20' : String(1001 + index),
    );
    expect(ids).toEqual(expected);
    expect(new Set(ACCOUNTS.map(({ title }) => title)).size).toBe(25);
    for (const { title } of ACCOUNTS) expect(title).toMatch(/^[ -~]{5,80}$/);
  });

  test.each(ACCOUNTS)('$id gives the same body for the same moment, and JSON keeps it', ({ id }) => {
    expect(bodyOf(id)).toEqual(bodyOf(id));
    expect(JSON.parse(JSON.stringify(bodyOf(id)))).toEqual(bodyOf(id));
  });

  test('have e-mails written both ways', () => {
    const emails = ACCOUNTS.map(({ id }) => bodyOf(id).email).filter((email) => typeof email === 'string');
    expect(emails).toHaveLength(22);
    expect(emails.filter((email) => /^[\w.]+@[\p{L}.]+$/u.test(email)).length).toBeGreaterThan(10);
    expect(emails.filter((email) => email.includes('[at]')).length).toBeGreaterThan(4);
  });
});

test('60 customers have a name of their own, an account at the service, and every account with a story is one', () => {
  expect(new Set(CUSTOMERS.map(([, name]) => name)).size).toBe(60);
  expect(CUSTOMERS.filter(([id]) => findAccount(id) === undefined)).toEqual([]);
  const ids = CUSTOMERS.map(([id]) => id);
  expect(new Set(ids).size).toBe(60);
  expect(ACCOUNTS.filter(({ id }) => !ids.includes(id))).toEqual([]);
});
