import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GENERAL_INFO_FIELDS, type ServiceZone } from '../../src/account/account.ts';
import { parseAccount } from '../../src/service/parse-account.ts';
import { FULL_ACCOUNT } from '../messages/samples.ts';

const zone: ServiceZone = { id: '+03:00', assumedFrom: 'login' };
const SOUND = {
  packageName: 'Kurumsal 500',
  endDate: '2027-06-09',
  email: 'bilgi[at]musteri.example',
  status: 'çevrimiçi',
  quota: '500 GB',
  backupCount: 1240,
  lastBackupDateDb: '2026-11-21',
  lastBackupTimeDb: '07:01:26',
  lastBackupDateFolders: '2026-11-20',
  lastBackupTimeFolders: '04:01:26',
  maxFolderCount: 50,
  foldersFilesCount: 21,
  dailyBackupCount: 4,
  todayBackupCount: 2,
  version: '4.12.0',
  darkMode: false,
};

function parse(body: Record<string, unknown>) {
  const drift: string[] = [];
  const account = parseAccount('1001', body, zone, (field) => void drift.push(field));
  return { account, drift };
}

describe('general info becomes an account', () => {
  test('reads every valid field, without drift', () => {
    expect(parse(SOUND)).toEqual({
      drift: [],
      account: {
        ...FULL_ACCOUNT,
        database: { kind: 'at', atMs: Date.parse('2026-11-21T04:01:26Z'), precision: 'second' },
        folders: { kind: 'at', atMs: Date.parse('2026-11-20T01:01:26Z'), precision: 'second' },
        sent: {
          ...SOUND,
          backupCount: '1240',
          maxFolderCount: '50',
          foldersFilesCount: '21',
          dailyBackupCount: '4',
          todayBackupCount: '2',
          darkMode: 'false',
        },
      },
    });
  });

  test('reads an empty object as an account without values, and every missing field as drift', () => {
    const nothing = { kind: 'not-reported' };
    expect(parse({})).toEqual({
      account: { id: '1001', zone, status: nothing, database: nothing, folders: nothing, sent: {} },
      drift: GENERAL_INFO_FIELDS,
    });
  });

  test('reads null as "never" for backups and "not reported" for other fields', () => {
    const { account } = parse(Object.fromEntries(GENERAL_INFO_FIELDS.map((field) => [field, null])));
    expect(account).toEqual({
      id: '1001',
      zone,
      status: { kind: 'not-reported' },
      database: { kind: 'never' },
      folders: { kind: 'never' },
      sent: Object.fromEntries(GENERAL_INFO_FIELDS.map((field) => [field, 'null'])),
    });
  });

  test.each(GENERAL_INFO_FIELDS)('loses only %s when it has a wrong type', (field) => {
    const { account, drift } = parse({ ...SOUND, [field]: { odd: [1] } });
    expect(drift).toEqual([field]);
    expect(account.sent[field]).toBe('[…]');
    expect(Object.keys(account.sent)).toEqual(GENERAL_INFO_FIELDS);
  });

  test('reports unreadable dates and times by field', () => {
    const { account, drift } = parse({
      ...SOUND,
      endDate: 'soon',
      lastBackupDateDb: '2026-02-30',
      lastBackupTimeFolders: 'noon',
    });
    expect(drift).toEqual(['endDate', 'lastBackupDateDb', 'lastBackupTimeFolders']);
    expect(account).toMatchObject({
      database: { kind: 'unreadable' },
      folders: { kind: 'at', precision: 'day' },
    });
    expect(account.packageEndsOn).toBe('soon');
  });

  test('reads a value of a wrong type as unreadable, not as unreported', () => {
    const { account } = parse({ status: 5, quota: 500, endDate: 20271231, lastBackupDateDb: 20261121 });
    expect(account).toMatchObject({
      status: { kind: 'unknown', sent: '5' },
      quota: { kind: 'as-sent', text: '500' },
      packageEndsOn: '20271231',
      database: { kind: 'unreadable' },
      folders: { kind: 'not-reported' },
    });
  });

  test.each([
    ['a[at]b.example', 'a@b.example'],
    ['a [AT] b.example', 'a@b.example'],
    [' a@b.example ', 'a@b.example'],
  ])('reads the e-mail %s as %s', (sent, email) => {
    expect(parse({ ...SOUND, email: sent }).account.email).toBe(email);
  });

  test('reads blank text as not reported, also for the quota', () => {
    const { account } = parse({ ...SOUND, packageName: ' ', email: '', quota: '  ', version: '' });
    const nothing = { packageName: undefined, email: undefined, quota: undefined, clientVersion: undefined };
    expect(account).toMatchObject(nothing);
  });

  test('removes control characters from everything stored or shown', () => {
    const { account } = parse({ ...SOUND, packageName: 'Kur\u0000umsal\t500\n', status: 'yedekleniyor\n' });
    expect(account.packageName).toBe('Kur umsal 500');
    expect(account.status).toEqual({ kind: 'backing-up', sent: 'yedekleniyor' });
    expect(JSON.stringify(account)).not.toMatch(/\\u00|\\n|\\t/);
  });

  test('truncates texts visibly, and removes characters that reorder or hide text', () => {
    const long = `\u202E${'x'.repeat(500)}`;
    const { account } = parse({ packageName: long, version: long, endDate: long, quota: long, status: long });
    const kept = (length: number) => `${'x'.repeat(length - 1)}…`;
    expect(account).toMatchObject({
      packageName: kept(80),
      clientVersion: kept(40),
      packageEndsOn: kept(80),
      quota: { kind: 'as-sent', text: kept(40) },
      status: { kind: 'unknown', sent: kept(40) },
    });
  });

  test('loses only a field that is nested a hundred thousand levels deep', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    expect(parse({ ...SOUND, version: deep }).account.sent.version).toBe('[…]');
  });

  test('cuts a text at 1,000 characters before it is parsed, without splitting a surrogate pair', () => {
    const { account } = parse({
      ...SOUND,
      email: `a${' '.repeat(100_000)}[at]b`,
      status: `${'x'.repeat(999)}😀`,
      packageName: '\u0301'.repeat(50_000),
      version: ['x'.repeat(500_000)],
    });
    expect(account.email).toBe('a');
    expect(account.sent.status).toBe(`${'x'.repeat(999)} `);
    expect(Object.values(account.sent).map((text) => text.length)).toContain(1_000);
    expect(Math.max(...Object.values(account.sent).map((text) => text.length))).toBe(1_000);
  });

  test('reads any fields into an account that survives JSON', () => {
    const anyField = fc.oneof(
      fc.jsonValue(),
      fc.string(),
      fc.integer(),
      fc.constantFrom('0000-00-00', '2026-02-30', '23:00:00'),
    );
    const anyBody = fc.record(Object.fromEntries(GENERAL_INFO_FIELDS.map((field) => [field, anyField])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(anyBody, (body) => {
        // JSON has no negative zero.
        const { account } = parse(JSON.parse(JSON.stringify(body)));
        expect(JSON.parse(JSON.stringify(account))).toEqual(account);
      }),
    );
  });
});

test.each([
  ['backupCount', '1.240'],
  ['backupCount', -1],
  ['backupCount', 1.5],
  ['backupCount', 1e300],
  ['darkMode', 'true'],
  ['packageName', 500],
  ['packageName', null],
  ['lastBackupDateDb', 20261121],
] as const)('%s: %o counts as drift', (field, value) => {
  expect(parse({ ...SOUND, [field]: value }).drift).toEqual([field]);
});

test.each([
  ['12', 12],
  [' 0 ', 0],
  ['007', 7],
])('reads %j as the counter %i, without drift', (sent, backupCount) => {
  const { account, drift } = parse({ ...SOUND, backupCount: sent });
  expect([account.backupCount, drift]).toEqual([backupCount, []]);
});

describe('the quota', () => {
  test.each([
    ['500 GB', 500, 'GB'],
    ['500gb', 500, 'GB'],
    ['1.5TB', 1.5, 'TB'],
    ['1,5 TB', 1.5, 'TB'],
    ['2  PB', 2, 'PB'],
    ['0 B', 0, 'B'],
    ['1024 KB', 1024, 'KB'],
    ['0.25 MB', 0.25, 'MB'],
  ])('reads %s', (sent, amount, unit) => {
    expect(parse({ quota: sent }).account.quota).toEqual({ kind: 'size', amount, unit });
  });

  test.each([
    ...['sınırsız', '500', 'GB', '500 GiB', '-5 GB', '1.024 GB', '1,024 GB', '1. GB', '5 GB / 10 GB'],
    `${'9'.repeat(400)} GB`,
  ])('keeps %s as sent', (sent) => {
    const text = sent.length > 40 ? `${sent.slice(0, 39)}…` : sent;
    expect(parse({ quota: sent }).account.quota).toEqual({ kind: 'as-sent', text });
  });
});

describe('the status', () => {
  test.each([
    ['çevrimiçi', 'online'],
    ['çevrimdışı', 'offline'],
    ['çevrimiçi'.normalize('NFD'), 'online'],
    ['ÇEVRİMİÇİ', 'online'],
    ['ÇEVRİMDIŞI', 'offline'],
    ['YEDEKLENİYOR', 'backing-up'],
    [' Yedekleniyor ', 'backing-up'],
  ])('reads %o, and keeps it as sent without blanks around it', (sent, kind) => {
    expect(parse({ status: sent }).account.status).toEqual({ kind, sent: sent.trim() });
  });

  test.each(['askıda', 'cevrimici', 'online', 'çevrimiçi değil', 'çevrim içi'])(
    'does not guess at %s',
    (sent) => {
      expect(parse({ status: sent }).account.status).toEqual({ kind: 'unknown', sent });
    },
  );

  test.each([null, '', '  '])('reads %o as not reported', (status) => {
    expect(parse({ status }).account.status).toEqual({ kind: 'not-reported' });
  });
});
