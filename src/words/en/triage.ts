import type { TriageWords } from '../answer-words.ts';
import { attentionOf, LEVEL } from './level.ts';
import { counted, numbers } from './numbers.ts';
import { inDays } from './time.ts';

export const triage: TriageWords = {
  backup: (backup, value) => `${backup} ${value}`,
  summary(total, tally) {
    const parts = [
      [tally.critical, LEVEL.critical],
      [tally.attention, attentionOf(tally.attention)],
      [tally.unknown, LEVEL.unknown],
      [tally.notChecked, 'not checked'],
      [tally.notFound, 'not found'],
      [tally.healthy, LEVEL.healthy],
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
