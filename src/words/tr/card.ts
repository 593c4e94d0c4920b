import type { CardWords } from '../answer-words.ts';
import { numbers } from './numbers.ts';

export const card: CardWords = {
  labels: {
    database: 'Veritabanı yedeği',
    folders: 'Klasör yedeği',
    quota: 'Kota',
    backupsToday: 'Bugünkü yedekler',
    folderUsage: 'Klasör kullanımı',
    package: 'Paket',
  },
  never: 'hiç alınmadı',
  notReported: 'bildirilmedi',
  clockWrong: 'saati yanlış görünüyor',
  timeNotReported: 'saati bildirilmedi',
  timeAsSent: (text) => `saati şöyle geldi: “${text}”`,
  backupsToday(made, allowed) {
    const done = made === undefined ? 'bildirilmedi' : numbers.count(made);
    return `${done} (günlük hak ${allowed === undefined ? 'bildirilmedi' : numbers.count(allowed)})`;
  },
  folderUsage(count, limit) {
    const used = count === undefined ? 'sayı bildirilmedi' : `${numbers.count(count)} klasör ve dosya`;
    return `${used} · ${limit === undefined ? 'sınır bildirilmedi' : `sınır ${numbers.count(limit)} klasör`}`;
  },
  packageEnd: (day, state) =>
    `${day} ${{ running: 'tarihine kadar', 'ends-soon': 'tarihinde bitiyor', ended: 'tarihinde bitti' }[state]}`,
  packageEndNotReported: 'bitiş tarihi bildirilmedi',
  packageEndAsSent: (text) => `bitiş tarihi şöyle geldi: “${text}”`,
  quota: (amount, unit) => `${numbers.count(amount)} ${unit}`,
  source({ asked, zone, assumedFrom }) {
    const read = `ervis saatleri ${zone} olarak okundu${assumedFrom === 'nothing' ? ' (tahmin)' : ''}`;
    return asked === undefined ? `S${read}` : `Soruldu: ${asked} · s${read}`;
  },
  client: (version) => `istemci ${version}`,
  sharedBy: (person) => `${person} paylaştı`,
  earlierAnswer: (ago) => `Gösterilen yanıt ${ago} alındı.`,
};
