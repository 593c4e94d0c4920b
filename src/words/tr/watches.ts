import type * as english from '../en/watches.ts';
import type { ClosedTo } from '../en/watches.ts';
import { NO_BREAK } from '../grammar.ts';
import { capital, numbers, soManyOf } from './cards.ts';

export const watches: typeof english.watches = {
  form: {
    title: 'Hesapları izle',
    accountsHint: (pattern) =>
      `Boşlukla ayrılmış numaralar ya da adlar, en çok on tane. Ya da hepsi veya ${pattern} gibi bir kalıp.`,
    where: 'Kime bildirilsin',
    whereChannel: 'Bir kanala',
    whereMe: 'Yalnızca bana, doğrudan mesajla',
    channel: 'Kanal',
    channelHint: 'Başka kuruluşlarla paylaşılan kanallar listede yoktur.',
    when: 'Ne zaman',
    critical: 'Acil olduğunda bildirilir',
    attention: 'Kontrol gerektiğinde de bildirilir, 08:00 ile 20:00 arasında',
    summaryAt: 'Özetin saati',
    summaryAtHint: 'Sorunlu olanlar, değişenler, sırada olanlar. Özet istemiyorsanız boş bırakın.',
    summaryDays: 'Özetin günleri',
    everyDay: 'Her gün',
    mention: 'Kimse ilgilenmezse anılacak kişiler',
    mentionGroups: 'Ya da bir kullanıcı grubunun üyeleri',
    mentionHint: `Acil bir hesap için 30${NO_BREAK}dakika sonra, bir de ondan iki saat sonra. Yalnızca kanaldaki tam üyeler: Slack başkasına bildirim göndermez.`,
    targets: 'Acil olduğunda şuralara da bildirilsin',
    targetsHint:
      'Gece de bildirilir; yalnızca biten paketler sabahı bekler. Slack’te “Ben ilgileniyorum” denince orada da görünür.',
    zone: (zone) => `Saatler oradaki en eski izlemenin diliminde. İlki buysa: ${zone}, Slack’inizdeki gibi.`,
    summaryZone: (zone) => `Saat dilimi: ${zone}.`,
    saved: (where) => `Kaydedildi. Bildirimlerin geleceği yer: ${where}.`,
    summaryNext: 'Her gün bir özet için orada şunu yazın:',
  },
  started: (what) => `burada izlemeye başladı: ${what}.`,
  ofTheList: (count) =>
    `Listede buna uyan şu anda ${numbers.count(count)} hesap var; sonradan eklenenler de izlenir.`,
  schedule: (clock, days, zone) => `${days.length === 0 ? 'her gün' : numbers.list(days)} ${clock} (${zone})`,
  summaryStopped: 'buradaki özeti durdurdu.',
  noSummary: 'Buraya özet gelmiyor.',
  scheduled: (schedule) => `özetin zamanını belirledi: ${schedule}.`,
  patternOf: (pattern) =>
    pattern === '*' ? 'listedeki bütün hesaplar' : `${pattern} kalıbına uyan hesaplar`,
  partOf: (accounts, _count, pattern) =>
    `${accounts} tek başına izlenmiyor; şunun parçası olarak izleniyor: ${pattern}.`,
  alreadyBad: 'İlk okumada zaten sorunlu olanlar için, kötüleşmedikçe bildirim gelmez.',
  notStarted: 'Bu izleme kaydedilemedi; buraya bu hesaplar için bir şey yazılmayacak.',
  stopped: (accounts) => `burada izlemeyi durdurdu: ${accounts}.`,
  retired: (accounts) => `Listeden çıkarıldığı için artık burada izlenmiyor: ${accounts}.`,
  stoppedForYou: (accounts) => `Artık izlenmiyor: ${accounts}.`,
  alertsEnd: (account) => `${account} için artık buraya bildirim gelmeyecek.`,
  nothing: 'Burada henüz izlenen hesap yok.',
  notSetUp: (target) =>
    `Burada ${target} seçili ama kurulu değil; oraya bildirim gitmiyor. Uygulamanın yöneticisine bildirin.`,
  toWatch: 'İzlemeye başlamak için yazın:',
  notWatched: (typed) => `${typed}: bu adla burada ya da doğrudan mesajlarınızda izlenen bir şey yok.`,
  stop: {
    watch: (what) => `İzleme durdurulsun mu: ${what}?`,
    all: 'Bunların hepsi durdurulsun mu?',
    summary: 'Özet durdurulsun mu?',
    text: 'Bundan artık mesaj gelmez; aynı hesapları kapsayan başka izlemeler sürer. Kanaldaysa, sizin durdurduğunuz oraya yazılır.',
  },
  list: {
    yours: 'Siz, doğrudan mesajla',
    stop: 'Durdur',
    stopAll: 'Hepsini durdur',
    pattern: (pattern, count, bad) =>
      `${capital(pattern)} · izlenen: ${numbers.count(count)}${bad === 0 ? '' : `, yolunda olmayan: ${numbers.count(bad)}`}`,
    more: (count) =>
      `ve ${numbers.count(count)} hesap daha. Birini durdurmak için “bırak” ve numarasını yazın.`,
  },
  test: {
    button: 'Deneme uyarısı gönder',
    title: 'Deneme uyarısı: bir sorun yok. İzlenen hesapların bildirimleri buraya gelir.',
    you: 'doğrudan mesajlarınız',
    sent: (to) => `Deneme uyarısı ulaştı: ${numbers.list(to)}.`,
    failed: (to) => `Ulaşmadı: ${numbers.list(to)}. Nedeni uygulamanın günlüğünde yazar.`,
  },
  broken: (closed, where) =>
    `Bildirimler ulaşmıyor (${where}): ${CLOSED[closed].what} İzlemeler silinmedi, her saat yeniden deneniyor. ${CLOSED[closed].fix}${closed === 'not-in-channel' ? ' Sonra /backup-status izlenenler yazıp “Deneme uyarısı gönder”e basın. Kanal silindiyse izlemelerini orada durdurun.' : ''}`,
  brokenMore: (count) => `Bildirim almayan ${numbers.count(count)} kanal daha var: İzlenenler’e basın.`,
  taken: (accounts) =>
    `12${NO_BREAK}saat boyunca siz ilgileniyorsunuz: ${accounts}. Bildirimi alan her kanalda birazdan görünür.`,
  nothingOpen: 'Burada, şu anda ilgilenilmesi gerektiği bilinen bir hesap yok.',
  released: 'Şu anda bununla ilgilenmiyorsunuz.',
  willTell: (account) => `${account} yeniden yolunda olduğunda size özel mesaj gelecek.`,
  notTold: (account) => `${account} artık izlenmiyor; bu yüzden yeniden yolunda olduğu görülmeyecek.`,
  theirsAlready: 'Bu kişi zaten ilgileniyor. Ona bir not ekleyin ya da başka birini seçin.',
  takenAlready: 'Hepsiyle ilgilenen biri var. Birini devralmak için “Tümünü gör”ü kullanın.',
  outdated: 'Bu hesapların şimdiki durumu daha yeni bir uyarıda: oradaki düğmeye basın.',
  alertOver: 'Bu uyarı sona erdi ya da uygulama onu artık tanımıyor.',
  problem: {
    noMember: 'Bu uygulamayı kullanabilen tam üyeler seçin: misafirler, botlar ve ayrılanlar olmaz.',
    notInDirect: 'Doğrudan mesajlarınızı sizden başkası görmez. Bir kanal seçin ya da başka kimseyi anmayın.',
    closed: (closed) => `${capital(CLOSED[closed].what)} ${CLOSED[closed].fix} Sonra yeniden deneyin.`,
    limit: (limit) =>
      `Bir kanalda ya da bir kişide en çok ${numbers.count(limit)} izleme olabilir, bu seçimle daha fazla olurdu. Önce birini durdurun: /backup-status izlenenler. Ya da çok hesabı birlikte izleyin: bir kalıpla ya da hepsi ile.`,
    noAccounts: 'En az bir numara ya da ad yazın.',
    noChannel: 'Bir kanal seçin ya da yalnızca kendinize bildirilsin.',
  },
};

const CLOSED: Readonly<Record<ClosedTo, { readonly what: string; readonly fix: string }>> = {
  'not-in-channel': { what: 'bu uygulama o kanalda değil.', fix: 'O kanala /invite @backup-status yazın.' },
  'no-direct-messages': {
    what: 'bu uygulamanın doğrudan mesajları kapalı.',
    fix: 'Bir kanal seçin ya da uygulama yöneticisinden mesajlar sekmesini açmasını isteyin.',
  },
  closed: {
    what: 'orası bu uygulamaya kapalı, arşivlenmiş ya da uygulamanın ayarlarında dışarıda bırakılmış olabilir.',
    fix: 'Yeniden açın, başka bir kanal seçin ya da uygulama yöneticisine söyleyin.',
  },
};

export const alert: typeof english.alert = {
  noData: 'Belirsiz: serviste bu hesabın bilgisi yok',
  oneCause: (when) =>
    `İlki ${when} saatinden beri böyle. Bu kadarının birden bozulması çoğu zaman tek bir nedendendir.`,
  since: (when) => `${capital(when)} saatinden beri sorunlu`,
  orEarlier: (when) => `en geç ${when}`,
  fineSince: (when) => `Yoluna girdi: ${when}`,
  someFine: (count) => `${numbers.count(count)} hesap yeniden yolunda`,
  fine: (account, duration) => `${account} yeniden yolunda (${duration} sorunluydu)`,
  isNew: (accounts, others) => `Yeni: ${accounts} · ${numbers.count(others)} sorunlu hesap daha`,
  isStillOpen: (accounts, others) => `Hâlâ sorunlu: ${accounts} · ${numbers.count(others)} hesap daha`,
  othersOpen: 'Diğer sorunlu hesaplar:',
  accounts: (count) => `${numbers.count(count)} hesap`,
  openHere: 'Burada sorunlu olanlar',
  was: (accounts) => `${accounts} · önceki durum:`,
  wasOnIt: 'ilgileniyordu',
  continued: 'devamı burada',
  present: 'Güncel uyarı',
  tookOver: (accounts) => `ilgileniyor: ${accounts}`,
  tookOverFrom: 'şu kişiden devraldı:',
  noLonger: (why, accounts) => `artık ilgilenmiyor${NO_LONGER[why]}: ${accounts}`,
  handedOverTo: 'devretti; artık ilgilenen',
  still: (accounts) => `Hâlâ ilgileniyor musunuz: ${accounts}?`,
  stillUntil: (clock) => `Saat ${clock} olunca kimse ilgilenmiyor sayılır.`,
  nobodyLeft: 'Anılacak kimse kalmadı: izlemede başka kişiler seçin.',
  inDnd: (people) => `Şu anda Rahatsız Etme kipinde: ${people}`,
  again: (count, total) =>
    `Henüz ${total === 1 ? '' : `${count === total ? 'hiçbiri' : soManyOf(count)}yle `}ilgilenen yok.`,
  often: (count, shortest, longest) =>
    `Bu hafta ${numbers.count(count)} kez, ${shortest === longest ? longest : `${shortest} ile ${longest} arası`} sürdü: nedenini arayın ya da sınırını genişletin`,
  remind: (after, accounts) => `ilgileniyor; ${after} geçti, sorun sürüyor: ${accounts}`,
  notWatched: 'Bu hesaplar artık burada izlenmiyor',
  more: (count) => `ve ${numbers.count(count)} hesap daha`,
  outage: {
    what: (since) => `Yedekleme servisi ${since} saatinden beri yanıt vermiyor.`,
    meanwhile: (accounts) =>
      `Yeniden yanıt verene kadar ${numbers.count(accounts)} hesap izlenemiyor. Yanıt verdiğinde burada yazılır.`,
    over: (from, to, duration) =>
      `Yedekleme servisi yeniden yanıt veriyor. ${duration} boyunca yanıt vermedi (${from} – ${to}).`,
  },
  downtime: (from, to) => `Şu aralıkta kimse izlemiyordu: ${from} – ${to}.`,
};

const NO_LONGER = { released: '', over: ` (12${NO_BREAK}saat doldu)`, worse: ' (durum kötüleşti)' } as const;

export const summary: typeof english.summary = {
  nobodyYet: 'henüz ilgilenen yok',
  here: (channel) => `${channel} kanalında izlenen hesaplar. Bunu yalnızca siz görüyorsunuz.`,
  yours: 'Kanallarda ve doğrudan mesajlarda izlediğiniz hesaplar. Bunu yalnızca siz görüyorsunuz.',
  overdue: (count) => `Yedek alınmadıysa ${numbers.count(count)} hesap şimdiye kadar kötüleşmiş olmalı.`,
  since: (when) => `${when} saatinden bu yana:`,
  fineAgain: (names) => `Yeniden yolunda: ${names}`,
  new: (names) => `Yeni: ${names}`,
  worse: (names) => `Kötüleşti: ${names}`,
  unchanged: 'Değişiklik yok.',
  next: 'Yedek alınmazsa önümüzdeki saatlerde',
  read: (count, total, oldest) => {
    const read =
      count === total
        ? `${numbers.count(total)} hesap okundu`
        : `${numbers.count(total)} hesaptan ${soManyOf(count)} okundu`;
    return oldest === undefined ? read : `${read}. ${total === 1 ? 'Okunma' : 'En eski okuma'}: ${oldest}`;
  },
};

export const quiet: typeof english.quiet = {
  until: (when) => `bitiş: ${when}`,
  isMuted: 'susturuldu',
  isQuiet: 'Sessiz',
  began: (isMute, accounts) => `${isMute ? 'her yerde susturdu' : 'burada erteledi'}: ${accounts};`,
  ended: (isMute, accounts) => `${isMute ? 'susturmayı bitirdi' : 'ertelemeyi bitirdi'}: ${accounts}`,
  meaning: 'Süre bitince izleyenlere yalnızca durum şimdikinden kötüyse bildirilir.',
  none: (accounts) => `Susturulmamış, burada ertelenmemiş de: ${accounts}.`,
  nothing: 'Hiçbir şey değişmedi.',
  missing: {
    account: 'Hangi hesap olduğu yazılmamış.',
    length: 'Hesaptan sonraki süre yazılmamış ya da okunamıyor.',
    text: 'Notun metni yazılmamış.',
  },
  tooLong: (days) =>
    `Bitiş takvimde olan bir gün olmalı; geçmişte olamaz, en çok ${numbers.count(days)}${NO_BREAK}gün sonra olabilir.`,
  noPatterns: 'Yalnızca tek tek hesaplar susturulabilir ya da not alabilir. Adlarını yazın, en çok on tane.',
  form: {
    window: 'Burada ertele',
    howLong: 'Ne kadar süre',
    lengths: { '1h': `1${NO_BREAK}saat`, '4h': `4${NO_BREAK}saat`, morning: 'Saat 08:00’e kadar' },
    day: 'Ya da bir gün saat 08:00’e kadar',
    dayHint: 'Bir gün seçilirse o geçerli olur.',
    longId: 'Bu kadar uzun bir numara burada seçilemez. Susturun: /backup-status sustur, numara ve 4sa.',
    rest: (count) =>
      `Listeye sığmayan ${numbers.count(count)} hesabın uyarıları sürer. Kalanı ertelemek için işlemi yineleyin.`,
  },
  list: (accounts) => `Sessiz: ${accounts}`,
};
