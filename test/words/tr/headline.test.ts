import { expect, it } from 'vitest';
import type { Headline } from '../../../src/words/headline.ts';
import { headline } from '../../../src/words/tr/headline.ts';

const H = 3_600_000;

it.each<[Headline, string]>([
  [{ kind: 'fine' }, 'Yedekler yolunda'],
  [{ kind: 'no-backup-for', level: 'critical', ageMs: 80 * H }, 'Acil: 3 gündür yedek yok'],
  [{ kind: 'no-backup-for', level: 'attention', ageMs: 30 * H }, 'Kontrol edilmeli: 30 saattir yedek yok'],
  [
    { kind: 'half-protected', level: 'critical', old: { backup: 'folders', ageMs: 80 * H } },
    'Acil: yarım koruma, son klasör yedeği 3 gün önce',
  ],
  [
    { kind: 'old', level: 'attention', backups: [{ backup: 'database', ageMs: 30 * H }] },
    'Kontrol edilmeli: son veritabanı yedeği 30 saat önce',
  ],
  [
    { kind: 'stuck', level: 'attention', ageMs: 30 * H },
    'Takılmış olabilir: çalışıyor, ama 30 saattir yeni yedek yok',
  ],
  [
    { kind: 'package-ended', daysAgo: 3, noBackup: { ageMs: 80 * H } },
    'Acil: paket 3 gün önce bitti, 3 gündür yedek yok',
  ],
  [{ kind: 'package-ended', daysAgo: 1 }, 'Acil: paket dün bitti'],
  [{ kind: 'package-ends-soon', daysLeft: 1 }, 'Paket yarın bitiyor'],
  [
    { kind: 'cannot-tell', because: 'clock-wrong', backups: ['database'] },
    'Belirsiz: veritabanı yedeğinin zamanı gelecekte',
  ],
  [
    { kind: 'cannot-tell', because: 'time-unreadable', backups: ['database', 'folders'] },
    'Belirsiz: yedeklerin zamanı okunamıyor',
  ],
])('%j reads %s', (asked, text) => {
  expect(headline(asked)).toBe(text);
});
