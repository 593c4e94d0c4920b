import type { access as english } from '../en/access.ts';

export const access: typeof english = {
  title: 'Burada yanıt yok',
  refusals: {
    'not-here': {
      what: 'Yedek durumu burada yanıt vermiyor.',
      next: 'Şu yerlerden birinde yeniden sorun:',
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
