import { NO_BREAK } from '../durations.ts';
import type * as english from '../en/cards.ts';
import { LEVEL, shortBackupName } from './names.ts';
import { numbers } from './numbers.ts';
import { inDays, time } from './time.ts';

export const card: typeof english.card = {
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

export const triage: typeof english.triage = {
  backup: (backup, value) => `${shortBackupName(backup)} ${value}`,
  summary(total, tally) {
    const parts = [
      [tally.critical, LEVEL.critical],
      [tally.attention, LEVEL.attention],
      [tally.unknown, LEVEL.unknown],
      [tally.notChecked, 'sorgulanamadı'],
      [tally.notFound, 'bulunamadı'],
      [tally.healthy, LEVEL.healthy],
    ] as const;
    const said = parts
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${numbers.count(count)}${NO_BREAK}${what}`);
    return `${numbers.count(total)} hesap: ${said.join(', ')}`;
  },
  noneChecked: (total) => `${numbers.count(total)} hesap sorgulanamadı`,
  notKnown: 'bilinmiyor',
  packageEnds: (daysLeft) => `paket ${inDays(daysLeft)} bitiyor`,
  since: (moment) => `başlangıç: ${moment}`,
  asOf: (when) => `${when} itibarıyla`,
};

export const recheck: typeof english.recheck = {
  was: (sign, level, when) => `Önceki: ${sign} ${LEVEL[level]} (${when})`,
  cardSpent: 'O kartın süresi doldu, artık güncellenemez.',
  shareAgain: 'Yenisini paylaşmak için yazın:',
};
