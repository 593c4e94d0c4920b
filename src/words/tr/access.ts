import type { access as english } from '../en/access.ts';

export const access: typeof english = {
  title: 'Burada yanıt yok',
  refusals: {
    guest: {
      what: 'Yedek durumu bu çalışma alanının tam üyelerine açık, siz burada konuksunuz.',
      next: 'Ekibinizdeki bir üyeden sizin için sorgulamasını isteyin.',
    },
    outsider: {
      what: 'Yedek durumu, onu kullanan çalışma alanının üyelerine açık.',
      next: 'Orada birlikte çalıştığınız birinden sizin için sorgulamasını isteyin.',
    },
    deactivated: {
      what: 'Yedek durumu bu çalışma alanının üyelerine açık ve bu Slack hesabı devre dışı.',
      next: 'Bir çalışma alanı yöneticisinden hesabı yeniden etkinleştirmesini isteyin.',
    },
    bot: {
      what: 'Yedek durumu insanlara yanıt verir, uygulamalara değil.',
      next: 'Bu çalışma alanının bir üyesi sorsun.',
    },
    unknown: {
      what: 'Slack, bu çalışma alanının üyesi olup olmadığınızı zamanında söylemedi.',
      next: 'Bir dakika sonra yeniden deneyin. Sorun sürerse uygulama yöneticisine bildirin.',
    },
    'signed-out': {
      what: 'Slack bu uygulamanın belirtecini reddediyor, bu yüzden kimin sorgulayabileceği denetlenemiyor.',
      next: 'Uygulama yöneticisine bildirin: yeni bir bot belirteci gerekiyor ya da uygulama yeniden kurulmalı.',
    },
    'not-named': {
      what: 'Yedek durumu bu çalışma alanında yalnızca seçilmiş kişilere açık, siz aralarında değilsiniz.',
      next: 'Nöbetçi birinden sorgulamasını ya da uygulama yöneticisinden sizi eklemesini isteyin.',
    },
    elsewhere: {
      what: 'Yedek durumu burada yanıt vermiyor.',
      next: 'Şu yerlerden birinde yeniden sorun:',
    },
  },
  places: { home: 'bu uygulamanın Ana Sayfası', direct: 'doğrudan mesaj' },
};
