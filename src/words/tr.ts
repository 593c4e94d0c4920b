import type * as english from './en.ts';

/** Turkish. Phrases put no suffix on a value from outside, because its sound is not known. */
export { card, numbers, status, time, triage, verdict } from './tr/cards.ts';
export { access, checkUp, command, failure } from './tr/failures.ts';
export { alert, quiet, summary, watches } from './tr/watches.ts';
export { accounts, details, handOver, history, home, notes, pins, share } from './tr/windows.ts';

export const buttons: typeof english.buttons = {
  close: 'Kapat',
  cancel: 'Vazgeç',
  save: 'Kaydet',
  refresh: 'Yenile',
  recheck: 'Yeniden sorgula',
  share: 'Paylaş…',
  changeTime: 'Saati değiştir…',
  details: 'Ayrıntılar',
  history: 'Geçmiş',
  pin: 'Sabitle',
  unpin: 'Sabitlemeyi kaldır',
  name: 'Ad ver…',
  open: 'Aç',
  lookUp: 'Sorgula',
  previous: 'Önceki',
  next: 'Sonraki',
  watches: 'İzlenenler',
  accounts: 'Hesaplar',
  summary: 'Özet',
  acknowledge: 'Ben ilgileniyorum',
  seeAll: 'Tümünü gör',
  stopWatching: 'İzlemeyi durdur…',
  release: 'Artık ilgilenmiyorum',
  stillOnIt: 'Hâlâ ilgileniyorum',
  handOver: 'Devret…',
  watch: 'İzle…',
  retire: 'Listeden çıkar…',
  snooze: 'Ertele…',
  tellFine: 'Düzelince bana bildir',
  endNow: 'Şimdi bitir',
};

export const shortcut: typeof english.shortcut = {
  title: 'Yedek durumu',
  noneFound: 'Bu mesajda hesap bulunamadı. Numarasını ya da adını yazın.',
  label: 'Başka bir hesap',
  hint: 'Numaralar ya da adlar, aralarında boşlukla. Yanıtı yalnızca siz görürsünüz.',
};
