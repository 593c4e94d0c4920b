import { describe, expect, it } from 'vitest';
import { validateView } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatDetails, formatDetailsLoading } from '../../../src/formatters/details/details-view.ts';
import { said, words } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { ACT_ROW, FINE_AGES, FINE_ROW, statusLineOf } from '../rows.ts';
import {
  account,
  accountWithout,
  answer,
  CRITICAL,
  found,
  foundWith,
  lastKnown,
  PRIVATE,
  unavailable,
} from '../samples.ts';

const HEALTHY_LIMITS = said({
  en: [
    'Within these limits',
    '• Late: 26\u00A0h old or older, set by BACKUP_LATE_AFTER_HOURS',
    '• Stale: 48\u00A0h old or older, set by BACKUP_STALE_AFTER_HOURS',
    '• Package ends soon: within 14\u00A0days, set by PACKAGE_ENDS_SOON_DAYS',
    '• Clock looks wrong: over 5\u00A0min ahead of now, set by CLOCK_AHEAD_MINUTES',
  ],
  tr: [
    'Bu sınırlar içinde',
    '• Gecikti: 26\u00A0saat ya da daha eski, ayar: BACKUP_LATE_AFTER_HOURS',
    '• Çok eski: 48\u00A0saat ya da daha eski, ayar: BACKUP_STALE_AFTER_HOURS',
    '• Paket yakında bitiyor: 14\u00A0gün içinde, ayar: PACKAGE_ENDS_SOON_DAYS',
    '• Saat yanlış görünüyor: şu andan ileride, izin verilen fark 5\u00A0dk, ayar: CLOCK_AHEAD_MINUTES',
  ],
});
const SENT = said({
  en: [
    'As the service sent it',
    'Package: Kurumsal 500',
    'Package ends: 2027-06-09',
    'E-mail: bilgi[at]musteri.example (bilgi@musteri.example)',
    'Status: çevrimiçi (Online)',
    'Quota: 500 GB',
    'Backups: not sent',
    'Last database backup, date: not sent',
    'Last database backup, time: not sent',
    'Last folder backup, date: not sent',
    'Last folder backup, time: not sent',
    'Folders allowed: not sent',
    'Folders and files: not sent',
    'Backups allowed a day: not sent',
    'Backups today: not sent',
    'Client version: not sent',
    'Dark mode: false',
  ],
  tr: [
    'Servisin gönderdiği gibi',
    'Paket: Kurumsal 500',
    'Paket bitişi: 2027-06-09',
    'E-posta: bilgi[at]musteri.example (bilgi@musteri.example)',
    'Durum: çevrimiçi (Çevrimiçi)',
    'Kota: 500 GB',
    'Yedek sayısı: gönderilmedi',
    'Son veritabanı yedeği, tarih: gönderilmedi',
    'Son veritabanı yedeği, saat: gönderilmedi',
    'Son klasör yedeği, tarih: gönderilmedi',
    'Son klasör yedeği, saat: gönderilmedi',
    'İzin verilen klasör: gönderilmedi',
    'Klasör ve dosya: gönderilmedi',
    'Günlük yedek hakkı: gönderilmedi',
    'Bugünkü yedek: gönderilmedi',
    'İstemci sürümü: gönderilmedi',
    'Karanlık mod: false',
  ],
});
/** Whom to ask, before all else. */
const EMAIL_LINE = `${words.details.fields.email}  bilgi@musteri.example`;
const ASKED = said({ en: '~ Asked just now, for this answer', tr: '~ Bu yanıt için soruldu: az önce' });
const FROM_LOGIN = said({
  en: 'service times read as UTC+03:00, the offset of its sign-in answer; may be an hour off around a change of clocks: set BACKUP_SERVICE_TIME_ZONE',
  tr: 'servis saatleri UTC+03:00 olarak okundu, oturum açma yanıtındaki saat farkına göre; saatlerin değiştiği günlerde bir saat yanılabilir: BACKUP_SERVICE_TIME_ZONE ayarını girin',
});
const STUCK_LIMIT = said({
  en: '• Perhaps stuck: backing up, newest backup 26\u00A0h old or older, set by BACKUP_STUCK_AFTER_HOURS',
  tr: '• Takılmış olabilir: yedekleniyor, en yeni yedek 26\u00A0saat ya da daha eski, ayar: BACKUP_STUCK_AFTER_HOURS',
});
const FINE = [`# ✅ ${FINE_ROW.title}`, statusLineOf('online', { ages: FINE_AGES })];

describe('the details of an account', () => {
  it('show the verdict, the limits it passed, and all fields as they were sent', () => {
    const view = formatDetails(found(), PRIVATE);
    expect(validateView(view)).toEqual([]);
    expect(view).toMatchObject({
      type: 'modal',
      title: {
        type: 'plain_text',
        text: said({ en: 'Account details', tr: 'Hesap ayrıntıları' }),
        emoji: true,
      },
      close: { type: 'plain_text', text: said({ en: 'Close', tr: 'Kapat' }), emoji: true },
    });
    expect(drawn(view.blocks)).toEqual([
      FINE[0],
      EMAIL_LINE,
      ...FINE.slice(1),
      ...HEALTHY_LIMITS,
      ...SENT,
      `${ASKED} · ${FROM_LOGIN}`,
    ]);
  });

  it('say first whom to call', () => {
    const outcome = foundWith({ contact: 'Jane\u202E <!here>\n+44 20', note: 'n' });
    const view = formatDetails(outcome, PRIVATE);
    expect(validateView(view)).toEqual([]);
    expect(drawn(view.blocks).slice(1, 3)).toEqual([
      `${words.details.contact}  Jane <!here> +44 20`,
      EMAIL_LINE,
    ]);
  });

  it('say nothing of whom to call where nobody knows', () => {
    const about = accountWithout('email');
    const lines = drawn(formatDetails({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE).blocks);
    expect(lines.slice(0, 2)).toEqual(FINE.slice(0, 2));
  });

  it('name every rule with its limit and where that is set', () => {
    const lines = drawn(formatDetails(found(CRITICAL), PRIVATE).blocks);
    expect(lines.slice(0, 19)).toEqual(
      said({
        en: [
          `# 🚨 ${ACT_ROW.title}`,
          EMAIL_LINE,
          statusLineOf('offline'),
          '• Stale backup',
          '  Database backup is 3\u00A0days\u00A08\u00A0h old (limit 48\u00A0h)',
          '  Limit 48\u00A0h, set by BACKUP_STALE_AFTER_HOURS',
          '• Stale backup',
          '  Folder backup is 3\u00A0days\u00A018\u00A0h old (limit 48\u00A0h)',
          '  Limit 48\u00A0h, set by BACKUP_STALE_AFTER_HOURS',
          '• Package ends soon',
          '  Package ends in 5\u00A0days',
          '  Limit 14\u00A0days, set by PACKAGE_ENDS_SOON_DAYS',
          'Next step  Ask the customer to switch the computer on.',
          'Limits',
          '• Late: 26\u00A0h old or older, set by BACKUP_LATE_AFTER_HOURS',
          '• Stale: 48\u00A0h old or older, set by BACKUP_STALE_AFTER_HOURS',
          STUCK_LIMIT,
          '• Package ends soon: within 14\u00A0days, set by PACKAGE_ENDS_SOON_DAYS',
          '• Clock looks wrong: over 5\u00A0min ahead of now, set by CLOCK_AHEAD_MINUTES',
        ],
        tr: [
          `# 🚨 ${ACT_ROW.title}`,
          EMAIL_LINE,
          statusLineOf('offline'),
          '• Yedek çok eski',
          '  Son veritabanı yedeği 3\u00A0gün\u00A08\u00A0saat önce (sınır 48\u00A0saat)',
          '  Sınır 48\u00A0saat, ayar: BACKUP_STALE_AFTER_HOURS',
          '• Yedek çok eski',
          '  Son klasör yedeği 3\u00A0gün\u00A018\u00A0saat önce (sınır 48\u00A0saat)',
          '  Sınır 48\u00A0saat, ayar: BACKUP_STALE_AFTER_HOURS',
          '• Paket yakında bitiyor',
          '  Paket 5\u00A0gün sonra bitiyor',
          '  Sınır 14\u00A0gün, ayar: PACKAGE_ENDS_SOON_DAYS',
          'Sonraki adım  Müşteriden bilgisayarını açmasını isteyin.',
          'Sınırlar',
          '• Gecikti: 26\u00A0saat ya da daha eski, ayar: BACKUP_LATE_AFTER_HOURS',
          '• Çok eski: 48\u00A0saat ya da daha eski, ayar: BACKUP_STALE_AFTER_HOURS',
          STUCK_LIMIT,
          '• Paket yakında bitiyor: 14\u00A0gün içinde, ayar: PACKAGE_ENDS_SOON_DAYS',
          '• Saat yanlış görünüyor: şu andan ileride, izin verilen fark 5\u00A0dk, ayar: CLOCK_AHEAD_MINUTES',
        ],
      }),
    );
  });

  it('claim no limit as passed that there was nothing to hold against', () => {
    const about = accountWithout('packageEndsOn');
    const lines = drawn(formatDetails({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE).blocks);
    expect(lines.filter((line) => /PACKAGE_ENDS_SOON_DAYS|BACKUP_STUCK_AFTER_HOURS/.test(line))).toEqual([]);
    const backingUp = found({ status: { kind: 'backing-up', sent: 'yedekleniyor' } });
    expect(drawn(formatDetails(backingUp, PRIVATE).blocks)).toContain(STUCK_LIMIT);
  });

  it.each([
    [
      'setting',
      'Europe/Istanbul',
      said({
        en: 'service times read as Europe/Istanbul, set by BACKUP_SERVICE_TIME_ZONE',
        tr: 'servis saatleri Europe/Istanbul olarak okundu, ayar: BACKUP_SERVICE_TIME_ZONE',
      }),
    ],
    ['login', '+03:00', FROM_LOGIN],
    [
      'nothing',
      'UTC',
      said({
        en: 'service times read as UTC, a guess: set BACKUP_SERVICE_TIME_ZONE',
        tr: 'servis saatleri UTC olarak okundu, bu bir tahmin: BACKUP_SERVICE_TIME_ZONE ayarını girin',
      }),
    ],
  ] as const)('say where the zone was taken from: %s', (assumedFrom, id, line) => {
    const about = account({ zone: { id, assumedFrom } });
    const { blocks } = formatDetails({ kind: 'found', id: '1001', answer: answer(about) }, PRIVATE);
    expect(drawn(blocks).at(-1)).toBe(`${ASKED} · ${line}`);
  });

  it('of a failed look-up say what happened', () => {
    const view = formatDetails(unavailable('network'), PRIVATE);
    expect(validateView(view)).toEqual([]);
    expect(drawn(view.blocks)).toEqual(
      said({
        en: ['# 🔌 1009 · Could not be checked', 'The service cannot be reached.', 'Try again in a minute.'],
        tr: ['# 🔌 1009 · Sorgulanamadı', 'Servise ulaşılamıyor.', 'Bir dakika sonra yeniden deneyin.'],
      }),
    );
  });

  it('of a failed look-up with an earlier answer show both', () => {
    const lines = drawn(formatDetails(lastKnown({}, 'network'), PRIVATE).blocks);
    expect(lines.slice(0, 4)).toEqual(
      said({
        en: [
          '# 🔌 1001 · Could not be checked',
          'The service cannot be reached.',
          'Try again in a minute.',
          `${FINE[0]} (as of 12\u00A0min ago)`,
        ],
        tr: [
          '# 🔌 1001 · Sorgulanamadı',
          'Servise ulaşılamıyor.',
          'Bir dakika sonra yeniden deneyin.',
          `${FINE[0]} (yanıt 12\u00A0dk önce alındı)`,
        ],
      }),
    );
    expect(lines.at(-1)).toMatch(
      said({
        en: /^~ Asked 12\u00A0min ago, the last answer there is · /,
        tr: /^~ Soruldu: 12\u00A0dk önce, eldeki son yanıt bu · /,
      }),
    );
  });
});

it('while the service is asked, the view says so', () => {
  const view = formatDetailsLoading('Müşteri 7/A', PRIVATE);
  expect(validateView(view)).toEqual([]);
  expect(drawn(view.blocks)).toEqual([
    said({ en: 'Asking the service about Müşteri 7/A…', tr: 'Servise soruluyor: Müşteri 7/A…' }),
  ]);
});
