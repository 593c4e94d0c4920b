import type { recheck as english } from '../en/recheck.ts';
import { backupName, LEVEL, shortBackupName, status } from './names.ts';

export const recheck: typeof english = {
  line(person, changes) {
    const who = person === undefined ? 'Yeniden sorgulandı' : `${person} yeniden sorguladı`;
    if (changes === undefined) return who;
    return `${who}: ${changes.length === 0 ? 'değişiklik yok' : changes.join(', ')}`;
  },
  level: (before, after) => `${LEVEL[before]} → ${LEVEL[after]}`,
  newBackup: (backup, ago) => `yeni ${backupName(backup)} (${ago})`,
  noNewBackup: (before, after) =>
    before === after ? 'yeni yedek yok' : `yeni yedek yok; ${before} → ${after}`,
  backup: (backup, before, after) => `${shortBackupName(backup)} ${before} → ${after}`,
  status: (before, after) => `${status[before]} → ${status[after]}`.toLocaleLowerCase('tr'),
  packageEnd: (before, after) => `paket bitişi ${before} → ${after}`,
  unreadable: 'okunamıyor',
  cardSpent: 'O kartın süresi doldu, artık güncellenemez.',
  shareAgain: 'Yenisini paylaşmak için yazın:',
};
