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
  withoutAnswer: (named, more) =>
    `Önceki yanıtı olmayan ${numbers.count(named.length + more)} hesap: ${listAndMore(named, more)}`,
  lookUpLabel: 'Hesap sorgula',
  lookUpPlaceholder: 'numara ya da ad, örneğin 1001',
  asking: (shown, more) => `Servise soruluyor: ${listAndMore(shown, more)}…`,
  waiting: 'Şimdi soruluyor…',
  range: (from, to, total) => `${numbers.count(from)}–${numbers.count(to)} / ${numbers.count(total)}`,
  lastAsked: 'En son sorulan',
  recent: 'Son sorgular',
  notOpened: (account, typed) =>
    `Slack şu hesabın penceresini açmadı: ${account}. Yeniden basın ya da herhangi bir kanala yazın: ${typed}`,
  notTaken: {
    title: 'Ana Sayfa güncellenmedi',
    text: (command) =>
      `Slack güncellemeyi almadı, Ana Sayfa öncekini gösteriyor. Birazdan yeniden denenecek; o zamana kadar herhangi bir kanalda ${command} çalışıyor.`,
  },
  notDrawn: 'Ana Sayfa şu anda gösterilemiyor',
  welcome: {
    title: 'Müşterinin yedekleri yolunda mı?',
    what: 'Buraya ya da komuttan sonra bir hesap numarası ya da adı yazın. Yanıt, yedeklerin yolunda olup olmadığını, değilse nedenini tek satırda söyler. Sabitlediğiniz hesaplar burada görünür, en kötüsü en üstte.',
  },
};

const COUNTED: Readonly<Record<HomeCount, string>> = {
  attention: LEVEL.attention,
  unknown: LEVEL.unknown,
  notChecked: 'sorgulanamadı',
  notFound: 'bulunamadı',
  asking: 'hâlâ soruluyor',
};

function lead({ kind, count, total }: HomeLead): string {
  switch (kind) {
    case 'critical':
      return outOf(count, total, LEVEL.critical);
    case 'attention':
      return outOf(count, total, LEVEL.attention);
    case 'cannot-tell':
      return outOf(count, total, LEVEL.unknown);
    case 'not-checked':
      return count === total && total > 1
        ? `${numbers.count(total)} hesabın hiçbiri sorgulanamadı`
        : outOf(count, total, 'sorgulanamadı');
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

/** `4 hesaptan 1’i acil`, `4 hesabın tümü acil`; no numbers where there are one or two. */
function outOf(count: number, total: number, what: string): string {
  if (total === 1) return `Sabitlenmiş hesap ${what}`;
  if (count === total)
    return total === 2 ? `İki hesap da ${what}` : `${numbers.count(total)} hesabın tümü ${what}`;
  return `${numbers.count(total)} hesaptan ${soManyOf(count)} ${what}`;
}
