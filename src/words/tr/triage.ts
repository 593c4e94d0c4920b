import { NO_BREAK } from '../durations.ts';
import type { triage as english } from '../en/triage.ts';
import { LEVEL, shortBackupName } from './names.ts';
import { numbers } from './numbers.ts';
import { inDays } from './time.ts';

export const triage: typeof english = {
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
