import type { TriageWords } from '../answer-words.ts';
import { counted, numbers } from './numbers.ts';
import { inDays } from './time.ts';

export const triage: TriageWords = {
  backup: (backup, value) => `${backup} ${value}`,
  summary(total, tally) {
    const parts = [
      [tally.critical, 'act now'],
      [tally.attention, 'watch'],
      [tally.unknown, 'cannot tell'],
      [tally.notChecked, 'not checked'],
      [tally.notFound, 'not found'],
      [tally.healthy, 'fine'],
    ] as const;
    const said = parts
      .filter(([count]) => count > 0)
      .map(([count, what]) => `${numbers.count(count)} ${what}`);
    const earlier = tally.earlier > 0 ? ` · ${numbers.count(tally.earlier)} from an earlier answer` : '';
    return `${counted(total, 'account', 'accounts')}: ${said.join(', ')}${earlier}`;
  },
  noneChecked: (total) => `${counted(total, 'account', 'accounts')} could not be checked`,
  notKnown: 'not known',
  packageEnds: (daysLeft) => `package ends ${inDays(daysLeft)}`,
  earlierAnswer: (ago, what) => `As of ${ago}. ${what}`,
};
