import type { AccountStatus } from '../../src/domain/account.ts';
import { said, words } from '../support/reader.ts';
import { HOUR_MS, NOW_MS } from './samples.ts';

/** The two lines that a list has for an account of samples.ts. */
interface Row {
  readonly title: string;
  readonly numbers: string;
}

export const FINE_ROW = said<Row>({
  en: { title: '1001 · Backups are fine', numbers: '🟢 Online · database 2\u00A0h · folders 5\u00A0h' },
  tr: {
    title: '1001 · Yedekler yolunda',
    numbers: '🟢 Çevrimiçi · veritabanı 2\u00A0sa · klasörler 5\u00A0sa',
  },
});

/** `CRITICAL` of samples.ts. */
export const ACT_ROW = said<Row>({
  en: {
    title: '1004 · Act now: no backup for 3\u00A0days',
    numbers:
      '⚪ Offline · folders 3\u00A0d\u00A018\u00A0h · database 3\u00A0d\u00A08\u00A0h · package ends in 5\u00A0days',
  },
  tr: {
    title: '1004 · Acil: 3\u00A0gündür yedek yok',
    numbers:
      '⚪ Çevrimdışı · klasörler 3\u00A0gün\u00A018\u00A0sa · veritabanı 3\u00A0gün\u00A08\u00A0sa · paket 5\u00A0gün sonra bitiyor',
  },
});

/** Folders 30 hours old, the database one hour. */
export const WATCH_ROW = said<Row>({
  en: { title: '1007 · Half protected: folders 30\u00A0h old', numbers: '🟢 Online · database 1\u00A0h' },
  tr: {
    title: '1007 · Yarım koruma: son klasör yedeği 30\u00A0saat önce',
    numbers: '🟢 Çevrimiçi · veritabanı 1\u00A0sa',
  },
});

/** The service was too slow. */
export const TIMEOUT_ROW = said<Row>({
  en: {
    title: '1009 · Could not be checked',
    numbers: 'The service did not answer in time. Try again in a minute.',
  },
  tr: {
    title: '1009 · Sorgulanamadı',
    numbers: 'Servis zamanında yanıt vermedi. Bir dakika sonra yeniden deneyin.',
  },
});

/** Why there is nothing newer, as a line of its own, before what is said of the answers there are. */
export const SAID_ONCE = said({
  en: {
    timeout: '~ 🔌 *The service did not answer in time.*',
    network: '~ 🔌 *The service cannot be reached.*',
    loginRejected: '~ 🔌 *This app cannot sign in to the service.*',
    pause: '~ 🔌 *The service asks for a pause.*',
  },
  tr: {
    timeout: '~ 🔌 *Servis zamanında yanıt vermedi.*',
    network: '~ 🔌 *Servise ulaşılamıyor.*',
    loginRejected: '~ 🔌 *Bu uygulama serviste oturum açamıyor.*',
    pause: '~ 🔌 *Servis biraz beklenmesini istiyor.*',
  },
});

export const TELL_WHO_RUNS_IT = said({
  en: 'Tell the app’s admin: the service rejects its sign-in.',
  tr: 'Uygulama yöneticisine bildirin: servis, oturum açma bilgilerini reddediyor.',
});

/** `⚪ Offline · read …` as a card draws it, of a status that the service knows; `ages` follow it on good news. */
export function statusLineOf(
  kind: Exclude<AccountStatus['kind'], 'unknown' | 'not-reported'>,
  { readAtMs = NOW_MS - 4000, ages = '' }: { readonly readAtMs?: number; readonly ages?: string } = {},
): string {
  const sign = { online: '🟢', offline: '⚪', 'backing-up': '🔄' }[kind];
  const exact = words.time.moment({ atMs: readAtMs, zoneId: '+03:00', nowMs: NOW_MS });
  const format = words.card.read('{date_short_pretty} {time}');
  const date = `<!date^${Math.floor(readAtMs / 1000)}^${format}|${words.card.read(exact)}>`;
  return `${sign} ${words.status[kind]} · ${date}${ages}`;
}

/** The same in a notification. */
export const asText = (drawn: string) => drawn.replace(/<!date[^|]*\|([^>]*)>/, '$1');

/** Of the account of samples.ts that is fine. */
export const FINE_AGES = ` · ${words.verdict.ages([
  { backup: 'database', ageMs: 2 * HOUR_MS },
  { backup: 'folders', ageMs: 5 * HOUR_MS },
])}`;

/** How a list ends: when it was drawn. */
export const DRAWN_AT = `~ ${words.home.asOf(
  `<!date^${NOW_MS / 1000}^{date_short_pretty} {time}|${words.time.moment({ atMs: NOW_MS, zoneId: 'UTC', nowMs: NOW_MS })}>`,
)}`;
