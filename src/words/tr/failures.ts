import type * as english from '../en/failures.ts';
import { numbers } from './numbers.ts';
import { tryAgain } from './time.ts';

const CHECK_NUMBER = 'Kontrol edip yeniden sorgulayın.';

export const failure: typeof english.failure = {
  'not-found': (id) => ({
    title: 'Böyle bir hesap yok',
    what: `“${id}” adında ya da numarasında bir hesap yok.`,
    next: CHECK_NUMBER,
  }),
  'invalid-id': (id) => ({
    title: 'Hesap numarası değil',
    what: `Servis “${id}” değerini hesap numarası olarak kabul etmiyor.`,
    next: CHECK_NUMBER,
  }),
  forbidden: (id) => ({
    title: 'Bu hesaba erişim yok',
    what: `Servis “${id}” numaralı hesabı bu uygulamaya göstermiyor.`,
    next: 'Uygulama yöneticisinden erişim isteyin.',
  }),
  unavailable: {
    'no-answer': (wait) => ({
      title: 'Sorgulanamadı: yanıt yok',
      what: 'Servis yanıt vermiyor.',
      next: tryAgain(wait),
    }),
    'bad-response': () => ({
      title: 'Sorgulanamadı: yanıt kullanılamıyor',
      what: 'Servisin gönderdiği yanıtlar kullanılamıyor.',
      next: 'Yeniden deneyin; sorun sürerse uygulama yöneticisine bildirin.',
    }),
    'login-rejected': () => ({
      title: 'Sorgulanamadı: oturum açılamıyor',
      what: 'Servis bu uygulamanın oturum açmasını reddediyor.',
      next: 'Uygulama yöneticisine bildirin.',
    }),
    busy: (wait) => ({
      title: 'Sorgulanamadı: çok fazla sorgu',
      what: 'Aynı anda çok fazla sorgu var.',
      next: tryAgain(wait),
    }),
  },
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
      what: 'Erişiminiz olup olmadığı Slack’e sorulamadı.',
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
  failing: (since) => `Sorgular başarısız oluyor (başlangıç: ${since}).`,
  databaseDown: (since) =>
    `Yanıt vermiyor (başlangıç: ${since}). Sorgular çalışıyor; sabitlenenler, adlar ve izlemeler çalışmıyor. Uygulama yöneticisine bildirin.`,
  nothingWatched: 'İzlenen hesap yok.',
  watching: (accounts, ago) => `Çalışıyor. ${numbers.count(accounts)} hesap izleniyor; son kontrol: ${ago}.`,
  serviceAway: (since) =>
    `İzlenen hesaplar okunamıyor (başlangıç: ${since}). Servis yanıt verince izleme kendiliğinden sürer.`,
  late: (since) => `Gecikiyor (başlangıç: ${since}). Uygulama yöneticisine bildirin.`,
  notTold: (places) =>
    `${numbers.count(places)} yer bu uygulamadan mesaj almıyor: uygulamayı kanala yeniden davet edin ya da oradaki izlemeyi durdurun.`,
  notKnown: 'Veritabanı yanıt verene kadar beklemede.',
};
