import { expect, it } from 'vitest';
import type { Reason } from '../../../src/domain/verdict.ts';
import { verdict } from '../../../src/words/tr/verdict.ts';
import { THRESHOLDS } from '../../formatters/samples.ts';

const H = 3_600_000;

it.each<[Reason, string]>([
  [
    { rule: 'package-ended', level: 'critical', endedOn: '2026-11-18', daysAgo: 3 },
    'Paket 3 gün önce bitti (18 Kas 2026)',
  ],
  [
    { rule: 'stuck-while-backing-up', level: 'attention', ageMs: 30 * H, threshold: THRESHOLDS.stuck },
    'Takılmış olabilir: yedekleniyor, ama son yedek 30 saat önce (sınır 26 saat)',
  ],
  [{ rule: 'never-backed-up', level: 'critical' }, 'Hiç yedek alınmamış'],
  [
    {
      rule: 'backup-late',
      level: 'attention',
      backup: 'database',
      ageMs: 30 * H,
      threshold: THRESHOLDS.late,
    },
    'Son veritabanı yedeği 30 saat önce (sınır 26 saat)',
  ],
  [
    { rule: 'client-outdated', level: 'attention', version: '4.2', minimum: '4.10', setBy: 'x' },
    'İstemci 4.2, en az olması gereken 4.10',
  ],
  [
    {
      rule: 'clock-wrong',
      level: 'unknown',
      backup: 'folders',
      aheadMs: 3 * H,
      threshold: THRESHOLDS.clockAhead,
    },
    'Klasör yedeğinin zamanı şu andan 3 saat ileride',
  ],
  [
    { rule: 'time-unreadable', level: 'unknown', backup: 'database' },
    'Veritabanı yedeğinin zamanı okunamıyor',
  ],
  [
    { rule: 'time-not-reported', level: 'unknown', backup: 'folders' },
    'Klasör yedeğinin zamanı bildirilmedi',
  ],
  [{ rule: 'nothing-reported', level: 'unknown' }, 'Servis bu hesap hakkında hiçbir bilgi vermedi'],
  [
    { rule: 'status-unknown', level: 'unknown', sent: 'askıda' },
    '“askıda” bu uygulamanın bildiği bir durum değil',
  ],
  [
    { rule: 'backup-ignored', level: 'note', backup: 'folders', setBy: 'x' },
    'Burada bakılmıyor: klasör yedeği',
  ],
])('%j reads %s', (reason, text) => {
  expect(verdict.reason(reason)).toBe(text);
});
