import type { FailureText, FailureWords } from '../answer-words.ts';
import { tryAgain } from './try-again.ts';

const unavailable = (what: string, next: string): FailureText => ({ title: 'Sorgulanamadı', what, next });

const CHECK_NUMBER = 'Numarayı kontrol edip yeniden sorun.';

export const failure: FailureWords = {
  'not-found': (id) => ({
    title: 'Böyle bir hesap yok',
    what: `Serviste “${id}” numaralı bir hesap yok.`,
    next: CHECK_NUMBER,
  }),
  'invalid-id': (id) => ({
    title: 'Hesap numarası değil',
    what: `Servis “${id}” değerini hesap numarası olarak kabul etmiyor.`,
    next: CHECK_NUMBER,
  }),
  forbidden: (id) => ({
    title: 'Bu uygulamaya kapalı',
    what: `Servis “${id}” numaralı hesabı bu uygulamaya göstermiyor.`,
    next: 'Erişim için bu uygulamayı yönetenlere başvurun.',
  }),
  unavailable: {
    timeout: (wait) => unavailable('Servis zamanında yanıt vermedi.', tryAgain(wait)),
    network: (wait) => unavailable('Servise ulaşılamıyor.', tryAgain(wait)),
    'server-error': (wait) => unavailable('Servis kendi tarafında bir hata bildiriyor.', tryAgain(wait)),
    'bad-response': () =>
      unavailable(
        'Servisin gönderdiği yanıt okunamıyor.',
        'Yeniden deneyin; sorun sürerse bu uygulamayı yönetenlere haber verin.',
      ),
    'rate-limited': (wait) => unavailable('Servis biraz beklenmesini istiyor.', tryAgain(wait)),
    'login-rejected': () =>
      unavailable(
        'Bu uygulama serviste oturum açamıyor.',
        'Bu uygulamayı yönetenlere haber verin: servis, oturum açma bilgilerini reddediyor.',
      ),
    'account-refused': () =>
      unavailable(
        'Servis bu hesabın verilerini bu uygulamaya vermiyor.',
        'Erişim için bu uygulamayı yönetenlere başvurun.',
      ),
    'not-the-service': (wait) =>
      unavailable(
        'Yanıt servisten değil, servisin önündeki bir sistemden geldi.',
        `${tryAgain(wait)} Sorun sürerse bu uygulamayı yönetenlere haber verin.`,
      ),
    moved: () =>
      unavailable(
        'Servis başka bir adresten yanıt veriyor.',
        'Bu uygulamayı yönetenlere haber verin: BACKUP_SERVICE_URL kontrol edilmeli.',
      ),
    busy: (wait) => unavailable('Şu anda çok fazla sorgu sürüyor.', tryAgain(wait ?? 10_000)),
    stopping: () => unavailable('Bu uygulama yeniden başlatılıyor.', 'Bir dakika sonra yeniden deneyin.'),
  },
};
