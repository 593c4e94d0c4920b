import type { summary as english, FineCounts } from '../../en/watch/summary.ts';
import { listAndMore, numbers, soManyOf } from '../numbers.ts';

export const summary: typeof english = {
  title: (state) => `Özet · ${state}`,
  fine,
  window: 'Özet',
  close: 'Kapat',
  nothing: (isHere: boolean): string =>
    isHere ? 'Burada izlenen hesap yok, sizin izlediğiniz de yok.' : 'Henüz bir hesap izlemiyorsunuz.',
  nothingNext: 'Özet, izlenen hesapları anlatır. Bir hesabı izlemek için yazın:',
  loading: 'İzlenenler okunuyor…',
  nobodyYet: 'henüz ilgilenen yok',
  here: (place) => `${place} kanalında izlenen hesaplar. Bunu yalnızca siz görüyorsunuz.`,
  yours: 'Burada ve kanallarda izlediğiniz hesaplar. Bunu yalnızca siz görüyorsunuz.',
  outage: (since) =>
    `Yedekleme servisi yanıt vermiyor (başlangıç: ${since}). Burada yazan, ondan önce bilinenlerdir.`,
  overdue: (count) =>
    `Yeni bir yedek alınmadıysa ${numbers.count(count)} hesap şimdiye kadar kötüleşmiş olmalı.`,
  since: (moment) => `${moment} zamanından bu yana:`,
  absence: (from, to) => `Şu aralıkta kimse izlemiyordu: ${from} – ${to}.`,
  fineAgain: (names, more) => `Yeniden yolunda: ${listAndMore(names, more)}`,
  new: (names, more) => `Yeni: ${listAndMore(names, more)}`,
  worse: (names, more) => `Kötüleşti: ${listAndMore(names, more)}`,
  unchanged: 'Değişiklik yok.',
  next: 'Yedek alınmazsa önümüzdeki saatlerde',
  read: (count, total, oldest) => {
    const read =
      count === total
        ? `${numbers.count(total)} hesap okundu`
        : `${numbers.count(total)} hesaptan ${soManyOf(count)} okundu`;
    return oldest === undefined ? read : `${read}. ${total === 1 ? 'Okunma' : 'En eski okuma'}: ${oldest}`;
  },
};

function fine({ fine: count, total, isOut }: FineCounts): string {
  const state = isOut ? 'yolundaydı' : 'yolunda';
  if (count < total) return `${numbers.count(total)} hesaptan ${soManyOf(count)} ${state}`;
  if (total === 1) return `İzlenen hesap ${state}`;
  return total === 2 ? `İki hesap da ${state}` : `${numbers.count(total)} hesabın tümü ${state}`;
}
