import type { failure as english } from '../en/failure.ts';
import { tryAgain } from './time.ts';

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
