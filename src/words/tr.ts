import { access } from './tr/access.ts';
import { card } from './tr/card.ts';
import { checkUp } from './tr/check-up.ts';
import { command } from './tr/command.ts';
import { details } from './tr/details.ts';
import { failure } from './tr/failure.ts';
import { home } from './tr/home.ts';
import { numbers } from './tr/numbers.ts';
import { pins } from './tr/pins.ts';
import { recheck } from './tr/recheck.ts';
import { shortcut } from './tr/shortcut.ts';
import { time } from './tr/time.ts';
import { triage } from './tr/triage.ts';
import { verdict } from './tr/verdict.ts';
import type { Words } from './words.ts';

/** Turkish. Phrases are made so that no suffix hangs on a value from outside: its sound is not known. */
export const turkish: Words = {
  numbers,
  time,
  status: {
    online: 'Çevrimiçi',
    offline: 'Çevrimdışı',
    'backing-up': 'Yedekleniyor',
    unknown: 'Bilinmeyen durum',
    'not-reported': 'Durum bildirilmedi',
  },
  verdict,
  card,
  buttons: {
    refresh: 'Yenile',
    retry: 'Yeniden dene',
    recheck: 'Yeniden sorgula',
    share: 'Paylaş',
    details: 'Ayrıntılar',
    pin: 'Sabitle',
    unpin: 'Sabitlemeyi kaldır',
    name: 'Ad ver…',
    open: 'Aç',
    lookUp: 'Sorgula',
    previous: 'Önceki',
    next: 'Sonraki',
  },
  failure,
  triage,
  details,
  command,
  checkUp,
  home,
  pins,
  recheck,
  access,
  shortcut,
};
