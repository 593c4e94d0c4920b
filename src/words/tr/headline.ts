import type { BackupKind, VerdictLevel } from '../../domain/verdict.ts';
import type { Headline, HeadlineLevel, NoBackup, OldBackup } from '../headline.ts';
import { backupName, backupTime } from './names.ts';
import { forSoLong, inDays, time } from './time.ts';

const LEVEL: Readonly<Record<VerdictLevel, string>> = {
  critical: 'Acil: hemen bakın',
  attention: 'Kontrol edilmeli',
  unknown: 'Belirsiz',
  healthy: 'Yedekler yolunda',
};

/** Without a full stop. */
export function headline(headline: Headline): string {
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
