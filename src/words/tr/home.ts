import type { home as english, HomeCount, HomeLead } from '../en/home.ts';
import { LEVEL } from './names.ts';
import { listAndMore, numbers, soManyOf } from './numbers.ts';

export const home: typeof english = {
  lead,
  counted: (what, count) => `${numbers.count(count)} ${COUNTED[what]}`,
  nonePinned: 'Sabitlenmiş hesap yok',
  nonePinnedNext: 'Bir hesabı kartının menüsünden sabitleyin, burada görünsün.',
  pinsUnavailable: 'Sabitlenmiş hesaplar okunamıyor',
  pinsUnavailableNext:
    'Bu uygulamanın deposu yanıt vermiyor. Sorgular çalışıyor; bir dakika sonra Yenile düğmesine basın.',
  recentsUnavailable: 'Son sorgular şu anda okunamıyor.',
  updated: (ago) => `Güncellendi: ${ago}`,
  isAsking: 'Önceki yanıtlar gösteriliyor, yenileri alınıyor…',
  noEarlierAnswer: 'Önceki yanıt yok',
  lookUpLabel: 'Hesap sorgula',
  lookUpPlaceholder: 'numara ya da ad, örneğin 1001',
  asking: (shown, more) => `Servise soruluyor: ${listAndMore(shown, more)}…`,
  waiting: 'Şimdi soruluyor…',
  pinned: 'Sabitlenenler',
  morePins: (count) => `ve ${numbers.count(count)} hesap daha`,
  recent: 'Son sorgular',
  notOpened: (account, typed) =>
    `Slack şu hesabın penceresini açmadı: ${account}. Yeniden basın ya da herhangi bir kanala yazın: ${typed}`,
  notTaken: {
    title: 'Ana Sayfa güncellenmedi',
    text: (command) =>
      `Slack güncellemeyi almadı, Ana Sayfa öncekini gösteriyor. Birazdan yeniden basın ya da herhangi bir kanalda ${command} kullanın.`,
  },
  notDrawn: 'Ana Sayfa şu anda gösterilemiyor',
  welcome: {
    title: 'Müşterinin yedekleri yolunda mı?',
    what: 'Buraya ya da komuttan sonra bir hesap numarası ya da adı yazın. Yanıt, yedeklerin yolunda olup olmadığını, değilse nedenini tek satırda söyler. Sabitlediğiniz hesaplar burada görünür, en kötüsü en üstte.',
  },
};

const NOT_CHECKED = 'sorgulanamadı';
const COUNTED: Readonly<Record<HomeCount, string>> = {
  attention: LEVEL.attention,
  'not-checked': NOT_CHECKED,
  asking: 'hâlâ soruluyor',
};

function lead({ kind, count, total, taken = 0 }: HomeLead): string {
  switch (kind) {
    case 'critical':
      return needed(count, taken);
    case 'attention':
      return outOf(count, total, LEVEL.attention);
    case 'not-checked':
      return count === total && total > 1
        ? `${numbers.count(total)} hesabın hiçbiri ${NOT_CHECKED}`
        : outOf(count, total, NOT_CHECKED);
    case 'asking':
      return `${numbers.count(total)} hesap sorgulanıyor…`;
    case 'fine-so-far':
      return outOf(count, total, 'şimdilik yolunda');
    case 'fine':
      return outOf(count, total, LEVEL.healthy);
    default:
      return kind satisfies never;
  }
}

/** `12 hesap ilgi bekliyor, 3 tanesini kimse üstlenmedi` */
function needed(count: number, taken: number): string {
  const need = `${numbers.count(count)} hesap ilgi bekliyor`;
  if (taken === count) return `${need}, ${count === 1 ? 'üstlenildi' : 'hepsi üstlenildi'}`;
  return taken === 0
    ? `${need}, ${count === 1 ? '' : 'hiçbirini '}kimse üstlenmedi`
    : `${need}, ${numbers.count(count - taken)} tanesini kimse üstlenmedi`;
}

/** `4 hesaptan 1’i acil`, `4 hesabın tümü acil` */
function outOf(count: number, total: number, what: string): string {
  if (total === 1) return `1 hesap ${what}`;
  if (count === total)
    return total === 2 ? `İki hesap da ${what}` : `${numbers.count(total)} hesabın tümü ${what}`;
  return `${numbers.count(total)} hesaptan ${soManyOf(count)} ${what}`;
}
