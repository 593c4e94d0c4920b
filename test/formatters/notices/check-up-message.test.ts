import { expect, it } from 'vitest';
import { validateMessage } from '../../../sandbox/slack/block-kit/validate.ts';
import { formatCheckUp } from '../../../src/formatters/notices/check-up-message.ts';
import { said } from '../../support/reader.ts';
import { drawn } from '../drawn.ts';
import { CHECK_UP, HOUR_MS, NOW_MS, PRIVATE } from '../samples.ts';

it('says what is, the limits and the versions', () => {
  const message = formatCheckUp(CHECK_UP, PRIVATE);
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks)).toEqual(
    said({
      en: [
        '✅ *The service is ready for look-ups.*',
        '• Last answer about an account: 2\u00A0min ago',
        '• Signed in, for another 8\u00A0h',
        '• Connection to the service’s host: opened in 12\u00A0ms, no request sent',
        '• Service times read as UTC+03:00, the offset of its sign-in answer; may be an hour off around a change of clocks: set BACKUP_SERVICE_TIME_ZONE',
        'Limits',
        '• Late: 26\u00A0h old or older, set by BACKUP_LATE_AFTER_HOURS',
        '• Stale: 48\u00A0h old or older, set by BACKUP_STALE_AFTER_HOURS',
        '• Perhaps stuck: backing up, newest backup 26\u00A0h old or older, set by BACKUP_STUCK_AFTER_HOURS',
        '• Package ends soon: within 14\u00A0days, set by PACKAGE_ENDS_SOON_DAYS',
        '• Clock looks wrong: over 5\u00A0min ahead of now, set by CLOCK_AHEAD_MINUTES',
        '~ backup-status 1.0.0 · Node 24.0.0',
      ],
      tr: [
        '✅ *Servis sorgulara hazır.*',
        '• Bir hesap hakkında son yanıt: 2\u00A0dk önce',
        '• Oturum açık, kalan süre 8\u00A0saat',
        '• Servisin sunucusuna bağlantı: 12\u00A0ms içinde açıldı, istek gönderilmedi',
        '• Servis saatleri UTC+03:00 olarak okundu, oturum açma yanıtındaki saat farkına göre; saatlerin değiştiği günlerde bir saat yanılabilir: BACKUP_SERVICE_TIME_ZONE ayarını girin',
        'Sınırlar',
        '• Gecikti: 26\u00A0saat ya da daha eski, ayar: BACKUP_LATE_AFTER_HOURS',
        '• Çok eski: 48\u00A0saat ya da daha eski, ayar: BACKUP_STALE_AFTER_HOURS',
        '• Takılmış olabilir: yedekleniyor, en yeni yedek 26\u00A0saat ya da daha eski, ayar: BACKUP_STUCK_AFTER_HOURS',
        '• Paket yakında bitiyor: 14\u00A0gün içinde, ayar: PACKAGE_ENDS_SOON_DAYS',
        '• Saat yanlış görünüyor: şu andan ileride, izin verilen fark 5\u00A0dk, ayar: CLOCK_AHEAD_MINUTES',
        '~ backup-status 1.0.0 · Node 24.0.0',
      ],
    }),
  );
  expect(message.text).toContain(
    said({ en: '✅ The service is ready for look-ups.\n', tr: '✅ Servis sorgulara hazır.\n' }),
  );
});

const { answeredAtMs: _, ...NEVER_ANSWERED } = CHECK_UP;

it('says what is wrong and what to do', () => {
  const message = formatCheckUp(
    {
      ...NEVER_ANSWERED,
      connection: { kind: 'not-opened', reason: 'ECONNREFUSED' },
      signIn: { kind: 'not-signed-in', reason: 'login-rejected' },
    },
    PRIVATE,
  );
  expect(validateMessage(message)).toEqual([]);
  expect(drawn(message.blocks).slice(0, 3)).toEqual(
    said({
      en: [
        '🔌 *Not signed in.* This app cannot sign in to the service. Tell the app’s admin: the service rejects its sign-in.',
        '• No answer about an account since this app started',
        '• No connection to the service’s host: ECONNREFUSED',
      ],
      tr: [
        '🔌 *Oturum açık değil.* Bu uygulama serviste oturum açamıyor. Uygulama yöneticisine bildirin: servis, oturum açma bilgilerini reddediyor.',
        '• Bu uygulama başladığından beri hiçbir hesap hakkında yanıt alınmadı',
        '• Servisin sunucusuna bağlanılamıyor: ECONNREFUSED',
      ],
    }),
  );
});

it('says first that look-ups fail, since when and when the next one is tried, whatever the connection does', () => {
  const message = formatCheckUp(
    { ...CHECK_UP, failing: { sinceMs: NOW_MS - 2 * HOUR_MS, reason: 'network', retryAfterMs: 6_000 } },
    PRIVATE,
  );
  expect(validateMessage(message)).toEqual([]);
  const at = Math.floor((NOW_MS - 2 * HOUR_MS) / 1_000);
  const [lead, ...details] = drawn(message.blocks);
  expect(lead).toMatch(
    said({
      en: new RegExp(
        `^🔌 \\*Look-ups have been failing since <!date\\^${at}\\^{date_short_pretty} {time}\\|.+ UTC>\\.\\* The service cannot be reached\\. Try again in 6\u00A0s\\.$`,
      ),
      tr: new RegExp(
        `^🔌 \\*Sorgular başarısız oluyor \\(başlangıç: <!date\\^${at}\\^{date_short_pretty} {time}\\|.+ UTC>\\)\\.\\* Servise ulaşılamıyor\\. 6\u00A0sn sonra yeniden deneyin\\.$`,
      ),
    }),
  );
  expect(details.join('\n')).not.toMatch(/✅|🔌/u);
  expect(message.text).not.toContain('✅');
});

it('says once why it is not signed in when look-ups fail for the same reason', () => {
  const message = formatCheckUp(
    {
      ...NEVER_ANSWERED,
      failing: { sinceMs: NOW_MS - HOUR_MS, reason: 'server-error', retryAfterMs: 0 },
      signIn: { kind: 'not-signed-in', reason: 'server-error' },
    },
    PRIVATE,
  );
  expect(drawn(message.blocks).slice(1, 4)).toEqual(
    said({
      en: [
        '• No answer about an account since this app started',
        '• Not signed in.',
        '• Connection to the service’s host: opened in 12\u00A0ms, no request sent',
      ],
      tr: [
        '• Bu uygulama başladığından beri hiçbir hesap hakkında yanıt alınmadı',
        '• Oturum açık değil.',
        '• Servisin sunucusuna bağlantı: 12\u00A0ms içinde açıldı, istek gönderilmedi',
      ],
    }),
  );
});

it('says that nothing answers at the service’s host although the sign-in still holds', () => {
  const message = formatCheckUp(
    { ...CHECK_UP, connection: { kind: 'not-opened', reason: 'ECONNREFUSED' } },
    PRIVATE,
  );
  expect(drawn(message.blocks)[0]).toBe(
    said({
      en: '🔌 *No connection to the service’s host: ECONNREFUSED*',
      tr: '🔌 *Servisin sunucusuna bağlanılamıyor: ECONNREFUSED*',
    }),
  );
});
