import type { Age, Reason, ReasonOf, RuleName, Threshold } from '../../domain/verdict.ts';
import type { verdict as english } from '../en/verdict.ts';
import { capital } from './capital.ts';
import { headline } from './headline.ts';
import { backupName, backupTime, shortBackupName } from './names.ts';
import { nextStep } from './next-step.ts';
import { numbers } from './numbers.ts';
import { inDays, time } from './time.ts';

export const verdict: typeof english = {
  headline,
  nextStep,
  sentence: (text) => `${text}.`,
  ages(ages) {
    const said = ages.map(
      ({ backup, ageMs, day }) => `${shortBackupName(backup)} ${day ?? `${time.duration(ageMs)} önce`}`,
    );
    return `${ages.some(({ day }) => day === undefined) ? 'o sırada ' : ''}${said.join(', ')}`;
  },
  // The entry under a rule's name takes the reasons of that rule: the table's type says so, an index cannot.
  reason: (reason) => (REASONS[reason.rule] as (reason: Reason) => string)(reason),
  moreInDetails: (count) => `+${numbers.count(count)} neden daha: Ayrıntılar`,
};

const REASONS: { readonly [Rule in RuleName]: (reason: ReasonOf<Rule>) => string } = {
  'package-ended': ({ daysAgo, endedOn }) => `Paket ${time.daysAgo(daysAgo)} bitti (${time.day(endedOn)})`,
  'stuck-while-backing-up': (reason) => `Takılmış olabilir: yedekleniyor, ama son yedek ${agoOver(reason)}`,
  'online-but-stale': ({ backup }) =>
    backup === undefined
      ? 'İstemci açık, yedekleme işi çalışmıyor'
      : `İstemci açık, ${backupName(backup)} çalışmıyor`,
  'never-backed-up': ({ backup }) => `Hiç ${backup === undefined ? 'yedek' : backupName(backup)} alınmamış`,
  'backup-stale': (reason) => `Son ${backupName(reason.backup)} ${agoOver(reason)}`,
  'backup-late': (reason) => `Son ${backupName(reason.backup)} ${agoOver(reason)}`,
  'half-protected': (reason) =>
    `Son ${backupName(reason.old)} ${agoOver(reason)}, ${backupName(reason.fresh)} güncel`,
  'folders-unprotected': ({ count }) =>
    `Klasör yedeği hiç alınmamış (klasör ve dosya: ${numbers.count(count)})`,
  'package-ends-soon': ({ daysLeft }) => `Paket ${inDays(daysLeft)} bitiyor`,
  'package-end-unreadable': ({ sent }) => `Paketin bitiş tarihi okunamıyor: “${sent}”`,
  'client-outdated': ({ version, minimum }) => `İstemci ${version}, en az olması gereken ${minimum}`,
  'clock-wrong': ({ backup, aheadMs }) =>
    `${capital(backupTime(backup))} şu andan ${time.duration(aheadMs)} ileride`,
  'time-unreadable': ({ backup }) => `${capital(backupTime(backup))} okunamıyor`,
  'time-not-reported': ({ backup }) => `${capital(backupTime(backup))} bildirilmedi`,
  'nothing-reported': () => 'Servis bu hesap hakkında hiçbir bilgi vermedi',
  'status-unknown': ({ sent }) => `“${sent}” bu uygulamanın bildiği bir durum değil`,
  'backup-unused': ({ backup }) => `${capital(backupName(backup))} hiç alınmamış`,
  'backup-ignored': ({ backup }) => `Burada bakılmıyor: ${backupName(backup)}`,
  'offline-but-fresh': () => 'Şu an çevrimdışı, veriler güvende',
  'status-not-reported': () => 'Durum bildirilmedi',
  'daily-allowance-used': ({ made, allowed }) =>
    `Bugünkü yedek hakkı kullanıldı: ${numbers.count(made)} / ${numbers.count(allowed)}`,
};

const agoOver = ({ ageMs, onDay, threshold }: Age & { readonly threshold: Threshold }) =>
  `${onDay === undefined ? `${time.durationOver(ageMs, threshold)} önce` : `${time.dayAgo(onDay, ageMs)} günü`} (sınır ${time.threshold(threshold)})`;
