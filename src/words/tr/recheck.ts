import type { recheck as english } from '../en/recheck.ts';
import { LEVEL } from './names.ts';

export const recheck: typeof english = {
  was: (sign, level, when) => `Önceki: ${sign} ${LEVEL[level]} (${when})`,
  cardSpent: 'O kartın süresi doldu, artık güncellenemez.',
  shareAgain: 'Yenisini paylaşmak için yazın:',
};
