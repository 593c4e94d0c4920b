import { NO_BREAK } from '../durations.ts';
import type { card as english } from '../en/card.ts';
import { numbers } from './numbers.ts';
import { time } from './time.ts';

export const card: typeof english = {
  labels: {
    database: 'Veritabanı yedeği',
    folders: 'Klasör yedeği',
    quota: 'Kota',
    backupsToday: 'Bugünkü yedekler',
    folderUsage: 'Klasör kullanımı',
    package: 'Paket',
    nextStep: 'Sonraki adım',
  },
  runbook: 'Müdahale kılavuzu',
  never: 'hiç alınmadı',
  notReported: 'bildirilmedi',
  clockWrong: 'saati yanlış görünüyor',
  timeNotReported: 'saati bildirilmedi',
  timeAsSent: (text) => `saati şöyle geldi: “${text}”`,
  asSent: (text) => `şöyle geldi: “${text}”`,
  backupsToday: (made, allowed) =>
    typeof allowed === 'string'
      ? `${countOr(made)} (günlük hak ${allowed})`
      : `${typeof made === 'number' ? 'şimdiye kadar ' : ''}${countOr(made)}, en çok ${countOr(allowed)}`,
  folderUsage(count, limit) {
    const used = typeof count === 'number' ? `${numbers.count(count)} klasör ve dosya` : `sayı ${count}`;
    return `${used} · sınır ${typeof limit === 'number' ? `${numbers.count(limit)} klasör` : limit}`;
  },
  packageEnd: (day, state) =>
    `${day} ${{ running: 'tarihine kadar', 'ends-soon': 'tarihinde bitiyor', ended: 'tarihinde bitti' }[state]}`,
  packageEndWithout: (what) => `bitiş tarihi ${what}`,
  ownLimits: (limits) => `Buradaki özel sınırlar: ${limits.join(', ')}`,
  ownLimit: (limit, rule) => `${limit} (${rule})`,
  lateAfter: (threshold) => `gecikme sınırı ${time.threshold(threshold)}`,
  staleAfter: (threshold) => `çok eski sınırı ${time.threshold(threshold)}`,
  weekdaysOnly: 'hafta sonu sayılmaz',
  quota: (amount, unit) => `${numbers.count(amount)}${NO_BREAK}${unit}`,
  read: (when) => `okundu: ${when}`,
  statusAsSent: (word) => `Durum: “${word}”`,
  sharedBy: (person) => `${person} paylaştı`,
  was: (sign, headline) => `Önceki yanıt: ${sign} ${headline}`,
};

const countOr = (value: number | string) => (typeof value === 'number' ? numbers.count(value) : value);
