import { tr } from 'date-fns/locale/tr';
import type { AccountStatus } from '../../account/account.ts';
import type { Headline, HeadlineLevel, NoBackup, OldBackup } from '../../account/headline.ts';
import { MINUTE_MS } from '../../account/time.ts';
import type { BackupKind, CountedReason, Reason, TooOld, VerdictLevel } from '../../account/verdict.ts';
import type * as english from '../en/cards.ts';
import {
  calendarIn,
  capitalIn,
  countIn,
  dayFromTodayIn,
  durationsIn,
  leadingUnitIn,
  NO_BREAK,
  phrasesBy,
  tallyText,
  type Units,
} from '../grammar.ts';

const conjunction = new Intl.ListFormat('tr', { type: 'conjunction' });

// Nouns stay singular after a number, so nothing here has to agree with one.
export const numbers: typeof english.numbers = {
  count: countIn('tr-TR'),
  percent: (value) => `%${numbers.count(value)}`,
  list: (items, more = 0) =>
    conjunction.format(more > 0 ? [...items, `${numbers.count(more)} hesap daha`] : items),
};

/** `2 tanesi`: this number of them. A suffix on the number itself would have to follow its sound. */
export const soManyOf = (value: number): string => `${numbers.count(value)} tanesi`;

export const capital = capitalIn('tr');

/** What is shown for the state that the service reported. */
export const status: typeof english.status = {
  online: 'Çevrimiçi',
  offline: 'Çevrimdışı',
  'backing-up': 'Yedekleniyor',
  unknown: 'Bilinmeyen durum',
  'not-reported': 'Durum bildirilmedi',
};

/** The one name of each level, for use inside a sentence. */
export const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'acil',
  attention: 'kontrol edilmeli',
  unknown: 'belirsiz',
  healthy: 'yolunda',
};

/** `veritabanı yedeği`, for use inside a sentence. */
export function backupName(backup: BackupKind): string {
  return backup === 'database' ? 'veritabanı yedeği' : 'klasör yedeği';
}

/** `veritabanı yedeğinin zamanı` */
const backupTime = (backup: BackupKind): string => `${backupName(backup)}nin zamanı`;

/** `veritabanı`, for dense lists. */
function shortBackupName(backup: BackupKind): string {
  return backup === 'database' ? 'veritabanı' : 'klasörler';
}

/** Nouns stay singular after a number. */
const inUnit = (unit: string) => (count: number) => `${numbers.count(count)}${NO_BREAK}${unit}`;

const LONG: Units = {
  underAMinute: `1${NO_BREAK}dakikadan az`,
  minute: 'dk',
  hour: 'saat',
  day: inUnit('gün'),
};
const SHORT: Units = { ...LONG, underAMinute: `1${NO_BREAK}dk altı`, hour: 'sa' };
/** The suffix that means "for": vowel harmony decides, and `saat` takes front vowels although it has none. */
const FOR_SO_LONG: Units = {
  underAMinute: `1${NO_BREAK}dakikadan az süredir`,
  minute: 'dakikadır',
  hour: 'saattir',
  day: inUnit('gündür'),
};

export const time: typeof english.time = {
  ...durationsIn(LONG, SHORT, numbers.count),
  ...calendarIn(tr),
  ago: (ms) => (ms >= MINUTE_MS ? `${time.duration(ms)} önce` : 'az önce'),
  daysAgo: (days) => inDays(-days),
};

/** `bugün`, `yarın`, `5 gün sonra`. */
const inDays = dayFromTodayIn('tr');

/** What to do after a failure, and when: never sooner than `waitMs`, which is a quarter of an hour at most. */
export const tryAgain = (waitMs = MINUTE_MS): string =>
  `${Math.max(1, Math.ceil(waitMs / MINUTE_MS))}${NO_BREAK}dk sonra yeniden deneyin.`;

export const card: typeof english.card = {
  labels: {
    database: 'Veritabanı yedeği',
    folders: 'Klasör yedeği',
    folderUsage: 'Klasör kullanımı',
    nextStep: 'Sonraki adım',
  },
  console: 'Konsolda aç',
  runbook: 'Müdahale kılavuzu',
  never: 'hiç alınmadı',
  notReported: 'bildirilmedi',
  clockWrong: 'saati yanlış görünüyor',
  timeNotKnown: 'saati bilinmiyor',
  asSent: (text) => `şöyle geldi: “${text}”`,
  backupsToday: (made, allowed) =>
    typeof allowed === 'string'
      ? `${countOr(made)} (günlük hak ${allowed})`
      : `${typeof made === 'number' ? 'şimdiye kadar ' : ''}${countOr(made)}, en çok ${countOr(allowed)}`,
  folderUsage(count, limit) {
    const used = typeof count === 'number' ? `${numbers.count(count)} klasör ve dosya` : `sayı ${count}`;
    return `${used} · sınır ${typeof limit === 'number' ? `${numbers.count(limit)} klasör` : limit}`;
  },
  packageEnd: (day, state) =>
    `${day} ${{ running: 'tarihine kadar', 'ends-soon': 'tarihinde bitiyor', ended: 'tarihinde bitti' }[state]}`,
  packageEndWithout: (what) => `bitiş tarihi ${what}`,
  read: (when) => `okundu: ${when}`,
  sharedBy: (person) => `${person} paylaştı`,
  onItSince: (when) => `· ${when} saatinden beri ilgileniyor`,
  was: (sign, headline) => `Önceki yanıt: ${sign} ${headline}`,
};

const countOr = (value: number | string) => (typeof value === 'number' ? numbers.count(value) : value);

export const triage: typeof english.triage = {
  backup: (backup, value) => `${shortBackupName(backup)} ${value}`,
  summary(total, tally, inAll = total) {
    const { healthy, ...bad } = LEVEL;
    const missing = { notChecked: 'sorgulanamadı', notFound: 'bulunamadı', 'not-read': 'henüz bilinmiyor' };
    const names = { ...bad, ...missing, muted: 'sessiz', healthy };
    const accounts =
      inAll > total ? `${numbers.count(inAll)} hesaptan ${soManyOf(total)}` : `${numbers.count(total)} hesap`;
    return `${accounts}: ${tallyText(tally, names, numbers.count)}`;
  },
  notKnown: 'bilinmiyor',
  noneFor: (duration) => `Burada ${duration} ya da daha uzun süredir sorunlu olan yok`,
  forAtLeast: (duration) => `${duration} ya da daha uzun süredir sorunlu`,
  ending: (count, duration) =>
    `${duration} içinde bitecek ${count === 0 ? 'paket bilinmiyor' : `${numbers.count(count)} paket var`}`,
  full: (count, percent) =>
    `Klasör kullanımı ${percent} ya da üstü olan ${count === 0 ? 'hesap bilinmiyor' : `${numbers.count(count)} hesap var`}`,
  asOf: (when) => `${when} itibarıyla`,
};

const nextStep = phrasesBy<CountedReason, 'rule', [status: AccountStatus['kind']]>('rule', {
  'package-ended': 'Paketi yenileyin ya da müşteriye yedeklemeye devam etmek isteyip istemediğini sorun.',
  'stuck-while-backing-up': 'Müşteriden yedekleme istemcisini yeniden başlatmasını isteyin.',
  'online-but-stale': 'Müşteriden yedekleme istemcisini yeniden başlatıp yedek almasını isteyin.',
  'never-backed-up': 'İlk yedeği müşteriyle birlikte alın.',
  'backup-stale': ({ backup }, status) => runBackup(backup, status),
  'backup-late': ({ backup }, status) => runBackup(backup, status),
  'half-protected': ({ old }, status) => runBackup(old, status),
  'folders-unprotected': 'Müşteriye hangi klasörlerin yedekleneceğini sorun.',
  'package-ends-soon': 'Paketi yenileyin.',
  'package-end-unreadable': 'Paketin doğru bitiş tarihini sorun.',
  'client-outdated': 'Müşteriden yedekleme istemcisini güncellemesini isteyin.',
  'nothing-reported': 'Numarayı kontrol edin. Doğruysa servisin sağlayıcısına sorun.',
  'clock-wrong':
    'Müşteriden bilgisayarının saatini kontrol etmesini isteyin. Saat doğruysa uygulama yöneticisine bildirin: BACKUP_SERVICE_TIME_ZONE yanlış olabilir.',
  'time-unreadable': 'Son yedeğin zamanına müşterinin istemcisinden bakın.',
  'time-not-reported': 'Son yedeğin zamanına müşterinin istemcisinden bakın.',
  'status-unknown': 'Müşterinin istemcisine bakın ve bu durumu uygulama yöneticisine bildirin.',
});

/** Without a capital or a full stop, for use inside a sentence. */
const reasonText = phrasesBy<Reason, 'rule'>('rule', {
  'package-ended': ({ daysAgo, endedOn }) => `paket ${time.daysAgo(daysAgo)} bitti (${time.day(endedOn)})`,
  'stuck-while-backing-up': (reason) => `takılmış olabilir: yedekleniyor, ama son yedek ${agoOver(reason)}`,
  'online-but-stale': ({ backup }) =>
    backup === undefined
      ? 'istemci açık, yedekleme işi çalışmıyor'
      : `istemci açık, ${backupName(backup)} çalışmıyor`,
  'never-backed-up': ({ backup }) => `hiç ${backup === undefined ? 'yedek' : backupName(backup)} alınmamış`,
  'backup-stale': (reason) => `son ${backupName(reason.backup)} ${agoOver(reason)}`,
  'backup-late': (reason) => `son ${backupName(reason.backup)} ${agoOver(reason)}`,
  'half-protected': (reason) =>
    `son ${backupName(reason.old)} ${agoOver(reason)}, ${backupName(reason.fresh)} güncel`,
  'folders-unprotected': ({ count }) =>
    `klasör yedeği hiç alınmamış (klasör ve dosya: ${numbers.count(count)})`,
  'package-ends-soon': ({ daysLeft }) => `paket ${inDays(daysLeft)} bitiyor`,
  'package-end-unreadable': 'paketin bitiş tarihi okunamıyor',
  'client-outdated': ({ version, minimum }) => `istemci ${version}, en az olması gereken ${minimum}`,
  'clock-wrong': ({ backup, aheadMs }) => `${backupTime(backup)} şu andan ${time.duration(aheadMs)} ileride`,
  'time-unreadable': ({ backup }) => `${backupTime(backup)} okunamıyor`,
  'time-not-reported': ({ backup }) => `${backupTime(backup)} bildirilmedi`,
  'nothing-reported': 'servis bu hesap hakkında hiçbir bilgi vermedi',
  'status-unknown': ({ sent }) => `“${sent}” bu uygulamanın bildiği bir durum değil`,
  'backup-unused': ({ backup }) => `${backupName(backup)} hiç alınmamış`,
  'backup-ignored': ({ backup }) => `burada bakılmıyor: ${backupName(backup)}`,
  'offline-but-fresh': 'şu an çevrimdışı, veriler güvende',
  'status-not-reported': 'durum bildirilmedi',
  'daily-allowance-used': ({ made, allowed }) =>
    `bugünkü yedek hakkı kullanıldı: ${numbers.count(made)} / ${numbers.count(allowed)}`,
});

const agoOver = ({ ageMs, onDay, threshold }: TooOld) =>
  `${onDay === undefined ? `${time.durationOver(ageMs, threshold)} önce` : `${time.dayAgo(onDay, ageMs)} günü`} (sınır ${time.threshold(threshold)})`;

const opened = (level: HeadlineLevel, text: string) => `${capital(LEVEL[level])}: ${text}`;

const oldText = ({ backup, ageMs, onDay }: OldBackup) =>
  `son ${backupName(backup)} ${onDay === undefined ? `${time.roughDuration(ageMs)} önce` : time.dayAgo(onDay, ageMs)}`;

/** `3 gündür yedek`, `21 Kas gününden beri klasör yedeği` */
function noneFor({ backup, ageMs, onDay }: NoBackup, before = ''): string {
  const name = backup === undefined ? 'yedek' : backupName(backup);
  const since =
    onDay === undefined ? leadingUnitIn(FOR_SO_LONG, ageMs) : `${time.dayAgo(onDay, ageMs)} gününden beri`;
  return `${since} ${before}${name}`;
}

/** Without a full stop. */
const headline: (of: Headline) => string = phrasesBy<Headline, 'kind'>('kind', {
  'package-ended': ({ daysAgo, noBackup }) =>
    `Acil: paket ${time.daysAgo(daysAgo)} bitti${noBackup ? `, ${noneFor(noBackup)} yok` : ''}`,
  'never-backed-up': ({ backup }) =>
    `Acil: hiç ${backup === undefined ? 'yedek' : backupName(backup)} alınmamış`,
  'no-backup-for': (no) => opened(no.level, `${noneFor(no)} yok`),
  'half-protected': ({ level, old }) =>
    `${level === 'critical' ? 'Acil: kısmi koruma,' : 'Kısmi koruma:'} ${oldText(old)}`,
  old: ({ level, backups }) => opened(level, backups.map(oldText).join(', ')),
  stuck: (no) => `Takılmış olabilir: çalışıyor, ama ${noneFor(no, 'yeni ')} yok`,
  'folders-unprotected': ({ isHalf }) =>
    `${isHalf ? 'Kısmi koruma' : capital(LEVEL.attention)}: klasörler hiç yedeklenmemiş`,
  reason: ({ reason }) => capital(reasonText(reason)),
  'with-doubt': ({ lead, doubt }) => `${headline(lead)} · ${headline(doubt)}`,
  'cannot-tell': ({ reason, isBoth }) =>
    `Belirsiz: ${reasonText(reason)}${isBoth ? ', klasörlerinki de' : ''}`,
  bare: ({ level }) => (level === 'healthy' ? 'Yedekler yolunda' : capital(LEVEL[level])),
});

export const verdict: typeof english.verdict = {
  headline,
  reason: (reason) => capital(reasonText(reason)),
  nextStep,
  moreInDetails: (count) => `+${numbers.count(count)} neden daha: Ayrıntılar`,
  since: (level, when) => `${capital(when)} saatinden beri ${LEVEL[level]}`,
};

function runBackup(backup: BackupKind, status: AccountStatus['kind']): string {
  if (status === 'offline') return 'Müşteriden bilgisayarını açmasını isteyin.';
  return status === 'backing-up'
    ? 'Şu an yedekleniyor. Bir saat sonra yeniden bakın.'
    : `Müşteriden ${backupName(backup)} almasını isteyin.`;
}
