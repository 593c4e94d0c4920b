import type { details as english } from '../en/details.ts';
import { backupName } from './names.ts';
import { time } from './time.ts';

export const details: typeof english = {
  title: 'Hesap ayrıntıları',
  close: 'Kapat',
  loading: (id) => `Servise soruluyor: ${id}…`,
  contact: 'İletişim',
  headings: {
    limits: 'Sınırlar',
    others: 'Diğer sınırlar',
    passed: 'Bu sınırlar içinde',
    sent: 'Servisin gönderdiği gibi',
  },
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
    todayBackupCount: 'Bugünkü yedek',
    version: 'İstemci sürümü',
    darkMode: 'Karanlık mod',
  },
  notSent: 'gönderilmedi',
  emptyText: 'boş',
  meaning: (sent, meaning) => `${sent} (${meaning})`,
  rules: {
    'package-ended': 'Paket bitti',
    'stuck-while-backing-up': 'Takılmış olabilir',
    'online-but-stale': 'Çevrimiçi, ama yedek eski',
    'never-backed-up': 'Hiç yedek yok',
    'backup-stale': 'Yedek çok eski',
    'backup-late': 'Yedek gecikti',
    'half-protected': 'Yarım koruma',
    'folders-unprotected': 'Korunmayan klasörler',
    'package-ends-soon': 'Paket yakında bitiyor',
    'package-end-unreadable': 'Okunamayan bitiş tarihi',
    'client-outdated': 'İstemci çok eski',
    'clock-wrong': 'Saat yanlış görünüyor',
    'time-unreadable': 'Zaman okunamıyor',
    'time-not-reported': 'Zaman bildirilmedi',
    'nothing-reported': 'Hiçbir bilgi yok',
    'status-unknown': 'Bilinmeyen durum',
    'backup-unused': 'Kullanılmayan yedek',
    'backup-ignored': 'Bakılmayan yedek',
    'offline-but-fresh': 'Çevrimdışı, ama güncel',
    'status-not-reported': 'Durum bildirilmedi',
    'daily-allowance-used': 'Günlük hak kullanıldı',
  },
  reasonLimit: (threshold, setting) => `Sınır ${time.threshold(threshold)}, ayar: ${setting}`,
  reasonSetBy: (setting) => `Ayar: ${setting}`,
  limit(name, threshold, setting) {
    const limit = time.threshold(threshold);
    const what = {
      late: `Gecikti: ${limit} ya da daha eski`,
      stale: `Çok eski: ${limit} ya da daha eski`,
      packageEndsSoon: `Paket yakında bitiyor: ${limit} içinde`,
    }[name];
    return `${what}, ayar: ${setting}`;
  },
  weekdaysOnly: (setting) => `Cumartesi ve pazar sayılmaz, ayar: ${setting}`,
  ignored: (backup, setting) => `Bakılmıyor: ${backupName(backup)}, ayar: ${setting}`,
  minimumClient: (version, setting) => `İstemci çok eski, en az olması gereken: ${version}, ayar: ${setting}`,
  source: (source, ago) =>
    ({
      live: `Bu yanıt için soruldu: ${ago}`,
      cached: `Soruldu: ${ago}, yanıt yeniden kullanıldı`,
      'last-known': `Soruldu: ${ago}, eldeki son yanıt bu`,
    })[source],
  zone: (zone, assumedFrom) =>
    ({
      setting: `servis saatleri ${zone} olarak okundu, ayar: BACKUP_SERVICE_TIME_ZONE`,
      login: `servis saatleri ${zone} olarak okundu, oturum açma yanıtındaki saat farkına göre; saatlerin değiştiği günlerde bir saat yanılabilir: BACKUP_SERVICE_TIME_ZONE ayarını girin`,
      nothing: `servis saatleri ${zone} olarak okundu, bu bir tahmin: BACKUP_SERVICE_TIME_ZONE ayarını girin`,
    })[assumedFrom],
};
