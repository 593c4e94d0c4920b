import type { AccountStatus } from '../../account/account.ts';
import type { Headline, HeadlineLevel, NoBackup, OldBackup } from '../../account/headline.ts';
import type {
  Age,
  BackupKind,
  Reason,
  ReasonOf,
  RuleName,
  Threshold,
  VerdictLevel,
} from '../../account/verdict.ts';
import type { verdict as english } from '../en/verdict.ts';
import { nextStepIn } from '../next-steps.ts';
import { backupName, backupTime, shortBackupName } from './names.ts';
import { capital, numbers } from './numbers.ts';
import { forSoLong, inDays, time } from './time.ts';

const nextStep = nextStepIn({
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
  'backup-unused': undefined,
  'backup-ignored': undefined,
  'offline-but-fresh': undefined,
  'status-not-reported': undefined,
  'daily-allowance-used': undefined,
});

export const verdict: typeof english = {
  headline,
  nextStep,
  sentence: (text) => `${text}.`,
  ages(ages) {
    const said = ages.map(
      ({ backup, ageMs, day }) => `${shortBackupName(backup)} ${day ?? `${time.duration(ageMs)} önce`}`,
    );
    return `${ages.some(({ day }) => day === undefined) ? 'o sırada ' : ''}${said.join(', ')}`;
  },
  // The entry under a rule's name takes the reasons of that rule: the table's type says so, an index cannot.
  reason: (reason) => (REASONS[reason.rule] as (reason: Reason) => string)(reason),
  moreInDetails: (count) => `+${numbers.count(count)} neden daha: Ayrıntılar`,
};

const REASONS: { readonly [Rule in RuleName]: (reason: ReasonOf<Rule>) => string } = {
  'package-ended': ({ daysAgo, endedOn }) => `Paket ${time.daysAgo(daysAgo)} bitti (${time.day(endedOn)})`,
  'stuck-while-backing-up': (reason) => `Takılmış olabilir: yedekleniyor, ama son yedek ${agoOver(reason)}`,
  'online-but-stale': ({ backup }) =>
    backup === undefined
      ? 'İstemci açık, yedekleme işi çalışmıyor'
      : `İstemci açık, ${backupName(backup)} çalışmıyor`,
  'never-backed-up': ({ backup }) => `Hiç ${backup === undefined ? 'yedek' : backupName(backup)} alınmamış`,
  'backup-stale': (reason) => `Son ${backupName(reason.backup)} ${agoOver(reason)}`,
  'backup-late': (reason) => `Son ${backupName(reason.backup)} ${agoOver(reason)}`,
  'half-protected': (reason) =>
    `Son ${backupName(reason.old)} ${agoOver(reason)}, ${backupName(reason.fresh)} güncel`,
  'folders-unprotected': ({ count }) =>
    `Klasör yedeği hiç alınmamış (klasör ve dosya: ${numbers.count(count)})`,
  'package-ends-soon': ({ daysLeft }) => `Paket ${inDays(daysLeft)} bitiyor`,
  'package-end-unreadable': ({ sent }) => `Paketin bitiş tarihi okunamıyor: “${sent}”`,
  'client-outdated': ({ version, minimum }) => `İstemci ${version}, en az olması gereken ${minimum}`,
  'clock-wrong': ({ backup, aheadMs }) =>
    `${capital(backupTime(backup))} şu andan ${time.duration(aheadMs)} ileride`,
  'time-unreadable': ({ backup }) => `${capital(backupTime(backup))} okunamıyor`,
  'time-not-reported': ({ backup }) => `${capital(backupTime(backup))} bildirilmedi`,
  'nothing-reported': () => 'Servis bu hesap hakkında hiçbir bilgi vermedi',
  'status-unknown': ({ sent }) => `“${sent}” bu uygulamanın bildiği bir durum değil`,
  'backup-unused': ({ backup }) => `${capital(backupName(backup))} hiç alınmamış`,
  'backup-ignored': ({ backup }) => `Burada bakılmıyor: ${backupName(backup)}`,
  'offline-but-fresh': () => 'Şu an çevrimdışı, veriler güvende',
  'status-not-reported': () => 'Durum bildirilmedi',
  'daily-allowance-used': ({ made, allowed }) =>
    `Bugünkü yedek hakkı kullanıldı: ${numbers.count(made)} / ${numbers.count(allowed)}`,
};

const agoOver = ({ ageMs, onDay, threshold }: Age & { readonly threshold: Threshold }) =>
  `${onDay === undefined ? `${time.durationOver(ageMs, threshold)} önce` : `${time.dayAgo(onDay, ageMs)} günü`} (sınır ${time.threshold(threshold)})`;

const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'Acil: hemen bakın',
  attention: 'Kontrol edilmeli',
  unknown: 'Belirsiz',
  healthy: 'Yedekler yolunda',
};

/** Without a full stop. */
function headline(headline: Headline): string {
  switch (headline.kind) {
    case 'fine':
      return LEVEL.healthy;
    case 'package-ended':
      return packageEnded(headline);
    case 'never-backed-up':
      return `Acil: hiç ${headline.backup === undefined ? 'yedek' : backupName(headline.backup)} alınmamış`;
    case 'no-backup-for':
      return opened(headline.level, `${noneFor(headline)} yok`);
    case 'half-protected':
      return headline.level === 'critical'
        ? `Acil: yarım koruma, ${old(headline.old)}`
        : `Yarım koruma: ${old(headline.old)}`;
    case 'old':
      return opened(headline.level, headline.backups.map(old).join(', '));
    case 'stuck':
      return headline.level === 'critical'
        ? `Acil: takılmış olabilir, ${noneFor(headline, 'yeni ')} yok`
        : `Takılmış olabilir: çalışıyor, ama ${noneFor(headline, 'yeni ')} yok`;
    case 'folders-unprotected':
      return headline.isHalf
        ? 'Yarım koruma: klasörler hiç yedeklenmemiş'
        : `${LEVEL.attention}: klasörler hiç yedeklenmemiş`;
    case 'package-ends-soon':
      return `Paket ${inDays(headline.daysLeft)} bitiyor`;
    case 'package-end-unreadable':
      return 'Paketin bitiş tarihi okunamıyor';
    case 'client-outdated':
      return `İstemci ${headline.version} çok eski`;
    case 'with-doubt':
      return `${textOf(headline.lead)} · ${textOf(headline.doubt)}`;
    case 'cannot-tell':
      return `Belirsiz: ${cannotTell(headline)}`;
    case 'bare':
      return LEVEL[headline.level];
    default:
      return headline satisfies never;
  }
}

const textOf = headline;

const opened = (level: HeadlineLevel, text: string) =>
  `${level === 'critical' ? 'Acil' : LEVEL.attention}: ${text}`;

const old = ({ backup, ageMs, onDay }: OldBackup) =>
  `son ${backupName(backup)} ${onDay === undefined ? `${time.roughDuration(ageMs)} önce` : time.dayAgo(onDay, ageMs)}`;

/** `3 gündür yedek`, `21 Kas gününden beri klasör yedeği` */
function noneFor({ backup, ageMs, onDay }: NoBackup, before = ''): string {
  const name = backup === undefined ? 'yedek' : backupName(backup);
  const since = onDay === undefined ? forSoLong(ageMs) : `${time.dayAgo(onDay, ageMs)} gününden beri`;
  return `${since} ${before}${name}`;
}

function packageEnded({ daysAgo, noBackup }: Extract<Headline, { kind: 'package-ended' }>): string {
  const ended = `Acil: paket ${time.daysAgo(daysAgo)} bitti`;
  return noBackup === undefined ? ended : `${ended}, ${noneFor(noBackup)} yok`;
}

function cannotTell(headline: Extract<Headline, { kind: 'cannot-tell' }>): string {
  switch (headline.because) {
    case 'clock-wrong':
      return `${backupTimes(headline.backups)} gelecekte`;
    case 'time-unreadable':
      return `${backupTimes(headline.backups)} okunamıyor`;
    case 'time-not-reported':
      return `${backupTimes(headline.backups)} bildirilmedi`;
    case 'nothing-reported':
      return 'servis bu hesap hakkında hiçbir bilgi vermedi';
    case 'status-unknown':
      return 'servis bu uygulamanın bilmediği bir durum gönderdi';
    default:
      return headline satisfies never;
  }
}

const backupTimes = (backups: readonly BackupKind[]) =>
  backups.length > 1 ? 'yedeklerin zamanı' : backups.map(backupTime).join('');

function runBackup(backup: BackupKind, status: AccountStatus['kind']): string {
  if (status === 'offline') return 'Müşteriden bilgisayarını açmasını isteyin.';
  return status === 'backing-up'
    ? 'Şu an yedekleniyor. Bir saat sonra yeniden bakın.'
    : `Müşteriden ${backupName(backup)} almasını isteyin.`;
}
