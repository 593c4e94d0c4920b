import type { checkUp as english } from '../en/check-up.ts';
import { numbers } from './numbers.ts';

export const checkUp: typeof english = {
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
