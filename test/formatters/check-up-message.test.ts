import { expect, it } from 'vitest';
import { validateMessage } from '../../sandbox/slack/block-kit/validate.ts';
import { formatCheckUp } from '../../src/formatters/check-up-message.ts';
import { said } from '../support/reader.ts';
import { drawn } from './drawn.ts';
import { CHECK_UP, PRIVATE } from './samples.ts';

it('says what is, the limits and the versions', () => {
  const message = formatCheckUp(CHECK_UP, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual(
    said({
      en: [
        'How this app and the backup service are',
        '• ✅ Service reached in 12 ms',
        '• ✅ Signed in, for another 8 h',
        '• Last answer about an account: 2 min ago',
        '• Service times read as UTC+03:00, the offset of its sign-in answer',
        'Limits',
        '• Late: 26 h old or older, set by BACKUP_LATE_AFTER_HOURS',
        '• Stale: 48 h old or older, set by BACKUP_STALE_AFTER_HOURS',
        '• Perhaps stuck: backing up, newest backup 26 h old or older, set by BACKUP_STUCK_AFTER_HOURS',
        '• Package ends soon: within 14 days, set by PACKAGE_ENDS_SOON_DAYS',
        '• Clock looks wrong: over 5 min ahead of now, set by CLOCK_AHEAD_MINUTES',
        '~ backup-status 1.0.0 · Node 24.0.0',
      ],
      tr: [
        'Bu uygulamanın ve yedek servisinin durumu',
        '• ✅ Servise 12 ms içinde ulaşıldı',
        '• ✅ Oturum açık, kalan süre 8 saat',
        '• Bir hesap hakkında son yanıt: 2 dk önce',
        '• Servis saatleri UTC+03:00 olarak okundu, oturum açma yanıtındaki saat farkına göre',
        'Sınırlar',
        '• Gecikti: 26 saat ya da daha eski, ayar: BACKUP_LATE_AFTER_HOURS',
        '• Çok eski: 48 saat ya da daha eski, ayar: BACKUP_STALE_AFTER_HOURS',
        '• Takılmış olabilir: yedekleniyor, en yeni yedek 26 saat ya da daha eski, ayar: BACKUP_STUCK_AFTER_HOURS',
        '• Paket yakında bitiyor: 14 gün içinde, ayar: PACKAGE_ENDS_SOON_DAYS',
        '• Saat yanlış görünüyor: şu andan ileride, izin verilen fark 5 dk, ayar: CLOCK_AHEAD_MINUTES',
        '~ backup-status 1.0.0 · Node 24.0.0',
      ],
    }),
  );
  expect(message.text).toContain(
    said({ en: 'Service reached in 12 ms', tr: 'Servise 12 ms içinde ulaşıldı' }),
  );
});

it('says what is wrong and what to do', () => {
  const { lastReadAtMs: _, ...neverRead } = CHECK_UP;
  const message = formatCheckUp(
    {
      ...neverRead,
      service: { kind: 'not-reached', reason: 'ECONNREFUSED' },
      signIn: { kind: 'not-signed-in', reason: 'login-rejected' },
    },
    PRIVATE,
  );
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks).slice(1, 4)).toEqual(
    said({
      en: [
        '• 🚨 Service cannot be reached: ECONNREFUSED',
        '• 🚨 Not signed in. This app cannot sign in to the service. Tell whoever runs this app: the service refuses its sign-in.',
        '• No answer about an account since this app started',
      ],
      tr: [
        '• 🚨 Servise ulaşılamıyor: ECONNREFUSED',
        '• 🚨 Oturum açık değil. Bu uygulama serviste oturum açamıyor. Bu uygulamayı yönetenlere haber verin: servis, oturum açma bilgilerini reddediyor.',
        '• Bu uygulama başladığından beri hiçbir hesap hakkında yanıt alınmadı',
      ],
    }),
  );
});
