import type { accounts as english } from '../en/accounts.ts';
import { numbers } from './numbers.ts';

export const accounts: typeof english = {
  title: 'Hesaplar',
  close: 'Kapat',
  search: 'Numara ya da adla bulun',
  find: 'Ara',
  filter: 'Göster',
  all: 'Bütün hesaplar',
  notWatched: 'henüz sonuç yok',
  retire: 'Listeden çıkar',
  retireTitle: 'Listeden çıkarılsın mı?',
  retireText: (account) =>
    `${account} herkes için listeden çıkar ve artık kimseye bildirilmez. Geçmişi kalır. Geri getirmek için numarasını yeniden ekleyin.`,
  cancel: 'Vazgeç',
  add: 'Hesap ekle…',
  none: 'Listede henüz hesap yok ya da uyan yok. Buradan ekleyin veya uygulamanın yöneticisinden isteyin.',
  loading: 'Liste okunuyor…',
  unavailable: 'Liste okunamıyor: uygulamanın deposu yanıt vermiyor. Bir dakika sonra yeniden deneyin.',
  range: (from, to, total) =>
    `${numbers.count(total)} hesaptan ${numbers.count(from)}–${numbers.count(to)} arası, en kötüsü önce`,
  addTitle: 'Hesap ekle',
  save: 'Ekle',
  pasteLabel: 'Her satıra bir hesap: numara, ad',
  pasteHint:
    'Tablo satırları yapıştırılabilir. Satırda yalnızca numara da olabilir. Her yeni numara bir kez okunur.',
  reading:
    'Her yeni hesap bir kez okunuyor, saniyede birkaç tane. Sonra hepsi birlikte eklenir. On dakika içinde burada başka bir şey yazmazsa listede olup olmadıklarına bakın. Yoksalar yeniden ekleyin.',
  stopped: 'Uygulama yeniden başlatılıyor. Hiçbir hesap eklenmedi. Bir dakika sonra yeniden ekleyin.',
  notStored: 'Uygulamanın deposu yanıt vermiyor. Hiçbir hesap eklenmedi. Bir dakika sonra yeniden deneyin.',
  busy: 'Şu anda başka bir ekleme sürüyor. Bir dakika sonra yeniden deneyin.',
  unclosedQuote: 'Açılan bir tırnak kapanmıyor. Hiçbir hesap eklenmedi.',
  added: (added, renamed) => `${numbers.count(added)} hesap eklendi, ${numbers.count(renamed)} ad değişti.`,
  notFound: (count, ids) => `Bulunamayan ${numbers.count(count)}: ${ids}`,
  refused: (count, ids) => `Servisin reddettiği ${numbers.count(count)}: ${ids}`,
  unread: (count) => `${numbers.count(count)} hesap şu anda okunamadı, yine de eklendi.`,
  notTaken: (lines) =>
    `Numara ya da ad kullanılamadığı veya aynı numara yukarıda başka adla geçtiği için alınmayan satırlar: ${lines}.`,
  limit: (limit) =>
    `Listede en çok ${numbers.count(limit)} hesap olabilir ve bu sınır aşılıyor. Hiçbir hesap eklenmedi.`,
};
