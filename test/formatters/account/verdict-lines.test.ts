import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/domain/account.ts';
import type { Reason } from '../../../src/domain/verdict.ts';
import { verdictLines } from '../../../src/formatters/account/verdict-lines.ts';
import { said } from '../../support/reader.ts';
import { account, answer, CRITICAL, hoursAgo, PRIVATE, THRESHOLDS } from '../samples.ts';

const lines = (differences: Partial<Account>) => verdictLines(answer(account(differences)), PRIVATE);
const NEVER = { kind: 'never' } as const;
const onDay = (date: string) =>
  ({ kind: 'at', atMs: Date.parse(`${date}T00:00:00+03:00`), precision: 'day' }) as const;
const BACKING_UP = { kind: 'backing-up', sent: 'yedekleniyor' } as const;

describe('the first line of an answer', () => {
  it.each<[string, Partial<Account>, string]>([
    [
      'fine',
      {},
      said({
        en: 'Backups are fine. Database 2 h ago, folders 5 h ago.',
        tr: 'Yedekler yolunda. Veritabanı 2 saat önce, klasörler 5 saat önce.',
      }),
    ],
    [
      'only the database in use',
      { folders: NEVER, foldersFilesCount: 0 },
      said({ en: 'Backups are fine. Database 2 h ago.', tr: 'Yedekler yolunda. Veritabanı 2 saat önce.' }),
    ],
    [
      'both stale: the newest counts',
      CRITICAL,
      said({ en: 'Act now: no backup for 3 days.', tr: 'Acil: 3 gündür yedek yok.' }),
    ],
    [
      'the only one in use stale',
      { database: hoursAgo(50), folders: NEVER },
      said({ en: 'Act now: no backup for 2 days.', tr: 'Acil: 2 gündür yedek yok.' }),
    ],
    [
      'one stale, one late',
      { database: hoursAgo(30), folders: hoursAgo(72) },
      said({
        en: 'Act now: folders 3 days old, database 30 h old.',
        tr: 'Acil: son klasör yedeği 3 gün önce, son veritabanı yedeği 30 saat önce.',
      }),
    ],
    [
      'both late',
      { database: hoursAgo(27), folders: hoursAgo(30) },
      said({ en: 'Needs attention: no backup for 27 h.', tr: 'Kontrol edilmeli: 27 saattir yedek yok.' }),
    ],
    [
      'one late, one fresh',
      { folders: hoursAgo(30) },
      said({ en: 'Half protected: folders 30 h old.', tr: 'Yarım koruma: son klasör yedeği 30 saat önce.' }),
    ],
    [
      'one stale, one fresh',
      { database: hoursAgo(80) },
      said({
        en: 'Act now: half protected, database 3 days old.',
        tr: 'Acil: yarım koruma, son veritabanı yedeği 3 gün önce.',
      }),
    ],
    [
      'one stale, one in doubt',
      { database: hoursAgo(80), folders: { kind: 'unreadable' } },
      said({ en: 'Act now: database 3 days old.', tr: 'Acil: son veritabanı yedeği 3 gün önce.' }),
    ],
    [
      'one late, one in doubt',
      { database: hoursAgo(30), folders: hoursAgo(-3) },
      said({
        en: 'Needs attention: database 30 h old.',
        tr: 'Kontrol edilmeli: son veritabanı yedeği 30 saat önce.',
      }),
    ],
    [
      'never',
      { database: NEVER, folders: NEVER },
      said({ en: 'Act now: never backed up.', tr: 'Acil: hiç yedek alınmamış.' }),
    ],
    [
      'stuck',
      { status: BACKING_UP, database: hoursAgo(30), folders: hoursAgo(34) },
      said({
        en: 'Perhaps stuck: running, but no new backup for 30 h.',
        tr: 'Takılmış olabilir: çalışıyor, ama 30 saattir yeni yedek yok.',
      }),
    ],
    [
      'stuck for days',
      { status: BACKING_UP, database: hoursAgo(80), folders: hoursAgo(90) },
      said({ en: 'Act now: no backup for 3 days.', tr: 'Acil: 3 gündür yedek yok.' }),
    ],
    [
      'package ended',
      { packageEndsOn: '2026-11-18' },
      said({ en: 'Act now: package ended 3 days ago.', tr: 'Acil: paket 3 gün önce bitti.' }),
    ],
    [
      'package ended yesterday',
      { packageEndsOn: '2026-11-20' },
      said({ en: 'Act now: package ended yesterday.', tr: 'Acil: paket dün bitti.' }),
    ],
    [
      'package ended and backups with it',
      { ...CRITICAL, packageEndsOn: '2026-11-18' },
      said({
        en: 'Act now: package ended 3 days ago, no backup for 3 days.',
        tr: 'Acil: paket 3 gün önce bitti, 3 gündür yedek yok.',
      }),
    ],
    [
      'package ends soon',
      { packageEndsOn: '2026-11-26' },
      said({
        en: 'Package ends in 5 days. Database 2 h ago, folders 5 h ago.',
        tr: 'Paket 5 gün sonra bitiyor. Veritabanı 2 saat önce, klasörler 5 saat önce.',
      }),
    ],
    [
      'package ends today',
      { packageEndsOn: '2026-11-21' },
      said({
        en: 'Package ends today. Database 2 h ago, folders 5 h ago.',
        tr: 'Paket bugün bitiyor. Veritabanı 2 saat önce, klasörler 5 saat önce.',
      }),
    ],
    [
      'package ends soon and a backup in doubt: not called fine',
      { packageEndsOn: '2026-11-22', folders: { kind: 'unreadable' } },
      said({
        en: 'Package ends tomorrow · Cannot tell: the time of the folder backup is unreadable.',
        tr: 'Paket yarın bitiyor · Belirsiz: klasör yedeğinin zamanı okunamıyor.',
      }),
    ],
    [
      'package ends soon and no backup time at all',
      {
        packageEndsOn: '2026-11-26',
        database: { kind: 'not-reported' },
        folders: { kind: 'not-reported' },
      },
      said({
        en: 'Package ends in 5 days · Cannot tell: the backup times are not reported.',
        tr: 'Paket 5 gün sonra bitiyor · Belirsiz: yedeklerin zamanı bildirilmedi.',
      }),
    ],
    [
      'folders never backed up, though there are some',
      { folders: NEVER, foldersFilesCount: 18_000 },
      said({
        en: 'Half protected: folders never backed up.',
        tr: 'Yarım koruma: klasörler hiç yedeklenmemiş.',
      }),
    ],
    [
      'folders never backed up, the database in doubt',
      { folders: NEVER, foldersFilesCount: 18_000, database: { kind: 'unreadable' } },
      said({
        en: 'Folders never backed up · Cannot tell: the time of the database backup is unreadable.',
        tr: 'Kontrol edilmeli: klasörler hiç yedeklenmemiş · Belirsiz: veritabanı yedeğinin zamanı okunamıyor.',
      }),
    ],
    [
      'bare dates that may be late',
      { database: onDay('2026-11-20'), folders: onDay('2026-11-20') },
      said({
        en: 'Cannot tell: the backups have a date but no usable time.',
        tr: 'Belirsiz: yedeklerin günü belli, saati belli değil.',
      }),
    ],
    [
      'a bare date of today',
      { database: onDay('2026-11-21') },
      said({
        en: 'Backups are fine. Database today, folders 5 h ago.',
        tr: 'Yedekler yolunda. Veritabanı bugün, klasörler 5 saat önce.',
      }),
    ],
    [
      'a bare date that may be late',
      { folders: onDay('2026-11-20') },
      said({
        en: 'Cannot tell: the folder backup has a date but no usable time.',
        tr: 'Belirsiz: klasör yedeğinin günü belli, saati belli değil.',
      }),
    ],
    [
      'a bare date that is late by its youngest reading',
      { database: onDay('2026-11-19'), folders: onDay('2026-11-19') },
      said({
        en: 'Needs attention: no backup since 19 Nov.',
        tr: 'Kontrol edilmeli: 19 Kas gününden beri yedek yok.',
      }),
    ],
    [
      'bare dates that are stale by their youngest reading, one of them older',
      { database: onDay('2026-11-18'), folders: onDay('2025-11-17') },
      said({ en: 'Act now: no backup since 18 Nov.', tr: 'Acil: 18 Kas gününden beri yedek yok.' }),
    ],
    [
      'half of it of a day long ago',
      { folders: onDay('2025-11-17') },
      said({
        en: 'Act now: half protected, folders last on 17 Nov 2025.',
        tr: 'Acil: yarım koruma, son klasör yedeği 17 Kas 2025.',
      }),
    ],
    [
      'a clock that is ahead',
      { database: hoursAgo(-3) },
      said({
        en: 'Cannot tell: the time of the database backup is in the future. Check the clock there, or BACKUP_SERVICE_TIME_ZONE here.',
        tr: 'Belirsiz: veritabanı yedeğinin zamanı gelecekte. Servisin saatine ya da buradaki BACKUP_SERVICE_TIME_ZONE ayarına bakın.',
      }),
    ],
    [
      'a time that cannot be read',
      { folders: { kind: 'unreadable' } },
      said({
        en: 'Cannot tell: the time of the folder backup is unreadable.',
        tr: 'Belirsiz: klasör yedeğinin zamanı okunamıyor.',
      }),
    ],
    [
      'no times',
      { database: { kind: 'not-reported' }, folders: { kind: 'not-reported' } },
      said({
        en: 'Cannot tell: the backup times are not reported.',
        tr: 'Belirsiz: yedeklerin zamanı bildirilmedi.',
      }),
    ],
    [
      'a strange status',
      { status: { kind: 'unknown', sent: 'askıda' } },
      said({
        en: 'Cannot tell: the service sent a status this app does not know. Database 2 h ago, folders 5 h ago.',
        tr: 'Belirsiz: servis bu uygulamanın bilmediği bir durum gönderdi. Veritabanı 2 saat önce, klasörler 5 saat önce.',
      }),
    ],
  ])('%s', (_, differences, line) => {
    const { lead, rest } = lines(differences);
    expect(`${lead} ${rest}`.trim()).toBe(line);
  });

  it('says that nothing was reported', () => {
    const nothing = account({ status: { kind: 'not-reported' }, database: NEVER, folders: NEVER });
    const { verdict, ...rest } = answer(nothing);
    const reasons: Reason[] = [{ rule: 'nothing-reported', level: 'unknown' }];
    const { lead } = verdictLines({ ...rest, verdict: { ...verdict, level: 'unknown', reasons } }, PRIVATE);
    expect(lead).toBe(
      said({
        en: 'Cannot tell: the service reported nothing about this account.',
        tr: 'Belirsiz: servis bu hesap hakkında hiçbir bilgi vermedi.',
      }),
    );
  });

  it('with a critical stuck backup and nothing else names that', () => {
    const threshold = THRESHOLDS.stuck;
    const { verdict, ...rest } = answer();
    const reasons: Reason[] = [{ rule: 'stuck-while-backing-up', level: 'critical', ageMs: 1e8, threshold }];
    const { lead } = verdictLines({ ...rest, verdict: { ...verdict, level: 'critical', reasons } }, PRIVATE);
    expect(lead).toBe(
      said({
        en: 'Act now: perhaps stuck, no new backup for 27 h.',
        tr: 'Acil: takılmış olabilir, 27 saattir yeni yedek yok.',
      }),
    );
  });

  it.each([
    ['critical', said({ en: 'Act now.', tr: 'Acil: hemen bakın.' })],
    ['attention', said({ en: 'Needs attention.', tr: 'Kontrol edilmeli.' })],
    ['unknown', said({ en: 'Cannot tell.', tr: 'Belirsiz.' })],
  ] as const)('for a bare %s verdict is its word', (level, line) => {
    const { verdict, ...rest } = answer();
    expect(verdictLines({ ...rest, verdict: { ...verdict, level, reasons: [] } }, PRIVATE).lead).toBe(line);
  });
});

it('an end date that cannot be read leads, beside the ages of the backups', () => {
  const { lead, rest, reasons } = verdictLines(answer(account({ packageEndsOn: '01.01.2023' })), PRIVATE);
  expect([lead, rest, reasons]).toEqual(
    said({
      en: ['Package end date cannot be read.', 'Database 2 h ago, folders 5 h ago.', []],
      tr: ['Paketin bitiş tarihi okunamıyor.', 'Veritabanı 2 saat önce, klasörler 5 saat önce.', []],
    }),
  );
});
