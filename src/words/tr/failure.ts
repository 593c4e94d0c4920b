import type { failure as english, FailureText } from '../en/failure.ts';
import { tryAgain } from './time.ts';

const unavailable = (what: string, next: string): FailureText => ({ title: 'Sorgulanamadı', what, next });

const CHECK_NUMBER = 'Numarayı kontrol edip yeniden sorun.';

export const failure: typeof english = {
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
    title: 'Bu hesaba erişim yok',
    what: `Servis “${id}” numaralı hesabı bu uygulamaya göstermiyor.`,
    next: 'Uygulama yöneticisinden erişim isteyin.',
  }),
  unavailable: {
    timeout: (wait) => unavailable('Servis zamanında yanıt vermedi.', tryAgain(wait)),
    network: (wait) => unavailable('Servise ulaşılamıyor.', tryAgain(wait)),
    'server-error': (wait) => unavailable('Servis bir iç hata bildiriyor.', tryAgain(wait)),
    'bad-response': () =>
      unavailable(
        'Servisin gönderdiği yanıt okunamıyor.',
        'Yeniden deneyin; sorun sürerse uygulama yöneticisine bildirin.',
      ),
    'rate-limited': (wait) => unavailable('Servis biraz beklenmesini istiyor.', tryAgain(wait)),
    'login-rejected': () =>
      unavailable(
        'Bu uygulama serviste oturum açamıyor.',
        'Uygulama yöneticisine bildirin: servis, oturum açma bilgilerini reddediyor.',
      ),
    'account-refused': () =>
      unavailable(
        'Servis bu uygulamanın bu hesaba erişmesine izin vermiyor.',
        'Uygulama yöneticisinden erişim isteyin.',
      ),
    'not-the-service': (wait) =>
      unavailable(
        'Servisin yerine, önündeki bir sistem yanıt verdi.',
        `${tryAgain(wait)} Sorun sürerse uygulama yöneticisine bildirin.`,
      ),
    moved: () =>
      unavailable(
        'Servis başka bir adrese taşınmış.',
        'Uygulama yöneticisinden BACKUP_SERVICE_URL ayarını kontrol etmesini isteyin.',
      ),
    busy: (wait) => unavailable('Şu anda çok fazla sorgu sürüyor.', tryAgain(wait ?? 10_000)),
    stopping: () => unavailable('Bu uygulama yeniden başlatılıyor.', 'Bir dakika sonra yeniden deneyin.'),
  },
};
