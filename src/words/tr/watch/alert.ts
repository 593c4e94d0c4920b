import { NO_BREAK } from '../../durations.ts';
import type { BadCounts, alert as english } from '../../en/watch/alert.ts';
import { LEVEL } from '../names.ts';
import { listAndMore, numbers, soManyOf } from '../numbers.ts';

export const alert: typeof english = {
  bad,
  noData: 'Belirsiz: serviste bu hesabın bilgisi yok',
  oneCause: 'Bu kadarının birden bozulması çoğu zaman tek bir nedendendir.',
  since: (moment, level) => `${level === 'unknown' ? 'Belirsizlik' : 'Sorun'} başlangıcı: ${moment}`,
  orEarlier: (moment) => `en geç ${moment}`,
  firstSince: (moment) => `İlkinin başlangıcı: ${moment}.`,
  onIt: (person, moment) => `${person} ilgileniyor${moment === undefined ? '' : ` (başladı: ${moment})`}`,
  fineSince: (moment, duration) => `Yoluna girdi: ${moment}, ${duration} sürdü`,
  allFine: (count) =>
    count === 2 ? 'İki hesap da yeniden yolunda' : `${numbers.count(count)} hesabın tümü yeniden yolunda`,
  someFine: (count) => `${numbers.count(count)} hesap yeniden yolunda`,
  fine: (account) => `${account} yeniden yolunda`,
  fineAfter: (account, duration) => `${account} yeniden yolunda, ${duration} sürdü`,
  severalFine: (accounts, more) =>
    `Yeniden yolunda: ${listAndMore(
      accounts.map(({ account, duration }) => `${account} ${duration} sonra`),
      more,
    )}`,
  isNew: (accounts, others) => `Yeni: ${accounts} · ${numbers.count(others)} açık hesap daha`,
  accounts: (count) => `${numbers.count(count)} hesap`,
  was: (account, more) => `${listAndMore([account], more)} · önceki durum:`,
  wasOnIt: 'ilgileniyordu',
  continued: 'devamı burada',
  present: 'Güncel uyarı',
  tookOver: (accounts, more) => `ilgileniyor: ${listAndMore(accounts, more)}`,
  tookOverFrom: 'devraldı, önceki:',
  noLonger: (why, accounts, more) => `artık ilgilenmiyor${NO_LONGER[why]}: ${listAndMore(accounts, more)}`,
  handedOverTo: 'devretti; artık ilgilenen',
  these: (accounts, more) => listAndMore(accounts, more),
  still: (accounts, more) => `Hâlâ ilgileniyor musunuz: ${listAndMore(accounts, more)}?`,
  stillUntil: (clock) => `Saat ${clock} olunca kimse ilgilenmiyor sayılır.`,
  notWatched: 'Bu hesaplar artık burada izlenmiyor',
  more: (count) => `ve ${numbers.count(count)} hesap daha`,
  window: { title: 'Bütün hesaplar', close: 'Kapat' },
  open: (account) => `Aç: ${account}`,
  outage: {
    what: (since) => `Yedekleme servisi yanıt vermiyor (başlangıç: ${since}).`,
    meanwhile: (accounts) =>
      `Yeniden yanıt verene kadar ${numbers.count(accounts)} hesap izlenemiyor. Yanıt verdiğinde burada yazılır.`,
    was: (from, to, duration) =>
      `Yedekleme servisi ${duration} boyunca yanıt vermedi (${from} – ${to}). Artık yanıt veriyor.`,
    over: (accounts, duration) =>
      `Yedekleme servisi ${duration} sonra yeniden yanıt veriyor. ${numbers.count(accounts)} hesap yeniden izleniyor.`,
  },
  absence: (from, to) =>
    `Şu aralıkta kimse izlemiyordu: ${from} – ${to}. O sırada değişenler şimdi bildiriliyor.`,
};

const NO_LONGER = { released: '', over: ` (12${NO_BREAK}saat doldu)`, worse: ' (durum kötüleşti)' } as const;

/** `2 hesap acil, 1 hesap belirsiz`; `200 hesaptan 43’ü acil`. */
function bad(counts: BadCounts, total?: number): string {
  const parts = (['critical', 'attention', 'unknown'] as const).filter((level) => counts[level] > 0);
  const outOf = total === undefined ? '' : `${numbers.count(total)} hesaptan `;
  const said = parts.map((level) => {
    const count = counts[level];
    return `${total === undefined ? `${numbers.count(count)} hesap` : soManyOf(count)} ${LEVEL[level]}`;
  });
  return `${outOf}${said.join(', ')}`;
}
