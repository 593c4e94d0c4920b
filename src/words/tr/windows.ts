import type { PinChange } from '../../account/names.ts';
import type * as english from '../en/windows.ts';
import { NO_BREAK, phrasesBy } from '../grammar.ts';
import { backupName, LEVEL, numbers } from './cards.ts';

export const details: typeof english.details = {
  title: 'Hesap ayrıntıları',
  contact: 'İletişim',
  headings: { limits: 'Sınırlar', sent: 'Servisin gönderdiği gibi' },
  fields: {
    packageName: 'Paket',
    endDate: 'Paket bitişi',
    email: 'E-posta',
    status: 'Durum',
    quota: 'Kota',
    backupCount: 'Yedek sayısı',
    lastBackupDateDb: 'Son veritabanı yedeği, tarih',
    lastBackupTimeDb: 'Son veritabanı yedeği, saat',
    lastBackupDateFolders: 'Son klasör yedeği, tarih',
    lastBackupTimeFolders: 'Son klasör yedeği, saat',
    maxFolderCount: 'İzin verilen klasör',
    foldersFilesCount: 'Klasör ve dosya',
    dailyBackupCount: 'Günlük yedek hakkı',
    todayBackupCount: 'Bugünkü yedekler',
    version: 'İstemci sürümü',
    darkMode: 'Karanlık mod',
  },
  notSent: 'gönderilmedi',
  emptyText: 'boş',
  limits: {
    late: (limit) => `Gecikti: ${limit} ya da daha eski`,
    stale: (limit) => `Çok eski: ${limit} ya da daha eski`,
    packageEndsSoon: (limit) => `Paket yakında bitiyor: ${limit} içinde`,
    weekdaysOnly: 'Cumartesi ve pazar sayılmaz',
    ignored: (backup) => `Bakılmıyor: ${backupName(backup)}`,
    minimumClient: (version) => `İstemci çok eski, en az olması gereken: ${version}`,
  },
  setBy: (limit, setting) => `${limit}, ayar: ${setting}`,
  zone: (zone, isSet) =>
    `Servis saatleri ${zone} olarak okundu${isSet ? ', ayar:' : '; yanlış olabilir, şu ayarı girin:'} BACKUP_SERVICE_TIME_ZONE`,
};

export const handOver: typeof english.handOver = {
  title: 'Devret',
  label: (account) => `${account} kime devrediliyor?`,
  note: 'Devralana not, uyarının altında da görünür',
};

export const share: typeof english.share = {
  title: 'Kanalda paylaş',
  submit: 'Paylaş',
  label: (what) => `Kanal seçin: ${what}`,
  summary: 'bu kanalın özeti',
  note: 'Kanala notunuz',
  hint: 'Kanaldaki herkes okuyabilir; iletişim e-postası paylaşılmaz. Başka kuruluşlarla ortak kanallar listede yer almaz.',
  shared: (channel) => `${channel} kanalında paylaşıldı.`,
  nothing: 'Hiçbir şey paylaşılmadı.',
  notShared: (note) => `Hiçbir şey paylaşılmadı.${note && ` Notunuz: “${note}”`}`,
};

const change = phrasesBy<PinChange, 'kind', [account: string, name: string | undefined]>('kind', {
  pinned: (_, account) => `${account} sabitlendi, artık Ana Sayfa’da görünüyor.`,
  unpinned: (_, account) => `${account} artık sabitlenmiş değil.`,
  'not-pinned': (_, account) => `${account} sabitlenmiş değil. Önce sabitleyin.`,
  named: (_, account, name) =>
    name === undefined
      ? `${account} için artık kısa ad yok.`
      : `${account}: artık numara yerine “${name}” yazabilirsiniz.`,
  'limit-reached': ({ limit }, account) =>
    `${account} sabitlenmedi: en çok ${numbers.count(limit)} hesap sabitlenebilir. Önce birinin sabitlemesini kaldırın.`,
  'name-taken': ({ name, accountId }) =>
    `“${name}” adını zaten şu hesaba verdiniz: ${accountId}. Başka bir ad seçin.`,
  'name-unusable': 'Bu, ad olarak yazılamaz. 1 ile 40 arasında harf ya da rakam kullanın.',
});

export const pins: typeof english.pins = {
  change,
  namesUnavailable: 'Kendi kısa adlarınız şu anda okunamıyor.',
  nameView: {
    title: 'Kısa ad',
    label: (account) => `${account} için kısa ad`,
    hint: 'Numaranın yerine geçer, yalnızca sizin için. Ad istemiyorsanız boş bırakın.',
  },
};

export const accounts: typeof english.accounts = {
  search: 'Numara ya da adla bulun',
  find: 'Ara',
  filter: 'Göster',
  all: 'Bütün hesaplar',
  pinned: 'Sabitlediklerim',
  notRead: 'henüz okunmadı',
  notWatched: 'izlenmiyor',
  back: 'Listeye dön',
  retire: 'Listeden çıkar',
  retireText: (account) =>
    `${account} herkes için listeden çıkar ve artık kimseye bildirilmez. Geçmişi kalır. Geri getirmek için numarasını yeniden ekleyin; numarasıyla kurulan izlemeler geri gelmez.`,
  add: 'Hesap ekle…',
  none: 'Uyan hesap yok. Listeye bu uygulamanın Ana Sayfasında, Hesaplar’dan eklenir.',
  range: (from, to, total) =>
    `${numbers.count(total)} hesaptan ${numbers.count(from)}–${numbers.count(to)} arası, en kötüsü önce`,
  addTitle: 'Hesap ekle',
  pasteLabel: 'Her satıra bir hesap: numara, ad',
  pasteHint: 'Tablo satırları yapıştırılabilir. Yalnızca numara da olabilir. Her yeni numara bir kez okunur.',
  reading:
    'Her yeni hesap bir kez okunuyor, saniyede birkaç tane. Sonra hepsi birlikte eklenir. On dakika içinde burada başka bir şey yazmazsa listede olup olmadıklarına bakın. Yoksalar yeniden ekleyin.',
  noneRead: 'Hesaplar okunamadı, bu yüzden hiçbiri eklenmedi. Bir dakika sonra yeniden deneyin.',
  unclosedQuote: 'Açılan bir tırnak kapanmıyor. Hiçbir hesap eklenmedi.',
  added: (added, renamed) => `${numbers.count(added)} hesap eklendi, ${numbers.count(renamed)} ad değişti.`,
  notFound: (count, ids) => `Bulunamayan ${numbers.count(count)}: ${ids}`,
  refused: (count, ids) => `Servisin reddettiği ${numbers.count(count)}: ${ids}`,
  unread: (count, ids) =>
    `${numbers.count(count)} hesap şu anda okunamadığı için eklenmedi. Daha sonra yeniden ekleyin: ${ids}`,
  notTaken: (lines) =>
    `Numara ya da ad kullanılamadığı veya aynı numara yukarıda başka adla geçtiği için alınmayan satırlar: ${lines}.`,
  limit: (limit) =>
    `Listede en çok ${numbers.count(limit)} hesap olabilir ve bu sınır aşılıyor. Hiçbir hesap eklenmedi.`,
};

/** `12 hesap acil, 3 tanesiyle ilgilenen yok` */
function needed(count: number, taken: number): string {
  const need = `${numbers.count(count)} hesap acil`;
  if (taken === count) return `${need}, ${count === 1 ? '' : 'hepsiyle '}ilgilenen var`;
  if (count === 1) return `${need}, ilgilenen yok`;
  return `${need}, ${taken === 0 ? 'hiçbiriyle' : `${numbers.count(count - taken)} tanesiyle`} ilgilenen yok`;
}

export const home: typeof english.home = {
  needed,
  pinsUnavailable: 'Sabitlenmiş hesaplar okunamıyor',
  pinsUnavailableNext:
    'Bu uygulamanın deposu yanıt vermiyor. Sorgular çalışıyor; bir dakika sonra Yenile düğmesine basın.',
  updated: (ago) => `Güncellendi: ${ago}`,
  isAsking: 'Önceki yanıtlar gösteriliyor, yenileri alınıyor…',
  noEarlierAnswer: 'Önceki yanıt yok',
  lookUpLabel: 'Hesap sorgula',
  lookUpPlaceholder: 'numara ya da ad, örneğin 1001',
  waiting: 'Şimdi soruluyor…',
  pinned: 'Sabitlenenler',
  recent: 'Son sorgular',
  welcome: {
    title: 'Müşterinin yedekleri yolunda mı?',
    what: 'Buraya ya da komuttan sonra bir hesap numarası ya da adı yazın. Yanıt, yedeklerin yolunda olup olmadığını, değilse nedenini tek satırda söyler. Sabitlediğiniz hesaplar burada görünür, en kötüsü en üstte.',
  },
};

const DAY: (typeof english.history)['day'] = {
  ...LEVEL,
  'not-seen': 'görülmedi',
  'not-counted': 'sayılmıyor',
};

export const history: typeof english.history = {
  of: (account) => `Geçmiş: ${account}`,
  day: DAY,
  days: (fine, counted, others) =>
    `${[
      `${numbers.count(counted)}${NO_BREAK}günün ${numbers.count(fine)}${NO_BREAK}günü yolunda`,
      ...others.map(({ sign, days, more }) =>
        more > 0
          ? `${DAY[sign]}: ${days.join(', ')} ve ${numbers.count(more)}${NO_BREAK}gün daha`
          : `${DAY[sign]}: ${numbers.list(days)}`,
      ),
    ].join('; ')}.`,
  protectedFor: (percent, notSeen) =>
    notSeen === undefined
      ? `Korunma oranı: ${percent}; sürenin tümü görüldü.`
      : `Görülen sürede korunma oranı: ${percent}. Görülmediği için sayılmayan süre: ${notSeen}.`,
  nothingSeen: 'Bu süreye ait kayıt yok.',
  weekIsARow: 'Her satır bir hafta, pazartesiden başlar.',
  incidents: 'Son olaylar, her biri en kötü durumuyla',
  began: (when) => `başlangıç: ${when}`,
  lasted: (duration) => `${duration} sürdü`,
  stillOpen: 'sürüyor',
  notWatched: (account) => `${account} izlenmiyor; bu yüzden geçmişi bilinmiyor.`,
  noLongerWatched: 'Bu hesabı şu anda kimse izlemiyor.',
  whichAccount: 'Ardından bir hesap yazın, numara ya da ad:',
};

export const notes: typeof english.notes = {
  began: (accounts) => `not yazdı: ${accounts};`,
  ended: (accounts) => `notu sildi: ${accounts}`,
  meaning: 'Not hesabın kartında görünür; hesap yolunda olmadığı sürece bildirimlerde ve özette de görünür.',
  none: (accounts) => `Notu yok: ${accounts}.`,
};
