import { NO_BREAK } from '../../durations.ts';
import type { history as english } from '../../en/watch/history.ts';
import { LEVEL } from '../names.ts';
import { capital, listAndMore, numbers } from '../numbers.ts';

const DAY: (typeof english)['day'] = {
  ...LEVEL,
  'not-seen': 'görülmedi',
  'not-counted': 'sayılmıyor',
};

export const history: typeof english = {
  title: 'Geçmiş',
  close: 'Kapat',
  loading: (account) => `${account} hesabının geçmişi okunuyor…`,
  of: (account) => `Geçmiş: ${account}`,
  day: DAY,
  days: (fine, counted, others) =>
    `${[
      `${numbers.count(counted)}${NO_BREAK}günün ${numbers.count(fine)}${NO_BREAK}günü yolunda`,
      ...others.map(({ sign, days, more }) =>
        more > 0
          ? `${DAY[sign]}: ${days.join(', ')} ve ${numbers.count(more)}${NO_BREAK}gün daha`
          : `${DAY[sign]}: ${listAndMore(days, 0)}`,
      ),
    ].join('; ')}.`,
  protectedFor: (percent, notSeen) =>
    notSeen === undefined
      ? `Korunan süre: ${percent}; sürenin tümü görüldü.`
      : `Görülen sürede korunan bölüm: ${percent}. Görülmediği için sayılmayan süre: ${notSeen}.`,
  nothingSeen: 'Bu süreden görülen bir şey yok.',
  since: (level) => `${capital(LEVEL[level])}; başlangıç:`,
  weekIsARow: 'Her satır bir hafta, pazartesiden başlar.',
  incidents: 'Son olaylar',
  lasted: (duration) => `${duration} sürdü`,
  stillOpen: 'sürüyor',
  notWatched: (account) => `${account} izlenmiyor; bu yüzden geçmişi bilinmiyor.`,
  noLongerWatched: 'Bu hesabı şu anda kimse izlemiyor.',
  toWatch: 'Geçmişi bundan sonra tutulsun isterseniz yazın:',
  whichAccount: 'Ardından bir hesap yazın, numara ya da ad:',
  unavailable: 'Geçmiş okunamıyor: uygulamanın deposu yanıt vermiyor. Bir dakika sonra yeniden deneyin.',
};
