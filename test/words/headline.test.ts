import { expect, it } from 'vitest';
import type { Headline } from '../../src/account/headline.ts';
import * as english from '../../src/words/en.ts';
import * as turkish from '../../src/words/tr.ts';

const H = 3_600_000;

it.each<[Headline, en: string, tr: string]>([
  [{ kind: 'fine' }, 'Backups are fine', 'Yedekler yolunda'],
  [
    { kind: 'no-backup-for', level: 'critical', ageMs: 80 * H },
    'Act now: no backup for 3\u00A0days',
    'Acil: 3\u00A0gündür yedek yok',
  ],
  [
    { kind: 'no-backup-for', level: 'critical', ageMs: 50 * H },
    'Act now: no backup for 2\u00A0days',
    'Acil: 2\u00A0gündür yedek yok',
  ],
  [
    {
      kind: 'old',
      level: 'critical',
      backups: [
        { backup: 'folders', ageMs: 72 * H },
        { backup: 'database', ageMs: 30 * H },
      ],
    },
    'Act now: folders 3\u00A0days old, database 30\u00A0h old',
    'Acil: son klasör yedeği 3\u00A0gün önce, son veritabanı yedeği 30\u00A0saat önce',
  ],
  [
    { kind: 'no-backup-for', level: 'attention', ageMs: 27 * H },
    'Needs attention: no backup for 27\u00A0h',
    'Kontrol edilmeli: 27\u00A0saattir yedek yok',
  ],
  [
    { kind: 'half-protected', level: 'attention', old: { backup: 'folders', ageMs: 30 * H } },
    'Half protected: folders 30\u00A0h old',
    'Yarım koruma: son klasör yedeği 30\u00A0saat önce',
  ],
  [
    { kind: 'half-protected', level: 'critical', old: { backup: 'database', ageMs: 80 * H } },
    'Act now: half protected, database 3\u00A0days old',
    'Acil: yarım koruma, son veritabanı yedeği 3\u00A0gün önce',
  ],
  [
    { kind: 'old', level: 'critical', backups: [{ backup: 'database', ageMs: 80 * H }] },
    'Act now: database 3\u00A0days old',
    'Acil: son veritabanı yedeği 3\u00A0gün önce',
  ],
  [
    { kind: 'old', level: 'attention', backups: [{ backup: 'database', ageMs: 30 * H }] },
    'Needs attention: database 30\u00A0h old',
    'Kontrol edilmeli: son veritabanı yedeği 30\u00A0saat önce',
  ],
  [{ kind: 'never-backed-up' }, 'Act now: never backed up', 'Acil: hiç yedek alınmamış'],
  [
    { kind: 'stuck', level: 'attention', ageMs: 30 * H },
    'Perhaps stuck: running, but no new backup for 30\u00A0h',
    'Takılmış olabilir: çalışıyor, ama 30\u00A0saattir yeni yedek yok',
  ],
  [
    { kind: 'package-ended', daysAgo: 3 },
    'Act now: package ended 3\u00A0days ago',
    'Acil: paket 3\u00A0gün önce bitti',
  ],
  [{ kind: 'package-ended', daysAgo: 1 }, 'Act now: package ended yesterday', 'Acil: paket dün bitti'],
  [
    { kind: 'package-ended', daysAgo: 3, noBackup: { ageMs: 80 * H } },
    'Act now: package ended 3\u00A0days ago, no backup for 3\u00A0days',
    'Acil: paket 3\u00A0gün önce bitti, 3\u00A0gündür yedek yok',
  ],
  [
    { kind: 'package-ends-soon', daysLeft: 5 },
    'Package ends in 5\u00A0days',
    'Paket 5\u00A0gün sonra bitiyor',
  ],
  [{ kind: 'package-ends-soon', daysLeft: 0 }, 'Package ends today', 'Paket bugün bitiyor'],
  [
    {
      kind: 'with-doubt',
      lead: { kind: 'package-ends-soon', daysLeft: 1 },
      doubt: { kind: 'cannot-tell', because: 'time-unreadable', backups: ['folders'] },
    },
    'Package ends tomorrow · Cannot tell: the time of the folder backup is unreadable',
    'Paket yarın bitiyor · Belirsiz: klasör yedeğinin zamanı okunamıyor',
  ],
  [
    {
      kind: 'with-doubt',
      lead: { kind: 'package-ends-soon', daysLeft: 5 },
      doubt: { kind: 'cannot-tell', because: 'time-not-reported', backups: ['database', 'folders'] },
    },
    'Package ends in 5\u00A0days · Cannot tell: the backup times are not reported',
    'Paket 5\u00A0gün sonra bitiyor · Belirsiz: yedeklerin zamanı bildirilmedi',
  ],
  [
    { kind: 'folders-unprotected', isHalf: true },
    'Half protected: folders never backed up',
    'Yarım koruma: klasörler hiç yedeklenmemiş',
  ],
  [
    {
      kind: 'with-doubt',
      lead: { kind: 'folders-unprotected', isHalf: false },
      doubt: { kind: 'cannot-tell', because: 'time-unreadable', backups: ['database'] },
    },
    'Folders never backed up · Cannot tell: the time of the database backup is unreadable',
    'Kontrol edilmeli: klasörler hiç yedeklenmemiş · Belirsiz: veritabanı yedeğinin zamanı okunamıyor',
  ],
  [
    { kind: 'no-backup-for', level: 'attention', ageMs: 29 * H + 40 * 60_000, onDay: '2026-11-19' },
    'Needs attention: no backup since 19 Nov',
    'Kontrol edilmeli: 19 Kas gününden beri yedek yok',
  ],
  [
    { kind: 'no-backup-for', level: 'critical', ageMs: 53 * H + 40 * 60_000, onDay: '2026-11-18' },
    'Act now: no backup since 18 Nov',
    'Acil: 18 Kas gününden beri yedek yok',
  ],
  [
    {
      kind: 'half-protected',
      level: 'critical',
      old: { backup: 'folders', ageMs: 8837 * H + 40 * 60_000, onDay: '2025-11-17' },
    },
    'Act now: half protected, folders last on 17 Nov 2025',
    'Acil: yarım koruma, son klasör yedeği 17 Kas 2025',
  ],
  [
    { kind: 'cannot-tell', because: 'clock-wrong', backups: ['database'] },
    'Cannot tell: the time of the database backup is in the future',
    'Belirsiz: veritabanı yedeğinin zamanı gelecekte',
  ],
  [
    { kind: 'cannot-tell', because: 'time-unreadable', backups: ['folders'] },
    'Cannot tell: the time of the folder backup is unreadable',
    'Belirsiz: klasör yedeğinin zamanı okunamıyor',
  ],
  [
    { kind: 'cannot-tell', because: 'time-not-reported', backups: ['database', 'folders'] },
    'Cannot tell: the backup times are not reported',
    'Belirsiz: yedeklerin zamanı bildirilmedi',
  ],
  [
    { kind: 'cannot-tell', because: 'status-unknown' },
    'Cannot tell: the service sent a status this app does not know',
    'Belirsiz: servis bu uygulamanın bilmediği bir durum gönderdi',
  ],
  [{ kind: 'package-end-unreadable' }, 'Package end date cannot be read', 'Paketin bitiş tarihi okunamıyor'],
  [{ kind: 'client-outdated', version: '4.12.0' }, 'Client 4.12.0 is too old', 'İstemci 4.12.0 çok eski'],
  [
    { kind: 'cannot-tell', because: 'nothing-reported' },
    'Cannot tell: the service reported nothing about this account',
    'Belirsiz: servis bu hesap hakkında hiçbir bilgi vermedi',
  ],
  [
    { kind: 'stuck', level: 'critical', ageMs: 27 * H },
    'Act now: perhaps stuck, no new backup for 27\u00A0h',
    'Acil: takılmış olabilir, 27\u00A0saattir yeni yedek yok',
  ],
  [
    { kind: 'no-backup-for', level: 'critical', ageMs: 80 * H, backup: 'folders' },
    'Act now: no folder backup for 3\u00A0days',
    'Acil: 3\u00A0gündür klasör yedeği yok',
  ],
  [
    { kind: 'never-backed-up', backup: 'folders' },
    'Act now: folders never backed up',
    'Acil: hiç klasör yedeği alınmamış',
  ],
  [
    { kind: 'stuck', level: 'attention', ageMs: 30 * H, backup: 'folders' },
    'Perhaps stuck: running, but no new folder backup for 30\u00A0h',
    'Takılmış olabilir: çalışıyor, ama 30\u00A0saattir yeni klasör yedeği yok',
  ],
  [
    { kind: 'package-ended', daysAgo: 3, noBackup: { ageMs: 80 * H, backup: 'folders' } },
    'Act now: package ended 3\u00A0days ago, no folder backup for 3\u00A0days',
    'Acil: paket 3\u00A0gün önce bitti, 3\u00A0gündür klasör yedeği yok',
  ],
  [{ kind: 'bare', level: 'critical' }, 'Act now', 'Acil: hemen bakın'],
  [{ kind: 'bare', level: 'attention' }, 'Needs attention', 'Kontrol edilmeli'],
  [{ kind: 'bare', level: 'unknown' }, 'Cannot tell', 'Belirsiz'],
])('%j reads “%s” and “%s”', (headline, en, tr) => {
  expect(english.verdict.headline(headline)).toBe(en);
  expect(turkish.verdict.headline(headline)).toBe(tr);
});
