import type { BackupKind, VerdictLevel } from '../../domain/verdict.ts';
import type { Headline, HeadlineLevel, OldBackup } from '../headline.ts';
import { backupName, backupTime } from './backup-name.ts';
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
      return 'Acil: hiç yedek alınmamış';
    case 'no-backup-for':
      return opened(headline.level, `${forSoLong(headline.ageMs)} yedek yok`);
    case 'half-protected':
      return headline.level === 'critical'
        ? `Acil: yarım koruma, ${old(headline.old)}`
        : `Yarım koruma: ${old(headline.old)}`;
    case 'old':
      return opened(headline.level, headline.backups.map(old).join(', '));
    case 'stuck':
      return headline.level === 'critical'
        ? `Acil: takılmış olabilir, ${forSoLong(headline.ageMs)} yeni yedek yok`
        : `Takılmış olabilir: çalışıyor, ama ${forSoLong(headline.ageMs)} yeni yedek yok`;
    case 'package-ends-soon':
      return `Paket ${inDays(headline.daysLeft)} bitiyor`;
    case 'cannot-tell':
      return `Belirsiz: ${cannotTell(headline)}`;
    case 'bare':
      return LEVEL[headline.level];
    default:
      return headline satisfies never;
  }
}

const opened = (level: HeadlineLevel, text: string) =>
  `${level === 'critical' ? 'Acil' : 'Gecikti'}: ${text}`;

const old = ({ backup, ageMs }: OldBackup) => `son ${backupName(backup)} ${time.roughDuration(ageMs)} önce`;

function packageEnded({ daysAgo, noBackupForMs }: Extract<Headline, { kind: 'package-ended' }>): string {
  const ended = `Acil: paket ${time.daysAgo(daysAgo)} bitti`;
  return noBackupForMs === undefined ? ended : `${ended}, ${forSoLong(noBackupForMs)} yedek yok`;
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
