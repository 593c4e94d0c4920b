import type { AccountStatus } from '../../domain/account.ts';
import type { ToldAge } from '../../domain/compare-answers.ts';
import type { RecheckWords } from '../home-words.ts';
import { shortBackupName } from './backup-name.ts';
import { card } from './card.ts';
import { LEVEL } from './level.ts';
import { time } from './time.ts';

const STATUS: Readonly<Record<AccountStatus['kind'], string>> = {
  online: 'çevrimiçi',
  offline: 'çevrimdışı',
  'backing-up': 'yedekleniyor',
  unknown: 'bilinmeyen durum',
  'not-reported': 'durum bildirilmedi',
};

export const recheck: RecheckWords = {
  line(person, changes) {
    const who = person === undefined ? 'Yeniden sorgulandı' : `${person} yeniden sorguladı`;
    if (changes === undefined) return who;
    return `${who}: ${changes.length === 0 ? 'değişiklik yok' : changes.join(', ')}`;
  },
  level: (before, after) => `${LEVEL[before]} → ${LEVEL[after]}`,
  backup: (backup, before, after) => `${shortBackupName(backup)} ${age(before)} → ${age(after)}`,
  status: (before, after) => `${STATUS[before]} → ${STATUS[after]}`,
  packageEnd: (before, after) => `paket bitişi ${day(before)} → ${day(after)}`,
  cardSpent: 'O kartın süresi doldu, artık güncellenemez.',
  shareAgain: 'Yenisini paylaşmak için yazın:',
};

function age(told: ToldAge): string {
  switch (told.kind) {
    case 'time':
      return time.shortDuration(told.ageMs);
    case 'day':
      return time.daysAgo(told.daysAgo);
    case 'never':
      return card.never;
    case 'ahead':
      return card.clockWrong;
    case 'unreadable':
      return UNREADABLE;
    case 'not-reported':
      return card.notReported;
    default:
      return told satisfies never;
  }
}

const UNREADABLE = 'okunamıyor';

function day(isoDate: string | undefined): string {
  if (isoDate === undefined) return card.notReported;
  return isoDate === 'unreadable' ? UNREADABLE : time.day(isoDate);
}
