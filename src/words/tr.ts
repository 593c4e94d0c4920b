import type { english } from './en.ts';
import { access } from './tr/access.ts';
import { accounts } from './tr/accounts.ts';
import { card } from './tr/card.ts';
import { checkUp } from './tr/check-up.ts';
import { command } from './tr/command.ts';
import { details } from './tr/details.ts';
import { failure } from './tr/failure.ts';
import { home } from './tr/home.ts';
import { status } from './tr/names.ts';
import { numbers } from './tr/numbers.ts';
import { pins } from './tr/pins.ts';
import { recheck } from './tr/recheck.ts';
import { share } from './tr/share.ts';
import { time } from './tr/time.ts';
import { triage } from './tr/triage.ts';
import { verdict } from './tr/verdict.ts';
import { alert } from './tr/watch/alert.ts';
import { history } from './tr/watch/history.ts';
import { summary } from './tr/watch/summary.ts';
import { watches } from './tr/watch/watches.ts';

/** Turkish. Phrases are made so that no suffix hangs on a value from outside: its sound is not known. */
export const turkish: typeof english = {
  numbers,
  time,
  status,
  verdict,
  card,
  buttons: {
    refresh: 'Yenile',
    retry: 'Yeniden dene',
    recheck: 'Yeniden sorgula',
    share: 'Paylaş',
    shareIn: 'Paylaş…',
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
    takeOver: 'Ben ilgileniyorum',
    seeAll: 'Tümünü gör',
    stopWatching: 'İzlemeyi durdur…',
    askAgain: 'Yeniden sor',
  },
  failure,
  alert,
  summary,
  history,
  watches,
  accounts,
  triage,
  details,
  command,
  checkUp,
  home,
  pins,
  recheck,
  share,
  access,
  shortcut: {
    title: 'Yedek durumu',
    submit: 'Sorgula',
    close: 'Kapat',
    asking: 'Servise soruluyor…',
    noneFound: 'Bu mesajda hesap bulunamadı. Numarasını ya da adını yazın.',
    label: 'Başka bir hesap',
    hint: 'Bir hesap numarası ya da verdiğiniz ad; birkaç tane yazarken araya boşluk koyun. Yanıtı yalnızca siz görürsünüz.',
    placeholder: 'numara ya da ad, örneğin 1001',
  },
};
