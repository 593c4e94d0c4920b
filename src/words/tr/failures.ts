import type * as english from '../en/failures.ts';
import type { CommandProblem } from '../en/failures.ts';
import { NO_BREAK, phrasesBy } from '../grammar.ts';
import { numbers, tryAgain } from './cards.ts';

export const failure: typeof english.failure = {
  'not-found': { what: 'Böyle bir hesap yok', next: 'Numarayı ya da adı kontrol edip yeniden sorgulayın.' },
  forbidden: { what: 'Bu hesaba erişim yok', next: 'Uygulama yöneticisinden erişim isteyin.' },
  unavailable: {
    'no-answer': (waitMs) => ({ what: 'yanıt yok', next: tryAgain(waitMs) }),
    'bad-response': () => ({
      what: 'yanıt kullanılamıyor',
      next: 'Yeniden deneyin. Sorun sürerse uygulama yöneticisine bildirin.',
    }),
    'login-rejected': () => ({ what: 'oturum açılamıyor', next: 'Uygulama yöneticisine bildirin.' }),
    busy: (waitMs) => ({ what: 'çok fazla sorgu', next: tryAgain(waitMs) }),
  },
  notChecked: (why) => `Sorgulanamadı: ${why}`,
};

export const access: typeof english.access = {
  title: 'Burada yanıt yok',
  refusals: {
    'not-here': {
      what: 'Yedek durumu burada yanıt vermiyor.',
      next: 'Şu yerlerden birinde yeniden sorgulayın:',
    },
    'not-you': {
      what: 'Yedek durumuna erişiminiz yok.',
      next: 'Yalnızca onu kullanan çalışma alanının tam üyelerine ya da seçilmiş üyelerine açık. Bu üyelerden birinden sorgulamasını ya da uygulama yöneticisinden erişim isteyin.',
    },
    'not-checked': {
      what: 'Kimin erişimi olduğu Slack’e sorulamadı.',
      next: 'Bir dakika sonra yeniden deneyin. Sorun sürerse uygulama yöneticisine bildirin.',
    },
  },
  places: { home: 'bu uygulamanın Ana Sayfası', direct: 'doğrudan mesaj' },
};

export const checkUp: typeof english.checkUp = {
  service: 'Servis',
  database: 'Veritabanı',
  watches: 'İzleme',
  working: 'Çalışıyor.',
  lastAnswer: (ago) => `Çalışıyor. Bir hesap hakkında son yanıt: ${ago}.`,
  noneAnswered: 'Oturum açık. Bu uygulama başladığından beri hiçbir hesap sorgulanmadı.',
  failing: (since) => `Sorgular ${since} saatinden beri başarısız oluyor:`,
  databaseDown: (since) =>
    `${since} saatinden beri çalışmıyor. Sorgular çalışıyor; sabitlenenler, adlar ve izlemeler çalışmıyor. Uygulama yöneticisine bildirin.`,
  nothingWatched: 'İzlenen hesap yok.',
  watching: (accounts, ago) => `Çalışıyor. ${numbers.count(accounts)} hesap izleniyor; son kontrol: ${ago}.`,
  serviceAway: (since) =>
    `İzlenen hesaplar ${since} saatinden beri okunamıyor. Servis yanıt verince izleme kendiliğinden sürer.`,
  late: (since) => `${since} saatinden beri gecikiyor. Uygulama yöneticisine bildirin.`,
  notNotified: (places) =>
    `${numbers.count(places)} yer bu uygulamadan mesaj almıyor: uygulamayı kanala yeniden davet edin ya da izlemeyi izlenenler listesinden durdurun.`,
  notKnown: 'Veritabanı yeniden çalışana kadar beklemede.',
};

const problem = phrasesBy<CommandProblem, 'kind'>('kind', {
  'id-unreadable': ({ typed }) =>
    typed === ''
      ? 'Bu numarada görünür hiçbir karakter yok.'
      : `“${typed}” hesap numarası olarak okunamıyor.`,
  'too-much': ({ accounts, characters }) =>
    `Bir kerede bu kadarı çok fazla: en çok ${numbers.count(accounts)} hesap ve ${numbers.count(characters)} karakter.`,
  'unknown-word': ({ typed }) => `“${typed}” ifadesini tanımıyorum.`,
});

export const command: typeof english.command = {
  pending: (what) => `“${what}” üzerinde çalışılıyor. Yanıt birazdan gelecek; gelmezse yeniden sorgulayın.`,
  help: {
    title: 'Müşterinin yedekleri yolunda mı? Adını ya da hesap numarasını yazın:',
    examples: [
      { typed: 'Deniz', gives: 'adıyla; üç harfi yeter' },
      { typed: '1001, 1002', gives: 'numarayla; birkaçında en kötüsü önce' },
      { typed: '1001 paylaş Arar mısınız', gives: 'bir kanalda notunuzla gösterir' },
      { typed: 'izle 1004', gives: 'haber verir; “izlenenler” listeler, “bırak” durdurur' },
      { typed: 'özet', gives: 'burada izlenenler; ayrıca “sorunlu”, “biten 30g”, “dolu”' },
      { typed: 'sustur 1004 4sa taşınma', gives: `4${NO_BREAK}saat bildirim yok; “susturma 1004” bitirir` },
      { typed: 'not 1004 3g yeni disk', gives: 'sonraki vardiyaya; silmek için “notsil 1004”' },
      { typed: 'geçmiş 1004', gives: `son 30${NO_BREAK}günde nasıldı` },
      { typed: 'doktor', gives: 'uygulama ve servis çalışıyor mu' },
    ],
    ownAccounts: 'Sabitlediğiniz ve son sorguladığınız hesaplar',
    privacy: 'Siz paylaşmadıkça yanıtı yalnızca siz görürsünüz.',
  },
  examples:
    'yardım, izlenenler, bırak 1004, susturma 1004, notsil 1004, özet 07:30, sorunlu 3g, biten 30g, dolu %90'.split(
      ', ',
    ),
  problem,
  whichOne: (typed, shown, more) =>
    `“${typed}” ${more === 0 ? 'birkaç' : numbers.count(shown.length + more)} hesaba uyuyor: ${numbers.list(shown, more)}. ${more === 0 ? 'Hangisi?' : 'Hangisi? Ötekileri bulmak için adın devamını yazın.'}`,
  didYouMean: (shown) => `Şunu mu demek istediniz: ${shown.join(', ')}?`,
  typeThis: 'Şöyle yazın:',
  youTyped: 'Sizin yazdığınız:',
  storageFailed:
    'Uygulamanın deposu yanıt vermiyor. Bir şey değiştirdiyseniz kaydedilmemiş olabilir. Bir dakika sonra yeniden deneyin.',
  defect: 'Bir şeyler ters gitti. Yanıt görünmüyorsa yeniden deneyin.',
  defectTitle: 'Bir şeyler ters gitti',
  defectReference: (reference) => `Yinelenirse uygulama yöneticisine şu kodu verin: ${reference}`,
  notPosted: 'Slack mesajı kabul etmedi, bu yüzden hiçbir şey yapılmadı. Bir dakika sonra yeniden deneyin.',
  moment: 'Bir saniye…',
  inWindow: 'Yanıt pencerede.',
  notOpened: 'Slack pencereyi göstermedi. Yeniden deneyin.',
};
