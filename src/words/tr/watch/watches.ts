import { NO_BREAK } from '../../durations.ts';
import type { ClosedTo, watches as english } from '../../en/watch/watches.ts';
import { capital, listAndMore, numbers } from '../numbers.ts';

const SAVE_AGAIN = 'sonra yeniden Kaydet’e basın.';

export const watches: typeof english = {
  form: {
    title: 'Hesapları izle',
    save: 'Kaydet',
    cancel: 'Vazgeç',
    close: 'Kapat',
    accounts: 'Hesaplar',
    accountsHint: (pattern) =>
      `Boşlukla ayrılmış numaralar ya da adlar, en çok on tane. Ya da hepsi veya ${pattern} gibi bir kalıp.`,
    accountsPlaceholder: 'örneğin 1004 1007',
    tell: 'Kime bildirilsin',
    tellChannel: 'Bir kanala',
    tellMe: 'Yalnızca bana, doğrudan mesajla',
    channel: 'Kanal',
    channelHint: 'Başka kuruluşlarla paylaşılan kanallar listede yoktur.',
    when: 'Ne zaman',
    critical: 'Yalnızca acil olduğunda',
    attention: 'Kontrol edilmeli olduğunda da, 08:00 ile 20:00 arasında',
    summaryAt: 'Özetin saati',
    summaryAtHint: 'Acil olanlar, değişenler, sırada olanlar. Özet istemiyorsanız boş bırakın.',
    summaryDays: 'Özetin günleri',
    everyDay: 'Her gün',
    zone: (zone) => `Saatler Slack profilinizdeki gibidir: ${zone}.`,
    saving: 'Hesaplar okunuyor…',
    saved: (place) => `Kaydedildi. Bildirimlerin gideceği kanal: ${place}.`,
    savedForMe: 'Kaydedildi. Bildirimler size doğrudan mesajla gelir.',
  },
  started: (what, more) => `burada izlemeye başladı: ${listAndMore(what, more)}.`,
  startedForYou: (what, more) => `Artık izliyorsunuz: ${listAndMore(what, more)}.`,
  ofTheList: (count) => `Listede şu anda ${numbers.count(count)} hesap; sonradan eklenenler de izlenir.`,
  tellOf: {
    critical: 'Bir hesap acil olduğunda buraya yazılır.',
    attention:
      'Bir hesap acil olduğunda, 08:00 ile 20:00 arasında kontrol edilmesi gerektiğinde de buraya yazılır.',
  },
  schedule: (clock, days, zone) => `${days.length === 0 ? 'her gün' : numbers.list(days)} ${clock} (${zone})`,
  summaryComes: (schedule) => `Özet zamanı: ${schedule}.`,
  summaryEnds: 'Artık özet gelmeyecek.',
  summaryStopped: 'buradaki özeti durdurdu.',
  scheduled: (schedule) => `özet zamanını değiştirdi: ${schedule}.`,
  patternOf: (pattern) =>
    pattern === '*' ? 'listedeki bütün hesaplar' : `${pattern} kalıbına uyan hesaplar`,
  badAlready: 'Şimdiden yolunda olmayanlar için kötüleşmedikçe bildirim gelmez. “özet” bunları listeler.',
  partOf: (accounts, more, pattern) =>
    `${listAndMore(accounts, more)} tek başına izlenmiyor; şunun parçası olarak izleniyor: ${pattern}.`,
  partOfNext: 'Durdurmak için yazın:',
  elsewhere: (accounts, more) => `${listAndMore(accounts, more)} burada değil, başka bir kanalda izleniyor`,
  elsewhereNext: 'Durdurmak için orada yazın:',
  stopAll: {
    here: (what, more) =>
      `Bu kanalda izlenenlerin hepsi durdurulsun mu: ${listAndMore(what, more)}? Kanalda sizin durdurduğunuz yazılır.`,
    forYou: (what, more) =>
      `Doğrudan mesajlarla izlediklerinizin hepsi durdurulsun mu: ${listAndMore(what, more)}?`,
    button: 'Hepsini durdur',
  },
  alreadyBad: 'Şimdiden yolunda olmayanlar; kötüleşmedikçe bunlar için bildirim gelmez:',
  notStarted: 'Bu izleme kaydedilemedi; buraya bu hesaplar için bir şey yazılmayacak.',
  stopped: (accounts, more) => `burada izlemeyi durdurdu: ${listAndMore(accounts, more)}.`,
  retired: (accounts, more) =>
    `Listeden çıkarıldığı için artık burada izlenmiyor: ${listAndMore(accounts, more)}.`,
  stoppedForYou: (accounts, more) => `Artık izlenmiyor: ${listAndMore(accounts, more)}.`,
  notWatched: (typed) => `${typed}: bu adla burada ya da doğrudan mesajlarınızda izlenen bir şey yok.`,
  notWatchedNext: 'İzlenenleri görmek için yazın:',
  stop: {
    watch: (what) => `İzleme durdurulsun mu: ${what}?`,
    summary: 'Özet durdurulsun mu?',
    here: 'Bununla ilgili buraya artık bir şey yazılmaz. Kanalda sizin durdurduğunuz yazılır.',
    forYou: 'Bununla ilgili size artık mesaj gelmez.',
    cancel: 'Vazgeç',
  },
  list: {
    title: 'İzlenenler',
    close: 'Kapat',
    yours: 'Siz, doğrudan mesajla',
    stop: 'Durdur',
    summary: 'Özet',
    notRead: 'henüz okunmadı',
    noneNext: 'Bir hesap acil olduğunda haber almak için yazın:',
    unavailable:
      'İzlenenler okunamıyor: uygulamanın deposu yanıt vermiyor. Bir dakika sonra yeniden deneyin.',
    pattern: (pattern, count, bad) =>
      `${capital(pattern)} · izlenen: ${numbers.count(count)}${bad === 0 ? '' : `, yolunda olmayan: ${numbers.count(bad)}`}`,
    more: (count) =>
      `ve ${numbers.count(count)} hesap daha. Birini durdurmak için “bırak” ve numarasını yazın.`,
    broken: (closed) => `Bildirimler ulaşmıyor: ${CLOSED[closed].what} ${CLOSED[closed].fix}`,
  },
  broken: (closed, place) =>
    `Bildirimler ${place} kanalına ulaşmıyor: ${CLOSED[closed].what} İzlemeler duruyor, her saat yeniden deneniyor. ${CLOSED[closed].fix}`,
  brokenMore: (count) =>
    `Bildirimlerin ulaşmadığı ${numbers.count(count)} kanal daha var: İzlenenler’e basın.`,
  taken: (accounts, more) =>
    `12${NO_BREAK}saat boyunca siz ilgileniyorsunuz: ${listAndMore(accounts, more)}. Bildirimi alan her kanalda birazdan görünür.`,
  nothingOpen: 'İlgilenecek bir şey kalmadı: buradaki hesapların tümü yeniden yolunda.',
  released: 'Artık bununla ilgilenmiyorsunuz.',
  notYours: 'Bununla siz ilgilenmiyorsunuz; bırakılacak bir şey yok.',
  takenAlready: 'Hepsiyle ilgilenen biri var. Birini devralmak için “Tümünü gör”ü kullanın.',
  outdated: 'Bu hesapların şimdiki durumu daha yeni bir uyarıda: oradaki düğmeye basın.',
  alertOver: 'Bu bildirimin süresi doldu ya da uygulama onu artık tanımıyor.',
  notTaken:
    'Uygulamanın deposu yanıt vermiyor, henüz kimse ilgilenmiyor görünüyor. Bir dakika sonra yeniden basın.',
  problem: {
    closed: (closed) => ({ what: capital(CLOSED[closed].what), next: CLOSED[closed].next }),
    notPosted: {
      what: 'Slack ilk mesajı almadı, bu yüzden hiçbir hesap izlenmiyor.',
      next: 'Bir dakika sonra yeniden Kaydet’e basın.',
    },
    limit: (limit) => ({
      what: `Bir kanalda ya da bir kişide en çok ${numbers.count(limit)} izleme olabilir, bu seçimle daha fazla olurdu. Hiçbir şey değişmedi.`,
      next: 'Önce birini durdurun: /backup-status izlenenler. Ya da çok hesabı birlikte izleyin: bir kalıpla ya da hepsi ile.',
    }),
    storeFailed: {
      what: 'Uygulamanın deposu yanıt vermiyor, bu yüzden hiçbir hesap izlenmiyor.',
      next: 'Bir dakika sonra yeniden Kaydet’e basın.',
    },
    noneFits: {
      what: 'Listede buna uyan hesap yok, bu yüzden hiçbir hesap izlenmiyor.',
      next: 'Liste, uygulamanın ana sayfasında Hesaplar düğmesinin arkasındadır.',
    },
    noAccounts: { what: 'Hesap yazılmamış.', next: 'En az bir numara ya da ad yazın.' },
    noChannel: { what: 'Kanal seçilmemiş.', next: 'Bir kanal seçin ya da yalnızca kendinize bildirilsin.' },
    correctThem: 'Henüz hiçbir hesap izlenmiyor. Düzeltin, sonra yeniden Kaydet’e basın.',
  },
};

const CLOSED: Readonly<
  Record<ClosedTo, { readonly what: string; readonly fix: string; readonly next: string }>
> = {
  'not-in-channel': {
    what: 'bu uygulama o kanalda değil.',
    fix: 'O kanala yazın: /invite @backup-status',
    next: `Önce o kanala /invite @backup-status yazın, ${SAVE_AGAIN}`,
  },
  closed: {
    what: 'o kanal arşivlenmiş ya da uygulamalara kapalı.',
    fix: 'Kanalı yeniden açın ya da bu izlemeleri durdurun.',
    next: `Başka bir kanal seçin, ${SAVE_AGAIN}`,
  },
  'no-direct-messages': {
    what: 'bu uygulamanın doğrudan mesajları kapalı.',
    fix: 'Uygulama yöneticisinden mesajlar sekmesini açmasını isteyin.',
    next: 'Bir kanal seçin ya da uygulama yöneticisinden mesajlar sekmesini açmasını isteyin.',
  },
  other: {
    what: 'Slack o konuşma için mesaj almıyor.',
    fix: 'Uygulama yöneticisine söyleyin.',
    next: `Başka bir kanal seçin, ${SAVE_AGAIN}`,
  },
} satisfies Record<ClosedTo, unknown>;
