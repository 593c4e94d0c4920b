import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/domain/account.ts';
import { reasonTexts } from '../../src/formatters/account/verdict-lines.ts';
import { said, words } from '../support/reader.ts';
import { account, answer, CRITICAL, hoursAgo } from './samples.ts';

const reasonsOf = (differences: Partial<Account>) => reasonTexts(answer(account(differences)).verdict, words);
const NEVER = { kind: 'never' } as const;
const FOLDERS_OLD = said({
  en: 'Folder backup is 30\u00A0h old (limit 26\u00A0h), the database backup is fresh',
  tr: 'Son klasör yedeği 30\u00A0saat önce (sınır 26\u00A0saat), veritabanı yedeği güncel',
});

describe('the reasons under the first line', () => {
  it('add what the headline has not said', () => {
    expect(reasonsOf({ packageEndsOn: '2026-11-26' })).toEqual([]);
    expect(reasonsOf({ database: NEVER, folders: NEVER })).toEqual([]);
    expect(reasonsOf({ folders: hoursAgo(30) })).toEqual([FOLDERS_OLD]);
  });

  it('name the cause first', () => {
    expect(reasonsOf({ database: hoursAgo(61), folders: hoursAgo(68) })).toEqual(
      said({
        en: [
          'Client is up, its job is not running',
          'Database backup is 2\u00A0days\u00A013\u00A0h old (limit 48\u00A0h)',
          'Folder backup is 2\u00A0days\u00A020\u00A0h old (limit 48\u00A0h)',
        ],
        tr: [
          'İstemci açık, yedekleme işi çalışmıyor',
          'Son veritabanı yedeği 2\u00A0gün\u00A013\u00A0saat önce (sınır 48\u00A0saat)',
          'Son klasör yedeği 2\u00A0gün\u00A020\u00A0saat önce (sınır 48\u00A0saat)',
        ],
      }),
    );
  });

  it('are three at most, and the rest is counted', () => {
    const reasons = reasonsOf({
      ...CRITICAL,
      status: { kind: 'online', sent: 'çevrimiçi' },
      todayBackupCount: 4,
    });
    expect(reasons).toEqual(
      said({
        en: [
          'Client is up, its job is not running',
          'Database backup is 3\u00A0days\u00A08\u00A0h old (limit 48\u00A0h)',
          'Folder backup is 3\u00A0days\u00A018\u00A0h old (limit 48\u00A0h)',
          '+2 more in Details',
        ],
        tr: [
          'İstemci açık, yedekleme işi çalışmıyor',
          'Son veritabanı yedeği 3\u00A0gün\u00A08\u00A0saat önce (sınır 48\u00A0saat)',
          'Son klasör yedeği 3\u00A0gün\u00A018\u00A0saat önce (sınır 48\u00A0saat)',
          '+2 neden daha: Ayrıntılar',
        ],
      }),
    );
  });

  it('say a note after anything serious, and beside good news', () => {
    expect(reasonsOf({ folders: hoursAgo(30), todayBackupCount: 4 })).toEqual([
      FOLDERS_OLD,
      said({ en: 'Today’s allowance is used: 4 of 4', tr: 'Bugünkü yedek hakkı kullanıldı: 4 / 4' }),
    ]);
    expect(reasonsOf({ status: { kind: 'offline', sent: 'çevrimdışı' } })).toEqual([
      said({ en: 'Offline now, data safe', tr: 'Şu an çevrimdışı, veriler güvende' }),
    ]);
    expect(reasonsOf({ folders: NEVER, foldersFilesCount: 0 })).toEqual(
      said({ en: ['Folder backup has never run'], tr: ['Klasör yedeği hiç alınmamış'] }),
    );
    expect(reasonsOf({ status: { kind: 'not-reported' } })).toEqual(
      said({ en: ['Status was not reported'], tr: ['Durum bildirilmedi'] }),
    );
  });

  it('tell a bare date as a day, with the span of hours where that leaves open whether it is late', () => {
    const onDay = (date: string) =>
      ({ kind: 'at', atMs: Date.parse(`${date}T00:00:00+03:00`), precision: 'day' }) as const;
    expect(reasonsOf({ database: onDay('2026-11-20') })).toEqual([
      said({
        en: 'Database backup of 20 Nov is 5\u00A0h to 29\u00A0h old (limit 26\u00A0h)',
        tr: 'Son veritabanı yedeği 20 Kas günü: 5\u00A0saat ile 29\u00A0saat önce arası (sınır 26\u00A0saat)',
      }),
    ]);
    expect(reasonsOf({ database: onDay('2026-11-19') })).toEqual([
      said({
        en: 'Database backup is of 19 Nov (limit 26\u00A0h), the folder backup is fresh',
        tr: 'Son veritabanı yedeği 19 Kas günü (sınır 26\u00A0saat), klasör yedeği güncel',
      }),
    ]);
  });

  it('say how many folders and files were never backed up', () => {
    expect(reasonsOf({ folders: NEVER, foldersFilesCount: 18_000 })).toEqual([
      said({
        en: 'Folder backup has never run (folders and files: 18,000)',
        tr: 'Klasör yedeği hiç alınmamış (klasör ve dosya: 18.000)',
      }),
    ]);
  });
});
