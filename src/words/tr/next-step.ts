import type { AccountStatus } from '../../domain/account.ts';
import type { BackupKind } from '../../domain/verdict.ts';
import { nextStepIn } from '../next-steps.ts';
import { backupName } from './names.ts';

export const nextStep = nextStepIn({
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

function runBackup(backup: BackupKind, status: AccountStatus['kind']): string {
  if (status === 'offline') return 'Müşteriden bilgisayarını açmasını isteyin.';
  return status === 'backing-up'
    ? 'Şu an yedekleniyor. Bir saat sonra yeniden bakın.'
    : `Müşteriden ${backupName(backup)} almasını isteyin.`;
}
